package io.dateline.mad.sa;

import io.dateline.mad.Mad;
import java.util.ArrayList;
import java.util.List;

/**
 * The sending side of one RMPP transfer of the SA (IBA Vol 1, 13.6.6.2): a state machine without
 * thread and clock. Every event returns what to send and where the transfer stands; once it is
 * over, events do nothing.
 *
 * <pre>
 *   segment   1 .. lastAck | lastAck+1 .. next-1 | next .. windowLast | .. segmentCount
 *             acknowledged | sent                | may be sent        | must wait
 * </pre>
 *
 * <p>The window is 1 at first and then what the receiver says. A timeout sends again from the first
 * unacknowledged segment on. One thread uses a sender at a time.
 */
public final class RmppSender {
  private static final RmppOutcome IN_PROGRESS = new RmppOutcome.InProgress();

  private final Mad header;
  private final byte[] data;
  private final RmppSettings settings;
  private final int segmentCount;

  private int lastAck;
  private int next = 1;
  private int sentLast; // the highest ever sent; a timeout takes next back, but not this
  private long windowLast = 1;
  private int retriesLeft;
  private RmppOutcome outcome = IN_PROGRESS;

  /**
   * A transfer that has not begun.
   *
   * @param header common header and SA header of every segment, as {@link io.dateline.mad.sa.Sa}
   *     makes it, with the AttributeOffset
   * @param data the records, one after another; not copied, must not change
   */
  public RmppSender(Mad header, byte[] data, RmppSettings settings) {
    this.header = header;
    this.data = data;
    this.settings = settings;
    int full = Rmpp.SEGMENT_DATA_BYTES;
    this.segmentCount = Math.max(1, (int) ((data.length + full - 1L) / full));
    this.retriesLeft = settings.retriesMax();
  }

  public int segmentCount() {
    return segmentCount;
  }

  /** Sends the first segment. */
  public RmppStep start() {
    return sendWindow();
  }

  /** The segments of the last step are sent; sends what else the window allows. */
  public RmppStep onReady() {
    return sendWindow();
  }

  /** A packet of this transaction came; what is no active RMPP packet, or is DATA, is ignored. */
  public RmppStep onMad(Mad mad) {
    SaHeader received = SaHeader.of(mad);
    if (isOver() || !received.isRmppActive()) {
      return RmppStep.of(outcome);
    }
    int bad = RmppPackets.check(received);
    if (bad != Rmpp.STATUS_NORMAL) {
      return failOver(mad, bad);
    }
    return switch (received.rmppType()) {
      case Rmpp.TYPE_ACK -> onAck(mad, received);
      case Rmpp.TYPE_STOP, Rmpp.TYPE_ABORT -> failByPeer(received.rmppStatus());
      default -> RmppStep.of(outcome);
    };
  }

  /** No packet of this transaction came for as long as the caller cares to wait. */
  public RmppStep onTimeout() {
    if (isOver()) {
      return RmppStep.of(outcome);
    }
    if (retriesLeft == 0) {
      int status = Rmpp.STATUS_TOO_MANY_RETRIES;
      return fail(status, RmppPackets.endOwn(header, status));
    }
    retriesLeft--;
    next = lastAck + 1;
    return sendWindow();
  }

  /** The resources are needed for others: the receiver is told so (IBA Vol 1, 13.6). */
  public RmppStep giveUp() {
    if (isOver()) {
      return RmppStep.of(outcome);
    }
    int status = Rmpp.STATUS_RESOURCES_EXHAUSTED;
    return fail(status, RmppPackets.endOwn(header, status));
  }

  private RmppStep onAck(Mad mad, SaHeader ack) {
    long segment = ack.segmentNumber();
    long newWindowLast = ack.newWindowLast();
    if (newWindowLast < segment) {
      return failOver(mad, Rmpp.STATUS_WINDOW_TOO_SMALL);
    }
    if (segment > sentLast) {
      return failOver(mad, Rmpp.STATUS_SEGMENT_TOO_BIG);
    }
    if (segment == segmentCount) {
      outcome = new RmppOutcome.Sent();
      return RmppStep.of(outcome);
    }
    if (segment < lastAck || newWindowLast < windowLast) {
      return RmppStep.of(outcome); // an older ACK that came late
    }
    if (segment > lastAck) {
      lastAck = (int) segment;
      retriesLeft = settings.retriesMax();
    }
    windowLast = newWindowLast;
    next = Math.max(next, lastAck + 1);
    return sendWindow();
  }

  private RmppStep sendWindow() {
    if (isOver()) {
      return RmppStep.of(outcome);
    }
    int windowEnd = (int) Math.min(windowLast, segmentCount);
    int end = Math.min(windowEnd, next + settings.burstSegments() - 1);
    List<Mad> segments = new ArrayList<>(Math.max(0, end - next + 1));
    while (next <= end) {
      segments.add(segment(next++));
    }
    sentLast = Math.max(sentLast, end);
    return new RmppStep(segments, outcome, next <= windowEnd);
  }

  /** DATA segment {@code number}, from 1 to {@link #segmentCount}. */
  private Mad segment(int number) {
    int from = (number - 1) * Rmpp.SEGMENT_DATA_BYTES;
    int length = Math.min(Rmpp.SEGMENT_DATA_BYTES, data.length - from);
    boolean isFirst = number == 1;
    boolean isLast = number == segmentCount;
    Mad mad = header.copy();
    SaHeader.of(mad)
        .rmppVersion(Rmpp.VERSION)
        .rmppType(Rmpp.TYPE_DATA)
        .rRespTime(Rmpp.RESP_TIME_NONE)
        .rmppFlags(Rmpp.ACTIVE | (isFirst ? Rmpp.FIRST : 0) | (isLast ? Rmpp.LAST : 0))
        .rmppStatus(Rmpp.STATUS_NORMAL)
        .segmentNumber(number)
        .payloadLength(payloadLength(isFirst, isLast, length));
    System.arraycopy(data, from, mad.bytes(), Mad.SA_DATA, length);
    return mad;
  }

  /**
   * IBA Vol 1, 13.6.2.3: the first segment states what follows the RMPP headers in all segments,
   * the last one what follows in this one, and every segment repeats the SA header.
   */
  private long payloadLength(boolean isFirst, boolean isLast, int length) {
    if (isFirst) {
      return data.length + (long) segmentCount * Rmpp.SA_HEADER_BYTES;
    }
    return isLast ? length + Rmpp.SA_HEADER_BYTES : 0;
  }

  private boolean isOver() {
    return !(outcome instanceof RmppOutcome.InProgress);
  }

  private RmppStep failOver(Mad received, int status) {
    return fail(status, RmppPackets.end(received, status));
  }

  private RmppStep fail(int status, Mad notice) {
    outcome = new RmppOutcome.Failed(status, false);
    return RmppStep.of(outcome, notice);
  }

  private RmppStep failByPeer(int status) {
    outcome = new RmppOutcome.Failed(status, true);
    return RmppStep.of(outcome);
  }
}
