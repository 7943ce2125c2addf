package io.dateline.sm.manager;

import io.dateline.mad.transport.LapsingExchange;
import io.dateline.mad.transport.MadExchange;

/**
 * The node's exchange for what the manager asks and tells ports. When it gives up what is under
 * way, as for a new term, that is of no use any more: Sets by the term's keys would be refused in
 * silence, each only given up after all its tries, and the next sweep would wait behind them.
 */
final class RunExchange {
  private final MadExchange exchange;
  private LapsingExchange current;

  RunExchange(MadExchange exchange) {
    this.exchange = exchange;
    current = new LapsingExchange(exchange);
  }

  /** For what begins now. */
  MadExchange get() {
    return current;
  }

  /** What was asked until now is given up. */
  void beginRun() {
    current.lapse();
    current = new LapsingExchange(exchange);
  }
}
