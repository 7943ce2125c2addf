package io.dateline.sim;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.PortInfo;
import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.objects.ObjectIterator;

/**
 * Which programs may read and write the attributes of a port (IBA Vol 1, 14.2.4). A port without a
 * key lets every program do everything. With a key, by protection level:
 *
 * <pre>
 *        Set       Get without the key
 *   0    key       allowed, shows the key
 *   1    key       allowed, shows a key of 0
 *   2,3  key       refused
 * </pre>
 *
 * <p>What is refused is dropped without an answer and counted in M_KeyViolations. A refusal starts
 * the lease, if there is one; unless the key is used before it runs out, the protection level falls
 * to 0, so that an SM that lost the key can read it.
 */
final class MKeyGuard {
  private final SimulatedState state;
  private final Int2LongLinkedOpenHashMap leaseEnds = new Int2LongLinkedOpenHashMap(); // by port
  private long refusedGets;
  private long refusedSets;

  MKeyGuard(SimulatedState state) {
    this.state = state;
  }

  /**
   * Whether {@code smp}, a Get or Set, may go on; {@code port} is the management port it is for.
   */
  boolean admits(Mad smp, int port, long nowMs) {
    PortInfo info = state.portInfo(port);
    if (info.mKey() == 0) {
      return true;
    }
    if (smp.mKey() == info.mKey()) {
      leaseEnds.remove(port);
      return true;
    }
    boolean isSet = smp.method() == Mad.SET;
    if (!isSet && info.mKeyProtectBits() <= 1) {
      return true;
    }
    if (isSet) {
      refusedSets++;
    } else {
      refusedGets++;
    }
    info.mKeyViolations(Math.min(info.mKeyViolations() + 1, 0xFFFF));
    if (info.mKeyLeasePeriod() != 0 && !leaseEnds.containsKey(port)) {
      leaseEnds.put(port, nowMs + info.mKeyLeasePeriod() * 1000L);
    }
    return false;
  }

  /** Whether the answer to an admitted {@code smp} may show the key. */
  boolean mayShowKey(Mad smp, int port) {
    PortInfo info = state.portInfo(port);
    return info.mKeyProtectBits() == 0 || smp.mKey() == info.mKey();
  }

  /** Ends the leases that have run out. */
  void advance(long nowMs) {
    if (leaseEnds.isEmpty()) {
      return;
    }
    ObjectIterator<Int2LongMap.Entry> leases = leaseEnds.int2LongEntrySet().fastIterator();
    while (leases.hasNext()) {
      Int2LongMap.Entry lease = leases.next();
      if (lease.getLongValue() <= nowMs) {
        state.portInfo(lease.getIntKey()).mKeyProtectBits(0);
        leases.remove();
      }
    }
  }

  /** When the next lease runs out, {@link Long#MAX_VALUE} for never. */
  long nextDeadlineMs() {
    long next = Long.MAX_VALUE;
    for (long end : leaseEnds.values()) {
      next = Math.min(next, end);
    }
    return next;
  }

  /** Forgets the lease of a port that was switched off. */
  void forget(int port) {
    leaseEnds.remove(port);
  }

  long refusedGets() {
    return refusedGets;
  }

  long refusedSets() {
    return refusedSets;
  }
}
