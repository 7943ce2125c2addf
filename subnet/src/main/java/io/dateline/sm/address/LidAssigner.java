package io.dateline.sm.address;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Decides LIDs. A port keeps, in this order: what the book says, if it has the size the LMC asks
 * for; what it was found with, if that is aligned and no other port's; the lowest free range. The
 * subnet manager's own port comes first, then port GUIDs ascending. LIDs of ports that are away
 * stay reserved until nothing else is left. After another subnet manager, what ports were found
 * with goes before the book, and takes what is reserved.
 *
 * <p>An instance serves one plan and one thread.
 */
public final class LidAssigner {
  private static final int WITHOUT_TOLD = 10; // ports without a LID that are named

  private final Fabric fabric;
  private final LidBook book;
  private final int lmc;
  private final boolean lmcOnEnhancedPort0;
  private final int lidMax;
  private final BitSet taken = new BitSet(Lid.UNICAST_MAX + 1); // by LID
  private final BitSet reserved =
      new BitSet(Lid.UNICAST_MAX + 1); // by LID, for ports that are away
  private final LongArrayList away = new LongArrayList(); // port GUIDs, ascending
  private final int[] baseLids; // by port
  private final LongArrayList released = new LongArrayList();
  private final List<String> warnings = new ArrayList<>();
  private final int[] searchFrom = new int[Lid.LMC_MAX + 1]; // by LMC: nothing free lies below

  private LidAssigner(
      Fabric fabric, LidBook book, int lmc, boolean lmcOnEnhancedPort0, int lidMax) {
    this.fabric = fabric;
    this.book = book;
    this.lmc = lmc;
    this.lmcOnEnhancedPort0 = lmcOnEnhancedPort0;
    this.lidMax = lidMax;
    baseLids = new int[fabric.portCount()];
  }

  /**
   * Plans the LIDs of a fabric.
   *
   * @param ownPort end port of the subnet manager
   * @param lmc LMC of end ports, 0 to 7; port 0 of a base switch always has one LID
   * @param lmcOnEnhancedPort0 whether enhanced port 0s have {@code 2^lmc} too
   * @param lidMax the largest LID that every switch can look up: its LinearFDBCap is above that
   */
  public static LidPlan plan(
      Fabric fabric, LidBook book, int ownPort, int lmc, boolean lmcOnEnhancedPort0, int lidMax) {
    return new LidAssigner(fabric, book, lmc, lmcOnEnhancedPort0, lidMax).plan(ownPort);
  }

  /** As the other, where switches can look up every LID. */
  public static LidPlan plan(
      Fabric fabric, LidBook book, int ownPort, int lmc, boolean lmcOnEnhancedPort0) {
    return plan(fabric, book, ownPort, lmc, lmcOnEnhancedPort0, Lid.UNICAST_MAX);
  }

  /** As the other, after another subnet manager: its LIDs stay as they are. */
  public static LidPlan planAfterAnother(
      Fabric fabric, LidBook book, int ownPort, int lmc, boolean lmcOnEnhancedPort0, int lidMax) {
    return new LidAssigner(fabric, book, lmc, lmcOnEnhancedPort0, lidMax).planAfterAnother(ownPort);
  }

  /**
   * As {@link #plan}, but for nothing that was: neither the book nor what ports were found with
   * counts, and ports that are away lose what they had.
   */
  public static LidPlan planAnew(
      Fabric fabric, LidBook book, int ownPort, int lmc, boolean lmcOnEnhancedPort0, int lidMax) {
    return new LidAssigner(fabric, book, lmc, lmcOnEnhancedPort0, lidMax).planAnew(ownPort);
  }

  private LidPlan planAnew(int ownPort) {
    int[] order = order(ownPort);
    for (long guid : book.portGuids()) {
      if (fabric.endPortByGuid(guid) == Fabric.NONE) {
        released.add(guid);
      }
    }
    giveFree(order);
    return result(order);
  }

  private LidPlan plan(int ownPort) {
    int[] order = order(ownPort);
    keepBooked(order);
    reserveForAbsent();
    keepFound(order);
    giveFree(order);
    return result(order);
  }

  private LidPlan planAfterAnother(int ownPort) {
    int[] order = order(ownPort);
    keepFound(order);
    keepBooked(order);
    reserveForAbsent();
    giveFree(order);
    return result(order);
  }

  private int[] order(int ownPort) {
    Integer[] ports = Arrays.stream(fabric.endPorts()).boxed().toArray(Integer[]::new);
    Arrays.sort(
        ports,
        (a, b) -> {
          if (a == ownPort || b == ownPort) {
            return a.equals(b) ? 0 : a == ownPort ? -1 : 1;
          }
          return Long.compareUnsigned(fabric.portGuid(a), fabric.portGuid(b));
        });
    return Arrays.stream(ports).mapToInt(Integer::intValue).toArray();
  }

  private int lmcOf(int port) {
    int node = fabric.nodeOf(port);
    boolean single =
        fabric.isSwitch(node) && !(lmcOnEnhancedPort0 && fabric.hasEnhancedPort0(node));
    return single ? 0 : lmc;
  }

  private void keepBooked(int[] order) {
    for (int port : order) {
      long guid = fabric.portGuid(port);
      int base = book.baseLid(guid);
      if (baseLids[port] == Lid.NONE && base != Lid.NONE && book.lmc(guid) == lmcOf(port)) {
        takeIfFree(port, base);
      }
    }
  }

  private void reserveForAbsent() {
    LongOpenHashSet present = new LongOpenHashSet();
    for (int port : fabric.endPorts()) {
      present.add(fabric.portGuid(port));
    }
    for (long guid : book.portGuids()) {
      if (present.contains(guid)) {
        continue;
      }
      int end = book.baseLid(guid) + (1 << book.lmc(guid));
      int firstTaken = taken.nextSetBit(book.baseLid(guid));
      if (firstTaken >= 0 && firstTaken < end) {
        released.add(guid); // another subnet manager has given it away
      } else if (end - 1 <= lidMax) {
        away.add(guid);
        reserved.set(book.baseLid(guid), end);
      }
    }
  }

  private void keepFound(int[] order) {
    for (int port : order) {
      int base = fabric.foundLid(port);
      if (baseLids[port] != Lid.NONE || base == Lid.NONE) {
        continue;
      }
      int count = 1 << lmcOf(port);
      int firstReserved = reserved.nextSetBit(base);
      boolean free = firstReserved < 0 || firstReserved >= base + count;
      if (!free || !takeIfFree(port, base)) {
        warnings.add(
            "%s was found with LID %d, which %s; it gets another"
                .formatted(
                    Guid.format(fabric.portGuid(port)),
                    base,
                    base + count - 1 > lidMax
                        ? "is above %d, the last one that all switches can look up"
                            .formatted(lidMax)
                        : "is not free for it"));
      }
    }
  }

  private boolean takeIfFree(int port, int base) {
    int count = 1 << lmcOf(port);
    if ((base & (count - 1)) != 0 || !Lid.isUnicast(base) || base + count - 1 > lidMax) {
      return false;
    }
    int next = taken.nextSetBit(base);
    if (next >= 0 && next < base + count) {
      return false;
    }
    taken.set(base, base + count);
    baseLids[port] = base;
    return true;
  }

  private void giveFree(int[] order) {
    int without = 0;
    for (int port : order) {
      if (baseLids[port] != Lid.NONE) {
        continue;
      }
      int portLmc = lmcOf(port);
      int base = findFree(portLmc);
      while (base == Lid.NONE && !away.isEmpty()) {
        releaseOne();
        base = findFree(portLmc);
      }
      if (base == Lid.NONE) {
        without++;
        if (without <= WITHOUT_TOLD) {
          warnings.add(
              "no LID up to %d is left for port %s: it is not served"
                  .formatted(lidMax, Guid.format(fabric.portGuid(port))));
        }
        continue;
      }
      taken.set(base, base + (1 << portLmc));
      baseLids[port] = base;
    }
    if (without > WITHOUT_TOLD) {
      warnings.add("%d more ports are without a LID".formatted(without - WITHOUT_TOLD));
    }
  }

  /** The lowest free aligned range of {@code 2^portLmc} LIDs, or {@link Lid#NONE}. */
  private int findFree(int portLmc) {
    int count = 1 << portLmc;
    int base = align(Math.max(searchFrom[portLmc], Lid.UNICAST_MIN), count);
    while (base + count - 1 <= lidMax) {
      int end = base + count;
      int blocker = Math.max(lastSetBelow(taken, end), lastSetBelow(reserved, end));
      if (blocker < base) {
        searchFrom[portLmc] = base;
        return base;
      }
      base = align(blocker + 1, count);
    }
    return Lid.NONE;
  }

  private static int lastSetBelow(BitSet bits, int end) {
    return bits.previousSetBit(end - 1);
  }

  private static int align(int lid, int count) {
    return (lid + count - 1) & -count;
  }

  private void releaseOne() {
    long guid = away.removeLong(0);
    released.add(guid);
    reserved.clear(book.baseLid(guid), book.baseLid(guid) + (1 << book.lmc(guid)));
    Arrays.fill(searchFrom, Lid.UNICAST_MIN);
    warnings.add(
        "LIDs are running out: %s, which is away, gives up LID %d"
            .formatted(Guid.format(guid), book.baseLid(guid)));
  }

  private LidPlan result(int[] order) {
    LidMap.Builder lids = new LidMap.Builder(fabric);
    LongArrayList newGuids = new LongArrayList();
    IntArrayList newBases = new IntArrayList();
    IntArrayList newLmcs = new IntArrayList();
    for (int port : order) {
      int base = baseLids[port];
      if (base == Lid.NONE) {
        continue;
      }
      int portLmc = lmcOf(port);
      long guid = fabric.portGuid(port);
      lids.assign(port, base, portLmc);
      if (book.baseLid(guid) != base || book.lmc(guid) != portLmc) {
        newGuids.add(guid);
        newBases.add(base);
        newLmcs.add(portLmc);
      }
    }
    byte[] lmcs = new byte[newLmcs.size()];
    for (int i = 0; i < lmcs.length; i++) {
      lmcs[i] = (byte) newLmcs.getInt(i);
    }
    return new LidPlan(
        lids.build(),
        newGuids.toLongArray(),
        newBases.toIntArray(),
        lmcs,
        released.toLongArray(),
        List.copyOf(warnings));
  }
}
