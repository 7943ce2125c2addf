package io.dateline.sm.node;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.sm.alive.Part;
import io.dateline.sm.alive.Probe;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How the node's own port was when it was last looked at. Any thread may ask. A port that does not
 * answer is cut off, which is no death; what sends and receives there has to say at least that.
 */
final class OwnPort implements Probe {
  private static final int ANSWER_TIMEOUT_MS = 300;
  private static final int RETRIES = 1;

  /** M_KeyProtectBits from which on a port is read with its key only (IBA Vol 1, 14.2.4). */
  static final int READING_NEEDS_KEY = 2;

  private final MadExchange exchange;
  private final LongSupplier mKey;
  private final boolean isHidden;
  private volatile long lastKey; // at the last look; 0 before
  private volatile PortInfo seen; // null while it does not answer

  /**
   * Not looked at yet.
   *
   * @param mKey that the port may have, as this node has read it; 0 before
   * @param protectionLevel of ports in this subnet
   */
  OwnPort(MadExchange exchange, LongSupplier mKey, int protectionLevel) {
    this.exchange = exchange;
    this.mKey = mKey;
    isHidden = protectionLevel >= READING_NEEDS_KEY;
  }

  @Override
  public Part part() {
    return Part.EXCHANGE;
  }

  @Override
  public boolean isExpected() {
    return true;
  }

  /**
   * Looks; the answer is known some time later. A port that hides itself from those that have not
   * its key is left alone while that is not known: to ask would be a violation. So it is once when
   * a term has begun: its key is read before the port is told.
   */
  @Override
  public void ask(Runnable answered) {
    long key = mKey.getAsLong();
    boolean isNew = key != lastKey;
    lastKey = key;
    if (isHidden && (key == 0 || isNew)) {
      answered.run();
      return;
    }
    MadPacket ask =
        MadPacket.directed(
            Smp.get(DirectedRoute.LOCAL, AttributeId.PORT_INFO, exchange.port().portNumber(), key));
    exchange.request(
        new MadRequest(ask, MadRequest.OWN_PORT, ANSWER_TIMEOUT_MS, RETRIES),
        outcome -> {
          seen =
              outcome instanceof MadOutcome.Answered port
                  ? PortInfo.of(Smp.data(port.reply()))
                  : null;
          if (!(outcome instanceof MadOutcome.Rejected)) {
            answered.run();
          }
        });
  }

  /** What keeps packets from leaving through it; empty where nothing does. */
  Optional<String> trouble() {
    PortInfo port = seen;
    if (port == null) {
      return Optional.of("its port does not answer");
    }
    return port.portState() < PortState.INIT ? Optional.of("its port is down") : Optional.empty();
  }

  /** Whether it has LIDs, and names itself as the one that the subnet manager is at. */
  boolean namesItself() {
    PortInfo port = seen;
    return port != null
        && port.portState() == PortState.ACTIVE
        && port.lid() != 0
        && port.masterSmLid() == port.lid();
  }

  /** The LID of the subnet manager, as the port has it; 0 while nothing is known. */
  int managerLid() {
    PortInfo port = seen;
    return port == null ? 0 : port.masterSmLid();
  }
}
