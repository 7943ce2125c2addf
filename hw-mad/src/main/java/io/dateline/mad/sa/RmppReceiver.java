package io.dateline.mad.sa;

import io.dateline.mad.Mad;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The receiving side of one RMPP transfer of the SA (IBA Vol 1, 13.6.6.1): a state machine without
 * thread and clock. Segments may come in any order within the window; those beyond it are dropped,
 * those that came before are acknowledged again, also after the end, for the last ACK may have been
 * lost. One thread uses a receiver at a time.
 */
public final class RmppReceiver {
  private static final RmppOutcome IN_PROGRESS = new RmppOutcome.InProgress();
  private static final int UNKNOWN = -1;

  private final RmppSettings settings;

  /** Data of segment s from (s - 1) * 200 on. */
  private byte[] data = new byte[0];

  /** Segments that came, by number. */
  private final BitSet arrived = new BitSet();

  private int inOrder; // every segment up to this one has come
  private int windowLast = 1;
  private int lastSegment = UNKNOWN;
  private int lastLength; // bytes of data in the last segment, once it has come
  private long payloadLength; // as the first segment states it, 0 for not stated
  private Mad first;
  private RmppOutcome outcome = IN_PROGRESS;

  public RmppReceiver(RmppSettings settings) {
    this.settings = settings;
  }

  /** A STOP for the sender of a packet whose transfer there is no room for. */
  public static Mad refusal(Mad data) {
    return RmppPackets.end(data, Rmpp.STATUS_RESOURCES_EXHAUSTED);
  }

  /** A packet of this transaction came; what is no active RMPP packet, or is an ACK, is ignored. */
  public RmppStep onMad(Mad mad) {
    SaHeader header = SaHeader.of(mad);
    if (outcome instanceof RmppOutcome.Failed || !header.isRmppActive()) {
      return RmppStep.of(outcome);
    }
    int bad = RmppPackets.check(header);
    if (bad != Rmpp.STATUS_NORMAL) {
      return fail(mad, bad);
    }
    return switch (header.rmppType()) {
      case Rmpp.TYPE_DATA -> onData(mad, header);
      case Rmpp.TYPE_STOP, Rmpp.TYPE_ABORT -> failByPeer(header.rmppStatus());
      default -> RmppStep.of(outcome);
    };
  }

  /** The sender has been silent for too long, or the whole transfer takes too long: gives up. */
  public RmppStep onTimeout() {
    if (!(outcome instanceof RmppOutcome.InProgress)) {
      return RmppStep.of(outcome);
    }
    int status = Rmpp.STATUS_TOTAL_TIME_TOO_LONG;
    if (first == null) {
      outcome = new RmppOutcome.Failed(status, false);
      return RmppStep.of(outcome);
    }
    return fail(first, status);
  }

  private RmppStep onData(Mad mad, SaHeader header) {
    long number = header.segmentNumber();
    boolean isFirst = (header.rmppFlags() & Rmpp.FIRST) != 0;
    if (number == 0 || isFirst != (number == 1)) {
      return fail(mad, Rmpp.STATUS_INCONSISTENT_FIRST);
    }
    if (number <= inOrder) {
      return acknowledge(mad);
    }
    if (number > windowLast || arrived.get((int) number)) {
      return RmppStep.of(outcome);
    }
    int segment = (int) number; // within the window from here on
    int bad = checkLength(header, segment);
    if (bad != Rmpp.STATUS_NORMAL) {
      return fail(mad, bad);
    }
    if (segment == 1) {
      first = mad;
    }
    store(mad, segment);
    return advance(mad);
  }

  /** Takes note of the lengths stated, and says what is wrong with them. */
  private int checkLength(SaHeader header, int segment) {
    boolean isLast = (header.rmppFlags() & Rmpp.LAST) != 0;
    if (lastSegment != UNKNOWN && (segment > lastSegment || isLast)) {
      return Rmpp.STATUS_INCONSISTENT_LENGTH;
    }
    if (segment == 1) {
      payloadLength = header.payloadLength();
    }
    int length = Rmpp.SEGMENT_DATA_BYTES;
    if (isLast) {
      long stated = header.payloadLength();
      boolean isLaterFound = arrived.nextSetBit(segment + 1) >= 0;
      if (stated < Rmpp.SA_HEADER_BYTES || stated > Rmpp.SEGMENT_PAYLOAD_BYTES || isLaterFound) {
        return Rmpp.STATUS_INCONSISTENT_LENGTH;
      }
      lastSegment = segment;
      lastLength = (int) stated - Rmpp.SA_HEADER_BYTES;
      length = lastLength;
    }
    long bytes = (segment - 1L) * Rmpp.SEGMENT_DATA_BYTES + length;
    long stated = payloadLength - segmentsIn(payloadLength) * Rmpp.SA_HEADER_BYTES;
    return Math.max(bytes, stated) > settings.bytesMax()
        ? Rmpp.STATUS_RESOURCES_EXHAUSTED
        : Rmpp.STATUS_NORMAL;
  }

  private static long segmentsIn(long payloadLength) {
    return (payloadLength + Rmpp.SEGMENT_PAYLOAD_BYTES - 1) / Rmpp.SEGMENT_PAYLOAD_BYTES;
  }

  private void store(Mad mad, int segment) {
    int end = segment * Rmpp.SEGMENT_DATA_BYTES;
    if (end > data.length) {
      int grown = Math.min(data.length * 2, settings.bytesMax());
      data = Arrays.copyOf(data, Math.max(end, grown));
    }
    System.arraycopy(
        mad.bytes(), Mad.SA_DATA, data, end - Rmpp.SEGMENT_DATA_BYTES, Rmpp.SEGMENT_DATA_BYTES);
    arrived.set(segment);
  }

  private RmppStep advance(Mad mad) {
    while (arrived.get(inOrder + 1)) {
      inOrder++;
    }
    if (inOrder == lastSegment) {
      return complete(mad);
    }
    if (inOrder < windowLast) {
      return RmppStep.of(outcome);
    }
    windowLast = inOrder + settings.windowSegments();
    return acknowledge(mad);
  }

  private RmppStep complete(Mad mad) {
    long stated =
        (lastSegment - 1L) * Rmpp.SEGMENT_PAYLOAD_BYTES + lastLength + Rmpp.SA_HEADER_BYTES;
    if (payloadLength != 0 && payloadLength != stated) {
      return fail(mad, Rmpp.STATUS_INCONSISTENT_LENGTH);
    }
    int length = (lastSegment - 1) * Rmpp.SEGMENT_DATA_BYTES + lastLength;
    windowLast = Math.max(windowLast, inOrder);
    outcome = new RmppOutcome.Received(first, Arrays.copyOf(data, length));
    data = null;
    return acknowledge(mad);
  }

  private RmppStep acknowledge(Mad mad) {
    return RmppStep.of(outcome, RmppPackets.ack(mad, inOrder, windowLast));
  }

  private RmppStep fail(Mad received, int status) {
    if (outcome instanceof RmppOutcome.Received) {
      return RmppStep.of(outcome);
    }
    data = null;
    outcome = new RmppOutcome.Failed(status, false);
    return RmppStep.of(outcome, RmppPackets.end(received, status));
  }

  private RmppStep failByPeer(int status) {
    if (outcome instanceof RmppOutcome.Received) {
      return RmppStep.of(outcome);
    }
    data = null;
    outcome = new RmppOutcome.Failed(status, true);
    return RmppStep.of(outcome);
  }
}
