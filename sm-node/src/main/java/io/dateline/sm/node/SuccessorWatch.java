package io.dateline.sm.node;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits, at the port of a master that leaves, for the next one: as long as the port names this node
 * as its master, so do others, and what they ask is answered here.
 */
final class SuccessorWatch {
  private static final long LOOK_EVERY_MS = 20;
  private static final int ANSWER_TIMEOUT_MS = 100;

  private final MadExchange exchange;
  private final long mKey;
  private final long untilNs;
  private final BooleanSupplier isHeirThere;
  private final CompletableFuture<Boolean> named = new CompletableFuture<>();

  private SuccessorWatch(
      MadExchange exchange, long mKey, Duration patience, BooleanSupplier isHeirThere) {
    this.exchange = exchange;
    this.mKey = mKey;
    this.untilNs = System.nanoTime() + patience.toNanos();
    this.isHeirThere = isHeirThere;
  }

  /**
   * Asks the port again and again.
   *
   * @param mKey of the port in the term that ends
   * @param isHeirThere whether there is a node that may become the next master; asked after each
   *     look, for the others may have been told to stop as well
   * @return true once it names another master; false when it does not answer (as it does not from
   *     protection level 2 on once it has the M_Key of the next term), there is no heir any more,
   *     or patience has ended
   */
  static CompletionStage<Boolean> successorNamed(
      MadExchange exchange, long mKey, Duration patience, BooleanSupplier isHeirThere) {
    SuccessorWatch watch = new SuccessorWatch(exchange, mKey, patience, isHeirThere);
    watch.look();
    return watch.named;
  }

  private void look() {
    MadPacket ask =
        MadPacket.directed(
            Smp.get(
                DirectedRoute.LOCAL, AttributeId.PORT_INFO, exchange.port().portNumber(), mKey));
    exchange.request(
        new MadRequest(ask, exchange.port().portGuid(), ANSWER_TIMEOUT_MS, 0), this::looked);
  }

  private void looked(MadOutcome outcome) {
    if (!(outcome instanceof MadOutcome.Answered answered)) {
      named.complete(false);
      return;
    }
    PortInfo port = PortInfo.of(Smp.data(answered.reply()));
    if (port.masterSmLid() != port.lid()) {
      named.complete(true);
    } else if (!isHeirThere.getAsBoolean() || System.nanoTime() - untilNs >= 0) {
      named.complete(false);
    } else {
      CompletableFuture.delayedExecutor(LOOK_EVERY_MS, TimeUnit.MILLISECONDS).execute(this::look);
    }
  }
}
