package io.dateline.sim;

import io.dateline.fabric.Lid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.BadMKeyDetails;
import io.dateline.mad.attribute.LinkStateDetails;
import io.dateline.mad.attribute.LocalChangesDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.NoticeDetails;
import io.dateline.mad.attribute.PortErrorDetails;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.TrapNumber;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;

/**
 * The traps of every node (IBA Vol 1, 13.4.9 and 14.2.5.1). A trap goes to the port's MasterSMLID
 * and is sent again until a TrapRepress with its transaction ID comes, a bounded number of times. A
 * node that has no LID, or knows no SM, has nowhere to send it and says nothing. Of each kind a
 * port has one trap under way: news replace it.
 */
final class TrapAgent {
  /** Sends a trap on its way from an end port. */
  @FunctionalInterface
  interface Carrier {
    void carry(int port, Mad trap);
  }

  private static final int M_KEY_PATH_MAX = 30;

  private static final class Pending {
    private final long kind;
    private final int port;
    private final Mad trap;
    private int tries;
    private long dueMs;
    private boolean isOver;

    private Pending(long kind, int port, Mad trap) {
      this.kind = kind;
      this.port = port;
      this.trap = trap;
    }
  }

  private final SimulatedState state;
  private final Carrier carrier;
  private final Long2ObjectOpenHashMap<Pending> pending = new Long2ObjectOpenHashMap<>(); // by kind
  private final Long2ObjectOpenHashMap<Pending> byTransaction = new Long2ObjectOpenHashMap<>();
  private final ArrayDeque<Pending> waiting = new ArrayDeque<>(); // in order of dueMs
  private long lastTransactionId;
  private long sent;

  TrapAgent(SimulatedState state, Carrier carrier) {
    this.state = state;
    this.carrier = carrier;
  }

  /** Trap 128: ports of a switch went up or down. */
  void linkState(int switchNode, long nowMs) {
    int port = state.fabric.port(switchNode, 0);
    LinkStateDetails details = new LinkStateDetails().lidAddr(state.lid(port));
    raise(port, TrapNumber.LINK_STATE, 0, Notice.TYPE_URGENT, details, nowMs);
  }

  /** Traps 129 to 131: errors at an external port. */
  void portError(int port, int trapNumber, long nowMs) {
    int from = state.managementPort(port);
    int number = state.fabric.portNumber(port);
    PortErrorDetails details = new PortErrorDetails().lidAddr(state.lid(from)).portNo(number);
    raise(from, trapNumber, number, Notice.TYPE_URGENT, details, nowMs);
  }

  /** Trap 144: the capability mask of an end port changed. */
  void capabilityMask(int port, long nowMs) {
    PortInfo info = state.portInfo(port);
    LocalChangesDetails details =
        new LocalChangesDetails()
            .lidAddr(state.lid(port))
            .capabilityMask(info.capabilityMask())
            .capabilityMask2(info.capabilityMask2());
    raise(port, TrapNumber.LOCAL_CHANGES, 0, Notice.TYPE_INFORMATIONAL, details, nowMs);
  }

  /** Trap 144: the node of an end port calls itself otherwise. */
  void nodeDescription(int port, long nowMs) {
    LocalChangesDetails details =
        new LocalChangesDetails()
            .lidAddr(state.lid(port))
            .otherLocalChanges(true)
            .nodeDescriptionChange(true);
    raise(port, TrapNumber.LOCAL_CHANGES, 0, Notice.TYPE_INFORMATIONAL, details, nowMs);
  }

  /** Trap 256: an SMP came with a wrong M_Key. One at a time is told of. */
  void badMKey(int arrival, Mad smp, int sourceLid, long nowMs) {
    int port = state.managementPort(arrival);
    if (pending.containsKey(kind(port, TrapNumber.BAD_M_KEY, 0))) {
      return;
    }
    BadMKeyDetails details =
        new BadMKeyDetails()
            .lidAddr(sourceLid)
            .method(smp.method())
            .attributeId(smp.attributeId())
            .attributeModifier(smp.attributeModifier())
            .mKey(smp.mKey());
    if (smp.isDirectedRoute()) {
      int hops = Math.min(smp.hopCount(), M_KEY_PATH_MAX);
      details
          .drSlid(Lid.PERMISSIVE)
          .drNotice(true)
          .drPathTruncated(smp.hopCount() > M_KEY_PATH_MAX)
          .drHopCount(hops);
      for (int hop = 1; hop <= hops; hop++) {
        details.drNoticeReturnPath(hop - 1, smp.returnPath(hop));
      }
    }
    raise(port, TrapNumber.BAD_M_KEY, 0, Notice.TYPE_SECURITY, details, nowMs);
  }

  private void raise(
      int port, int trapNumber, int detail, int type, NoticeDetails details, long nowMs) {
    if (state.lid(port) == 0 || state.masterSmLid(port) == 0) {
      return;
    }
    Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0).transactionId(++lastTransactionId);
    Notice.in(trap.bytes(), Mad.SMP_DATA)
        .isGeneric(true)
        .type(type)
        .producerType(state.fabric.type(state.fabric.nodeOf(port)).code())
        .trapNumber(trapNumber)
        .issuerLid(state.lid(port))
        .dataDetails(details.bytes());
    Pending news = new Pending(kind(port, trapNumber, detail), port, trap);
    Pending old = pending.get(news.kind);
    if (old != null) {
      finish(old);
    }
    pending.put(news.kind, news);
    byTransaction.put(lastTransactionId, news);
    send(news, nowMs);
  }

  private static long kind(int port, int trapNumber, int detail) {
    return (long) port << 32 | (long) trapNumber << 8 | detail;
  }

  /**
   * Ends a trap of an end port; false where it is none of the node's own, which then is that of a
   * program at the port.
   */
  boolean repress(int port, Mad repress) {
    Pending one = byTransaction.get(repress.transactionId());
    if (one == null || one.port != port) {
      return false;
    }
    finish(one);
    return true;
  }

  /** Sends again what has waited long enough. */
  void advance(long nowMs) {
    while (!waiting.isEmpty() && (waiting.peek().isOver || waiting.peek().dueMs <= nowMs)) {
      Pending one = waiting.remove();
      if (one.isOver) {
        continue;
      }
      boolean isOff = !state.powered[state.fabric.nodeOf(one.port)];
      if (isOff || one.tries == state.options.trapTries()) {
        finish(one);
      } else {
        send(one, nowMs);
      }
    }
  }

  private void send(Pending one, long nowMs) {
    one.tries++;
    one.dueMs = nowMs + state.options.trapRepeatMs();
    waiting.add(one);
    sent++;
    carrier.carry(one.port, one.trap.copy());
  }

  private void finish(Pending one) {
    one.isOver = true;
    pending.remove(one.kind);
    byTransaction.remove(one.trap.transactionId());
  }

  /** When there is something to send again, {@link Long#MAX_VALUE} for never. */
  long nextDeadlineMs() {
    return waiting.isEmpty() ? Long.MAX_VALUE : waiting.peek().dueMs;
  }

  /** Traps sent, repetitions included. */
  long sent() {
    return sent;
  }
}
