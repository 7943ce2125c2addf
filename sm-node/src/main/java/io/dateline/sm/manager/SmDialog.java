package io.dateline.sm.manager;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.sm.discover.ManagerQuestion;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One question or order to another subnet manager. */
final class SmDialog {
  private SmDialog() {}

  /** Asks what it is; nothing where it does not answer. */
  static CompletionStage<Optional<SmInfo>> ask(
      MadExchange exchange, DirectedRoute route, long portGuid, SmInfo own) {
    CompletableFuture<Optional<SmInfo>> answer = new CompletableFuture<>();
    exchange.request(
        MadRequest.of(MadPacket.directed(ManagerQuestion.of(route, 0, own)), portGuid),
        outcome ->
            answer.complete(
                outcome instanceof MadOutcome.Answered answered
                    ? Optional.of(SmInfo.of(Smp.data(answered.reply())))
                    : Optional.empty()));
    return answer;
  }

  /** Tells it something; false where it refuses or does not answer. */
  static CompletionStage<Boolean> tell(
      MadExchange exchange, DirectedRoute route, long portGuid, SmControl control, SmInfo own) {
    CompletableFuture<Boolean> accepted = new CompletableFuture<>();
    exchange.request(
        MadRequest.of(
            MadPacket.directed(
                Smp.set(route, AttributeId.SM_INFO, control.modifier(), 0, own.bytes())),
            portGuid),
        outcome -> accepted.complete(outcome instanceof MadOutcome.Answered));
    return accepted;
  }
}
