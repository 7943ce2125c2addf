package io.dateline.sm.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * Keeps back what Akka warns of at each try to reach a node that does not run yet: it is so at each
 * start of a cluster. {@code dateline cluster} tells which nodes are absent, and this node's own
 * log whether it founds a cluster or waits for one. A connection that fails for another reason, as
 * with a certificate that is not believed, is told.
 */
final class AbsentPeers extends Filter<ILoggingEvent> {
  private static final String CLUSTER = "akka.cluster.Cluster";
  private static final String ASSOCIATION = "akka.remote.artery.Association";

  AbsentPeers() {
    start();
  }

  @Override
  public FilterReply decide(ILoggingEvent event) {
    String logger = event.getLoggerName();
    boolean isKeptBack =
        switch (logger) {
          case CLUSTER -> event.getFormattedMessage().contains("Couldn't join seed nodes");
          case ASSOCIATION -> event.getFormattedMessage().contains("HandshakeTimeoutException");
          default -> false;
        };
    return isKeptBack ? FilterReply.DENY : FilterReply.NEUTRAL;
  }
}
