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
import java.util.OptionalLong;

/**
 * How the node's own port was when it was last looked at. Any thread may ask. A port that does not
 * answer is cut off, which is no death; what sends and receives there has to say at least that.
 */
final class OwnPort implements Probe {
  private static final int ANSWER_TIMEOUT_MS = 300;
  private static final int RETRIES = 1;

  private final MadExchange exchange;
  private final ReadingKeys keys;
  private volatile PortInfo seen; // null while it does not answer

  /** Not looked at yet. */
  OwnPort(MadExchange exchange, ReadingKeys keys) {
    this.exchange = exchange;
    this.keys = keys;
  }

  @Override
  public Part part() {
    return Part.EXCHANGE;
  }

  @Override
  public boolean isExpected() {
    return true;
  }

  /** Looks; the answer is known some time later. A port that must be left alone is not asked. */
  @Override
  public void ask(Runnable answered) {
    OptionalLong key = keys.of(exchange.port().portGuid());
    if (key.isEmpty()) {
      answered.run();
      return;
    }
    int number = exchange.port().portNumber();
    MadPacket ask =
        MadPacket.directed(
            Smp.get(DirectedRoute.LOCAL, AttributeId.PORT_INFO, number, key.getAsLong()));
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
