package io.dateline.sm.node;

import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.MadNames;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.TransportUnavailableException;
import io.dateline.sm.manager.SmState;
import java.util.concurrent.CompletableFuture;

/**
 * The question whether a subnet manager runs on this node's own port already. A kernel gives a port
 * to one subnet manager only; a simulator gives it to as many as ask. Two on one port do not see
 * each other, as none looks for another one at its own port: both would manage the subnet.
 *
 * <p>SMInfo is asked for (IBA Vol 1, 14.2.5.13), which no M_Key protects. Only a living subnet
 * manager answers: the IsSM bit may be that of one that was killed. A refusal is an answer, too.
 * But some adapters' agents refuse SMInfo themselves, as not supported, where no manager runs.
 */
final class TakenPort {
  private static final int ANSWER_TIMEOUT_MS = 300;
  private static final int RETRIES = 1;

  // Status of a MAD, IBA Vol 1, 13.4.7.
  private static final int REASON = 0x1C;
  private static final int UNSUPPORTED_METHOD = 0x08;
  private static final int UNSUPPORTED_ATTRIBUTE = 0x0C;

  private final MadExchange exchange;
  private final CompletableFuture<MadOutcome> answer = new CompletableFuture<>();

  private TakenPort(MadExchange exchange) {
    this.exchange = exchange;
  }

  /** Asks. This node must not show itself as a subnet manager yet: it would be asked itself. */
  static TakenPort ask(MadExchange exchange) {
    TakenPort asked = new TakenPort(exchange);
    MadPacket question =
        MadPacket.directed(Smp.get(DirectedRoute.LOCAL, AttributeId.SM_INFO, 0, 0));
    exchange.request(
        new MadRequest(question, MadRequest.OWN_PORT, ANSWER_TIMEOUT_MS, RETRIES),
        asked.answer::complete);
    return asked;
  }

  /**
   * Waits for the answer, 0.6 s where there is none.
   *
   * @throws TransportUnavailableException if a subnet manager has answered
   */
  void refuse() {
    switch (answer.join()) {
      case MadOutcome.Answered answered -> {
        SmInfo there = SmInfo.of(Smp.data(answered.reply()));
        throw taken(
            "GUID %s, priority %d, %s"
                .formatted(
                    Guid.format(there.guid()), there.priority(), SmState.inWords(there.smState())));
      }
      case MadOutcome.Refused refused when isOfManager(refused.reply().status()) ->
          throw taken("it refuses SMInfo with " + MadNames.status(refused.reply().status()));
      case MadOutcome.Refused refused -> {}
      case MadOutcome.TimedOut silent -> {}
      case MadOutcome.Rejected unsent -> {}
    }
  }

  private static boolean isOfManager(int status) {
    int reason = status & REASON;
    return reason != UNSUPPORTED_METHOD && reason != UNSUPPORTED_ATTRIBUTE;
  }

  private TransportUnavailableException taken(String there) {
    return new TransportUnavailableException(
        "a subnet manager runs on port %s already: %s. A port has one: end that one, or name another port by dateline.fabric"
            .formatted(exchange.port().name(), there));
  }
}
