package io.dateline.sm.node;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.sm.alive.Part;
import io.dateline.sm.alive.Probe;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks subnet administration for this node's own record, as a host would: through the port, at the
 * LID that the port has for its subnet manager. It is asked where this node answers questions and
 * its port is up, and has to be answered from the first answer on.
 *
 * <p>Where hosts ask so much that the node's own requests are dropped among theirs, whatever else
 * has been decided about a request is as good a sign.
 */
final class OwnRequest implements Probe {
  private static final Logger LOG = LoggerFactory.getLogger(OwnRequest.class);

  private static final int ADMINISTRATION = 1; // queue pair
  private static final int TIMEOUT_MS = 900;
  private static final int LOOPS_TRIED = 20; // until it is told that the way does not exist

  private final MadExchange exchange;
  private final OwnPort port;
  private final BooleanSupplier isAsked;
  private final LongSupplier decided;
  private final Runnable onDecided;
  private long decidedBefore;
  private boolean hasDecided; // since the turn before
  private boolean isExpected;
  private volatile boolean wasAnswered;
  private int unanswered; // before the first answer
  private volatile long answeredNs; // 0 before

  /**
   * Not asked yet.
   *
   * @param isAsked whether questions are answered at this node
   * @param decided requests that were answered, ever
   * @param onDecided told in a turn in which they are more
   */
  OwnRequest(
      MadExchange exchange,
      OwnPort port,
      BooleanSupplier isAsked,
      LongSupplier decided,
      Runnable onDecided) {
    this.exchange = exchange;
    this.port = port;
    this.isAsked = isAsked;
    this.decided = decided;
    this.onDecided = onDecided;
  }

  @Override
  public Part part() {
    return Part.OWN_REQUEST;
  }

  @Override
  public void turn() {
    long now = decided.getAsLong();
    hasDecided = now != decidedBefore;
    decidedBefore = now;
    if (hasDecided) {
      onDecided.run();
    }
    boolean canBeAnswered = isAsked.getAsBoolean() && port.namesItself();
    isExpected = canBeAnswered && wasAnswered;
    if (!canBeAnswered) {
      unanswered = 0;
    } else if (!wasAnswered) {
      tryFirst();
    }
  }

  @Override
  public boolean isExpected() {
    return isExpected;
  }

  /** A wire that does not take a port's packets to itself is no reason to end. */
  private void tryFirst() {
    unanswered++;
    if (unanswered == LOOPS_TRIED) {
      LOG.warn(
          "Subnet administration was not reached through this node's own port yet; it is watched"
              + " from inside alone");
    }
    send(() -> wasAnswered = true);
  }

  @Override
  public void ask(Runnable answered) {
    if (hasDecided) {
      answered.run();
    }
    send(answered);
  }

  private void send(Runnable answered) {
    int lid = port.managerLid();
    // The path to itself: any port may ask for it, also with sa_enhanced_trust_model.
    Gid own = new Gid(Gid.DEFAULT_PREFIX, exchange.port().portGuid());
    PathRecord record = new PathRecord().sgid(own).dgid(own);
    long mask = PathRecord.SGID.mask() | PathRecord.DGID.mask();
    Mad question = Sa.request(Mad.GET, AttributeId.PATH_RECORD, 0, mask, 0, record.bytes());
    exchange.request(
        new MadRequest(
            new MadPacket(question, ADMINISTRATION, lid, ADMINISTRATION, 0),
            MadRequest.OWN_PORT,
            TIMEOUT_MS,
            0),
        outcome -> {
          if (outcome instanceof MadOutcome.Answered || outcome instanceof MadOutcome.Refused) {
            answeredNs = System.nanoTime();
            answered.run();
          }
        });
  }

  /** Since the last answer, in ns; negative before there was one. */
  long answerAgeNs() {
    return answeredNs == 0 ? -1 : System.nanoTime() - answeredNs;
  }
}
