package io.dateline.sm.discover;

import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The nodes around a port, the near ones first, by as many questions as a look now and then may
 * take. Unlike a {@link Discovery} it reads no more of them than which they are.
 */
public final class Neighbourhood {
  /**
   * What is there, by node GUID, the own node left out; what was found first comes first.
   *
   * @param others adapters and routers
   */
  public record Seen(Set<Long> switches, Set<Long> others) {}

  private static final long NO_KEY = 0; // it is asked only where nodes can be read without
  private static final int QUESTIONS_MAX = 256;
  private static final int TIMEOUT_MS = 200;
  private static final int RETRIES = 1;

  private final MadExchange exchange;
  private final CompletableFuture<Seen> result = new CompletableFuture<>();

  // The exchange's thread alone touches these, after the first question.
  private final Set<Long> switches = new LinkedHashSet<>();
  private final Set<Long> others = new LinkedHashSet<>();
  private int questions;
  private int outstanding;

  private Neighbourhood(MadExchange exchange) {
    this.exchange = exchange;
  }

  /** Looks. */
  public static CompletionStage<Seen> look(MadExchange exchange) {
    Neighbourhood look = new Neighbourhood(exchange);
    look.ask(DirectedRoute.LOCAL, exchange.port().nodeGuid());
    return look.result;
  }

  /**
   * Puts a question.
   *
   * @param window what it shares with others on the way, for the exchange
   */
  private void ask(DirectedRoute route, long window) {
    questions++;
    outstanding++;
    exchange.request(
        new MadRequest(
            MadPacket.directed(Smp.get(route, AttributeId.NODE_INFO, 0, NO_KEY)),
            window,
            TIMEOUT_MS,
            RETRIES),
        outcome -> {
          if (outcome instanceof MadOutcome.Answered answered) {
            found(route, NodeInfo.of(Smp.data(answered.reply())));
          }
          outstanding--;
          if (outstanding == 0) {
            result.complete(new Seen(switches, others));
          }
        });
  }

  private void found(DirectedRoute route, NodeInfo node) {
    boolean isSwitch = node.nodeType() == NodeType.SWITCH.code();
    if (route.hopCount() == 0) {
      if (isSwitch) {
        goOn(route, node);
      } else {
        ask(route.then(exchange.port().portNumber()), node.nodeGuid());
      }
    } else if (!isSwitch) {
      if (node.nodeGuid() != exchange.port().nodeGuid()) {
        others.add(node.nodeGuid());
      }
    } else if (switches.add(node.nodeGuid())) {
      goOn(route, node);
    }
  }

  private void goOn(DirectedRoute route, NodeInfo node) {
    for (int number = 1; number <= node.numPorts() && questions < QUESTIONS_MAX; number++) {
      boolean isWayBack = route.hopCount() > 0 && number == node.localPortNum();
      if (!isWayBack && route.hopCount() < DirectedRoute.HOPS_MAX) {
        ask(route.then(number), node.nodeGuid() ^ (long) number << 56); // a dead port holds up none
      }
    }
  }
}
