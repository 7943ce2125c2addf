package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.hops.Nearing;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/** The ports that lead to a switch one hop nearer by a turn that is allowed. */
final class LegalPorts implements Nearing {
  private static final short NOTHING_ABOVE = 1; // is compared with even numbers
  private static final short NOTHING_BELOW = 0; // no switch begins with its own LIDs upwards

  private final SwitchGraph graph;
  private final SwitchOrder order;
  private final LegalPaths paths;
  private final short[] above; // by switch: what the code of an upper neighbour looks like, less 1
  private final short[] below; // by switch: what the code of a lower neighbour looks like

  LegalPorts(SwitchGraph graph, SwitchOrder order, LegalPaths paths) {
    this.graph = graph;
    this.order = order;
    this.paths = paths;
    above = new short[graph.switchCount];
    below = new short[graph.switchCount];
  }

  @Override
  public void find(int node, long[] sets, int words) {
    short[] own = paths.codes(node);
    boolean anyForced = expect(own);
    int first = graph.first[node];
    for (int index = 0; index < graph.degree(node); index++) {
      int other = graph.to[first + index];
      if (order.isAbove(other, node)) {
        add(paths.codes(other), ~1, above, index, sets, words);
      } else {
        add(paths.codes(other), ~0, below, index, sets, words);
        if (paths.valleys().isEnd(node, other)) {
          addTurns(own, other, index, sets, words);
        }
      }
      if (anyForced) {
        addForced(own, paths.codes(other), index, sets, words);
      }
    }
    if (paths.valleys().ends(node).length > 0) {
      dropOthersThanEnds(node, sets, words);
    }
  }

  @Override
  public boolean qualifies(int node, int channel, int to) {
    short own = paths.codes(node)[to];
    int other = graph.to[channel];
    short beyond = paths.codes(other)[to];
    if (own == LegalPaths.UNREACHED || beyond == LegalPaths.UNREACHED) {
      return false;
    }
    if (LegalPaths.distance(beyond) != LegalPaths.distance(own) - 1) {
      return false;
    }
    if (LegalPaths.isForced(own)) {
      return true;
    }
    if (order.isAbove(other, node)) {
      return !LegalPaths.isDown(own)
          && !LegalPaths.isForced(beyond)
          && (isEndOf(other, node) || !isIn(paths.narrow(node), to));
    }
    return LegalPaths.isDown(own)
        && !LegalPaths.isForced(beyond)
        && (LegalPaths.isDown(beyond)
            || (paths.valleys().isEnd(node, other) && isIn(paths.open(other), to)));
  }

  private boolean isEndOf(int node, int valley) {
    return paths.valleys().isEnd(node, valley);
  }

  private static boolean isIn(long[] set, int to) {
    return set != null && (set[to >>> 6] >>> to & 1) != 0;
  }

  @Override
  public void distances(int to, int[] distances) {
    for (int node = 0; node < distances.length; node++) {
      short code = paths.codes(node)[to];
      distances[node] = code == LegalPaths.UNREACHED ? Fabric.NONE : LegalPaths.distance(code);
    }
  }

  /** Not where the order of the switches or their valleys are others. */
  @Override
  public Optional<BitSet> changesSince(Nearing before) {
    if (!(before instanceof LegalPorts other)
        || !paths.valleys().areSame(other.paths.valleys())
        || !Arrays.equals(order.topDown(), other.order.topDown())) {
      return Optional.empty();
    }
    BitSet changed = new BitSet();
    for (int valley : paths.valleys().switches()) {
      changed.or(difference(paths.open(valley), other.paths.open(valley)));
      changed.or(difference(paths.narrow(valley), other.paths.narrow(valley)));
    }
    for (int node = 0; node < above.length; node++) {
      short[] now = paths.codes(node);
      short[] was = other.paths.codes(node);
      for (int to = Arrays.mismatch(now, was); to >= 0; to = mismatch(now, was, to + 1)) {
        changed.set(to);
      }
    }
    return Optional.of(changed);
  }

  private static BitSet difference(long[] now, long[] was) {
    BitSet difference = BitSet.valueOf(now);
    difference.xor(BitSet.valueOf(was));
    return difference;
  }

  private static int mismatch(short[] now, short[] was, int from) {
    int found = Arrays.mismatch(now, from, now.length, was, from, was.length);
    return found < 0 ? found : from + found;
  }

  private void dropOthersThanEnds(int valley, long[] sets, int words) {
    int first = graph.first[valley];
    long[] others = new long[words];
    for (int index = 0; index < graph.degree(valley); index++) {
      if (!paths.valleys().isEnd(graph.to[first + index], valley)) {
        others[index >>> 6] |= 1L << (index & 63);
      }
    }
    long[] narrow = paths.narrow(valley);
    for (int word = 0; word < narrow.length; word++) {
      for (long rest = narrow[word]; rest != 0; rest &= rest - 1) {
        int to = word * Long.SIZE + Long.numberOfTrailingZeros(rest);
        for (int i = 0; i < words; i++) {
          sets[to * words + i] &= ~others[i];
        }
      }
    }
  }

  /** Notes what codes neighbours must have, and returns whether any path breaks the rules. */
  private boolean expect(short[] own) {
    boolean anyForced = false;
    for (int to = 0; to < own.length; to++) {
      short code = own[to];
      above[to] = NOTHING_ABOVE;
      below[to] = NOTHING_BELOW;
      if (code < 0) {
        anyForced |= LegalPaths.isForced(code);
      } else if (LegalPaths.isDown(code)) {
        // At the destination itself this is -1, which no neighbour of a reached switch has.
        below[to] = (short) (code - 2);
      } else {
        above[to] = (short) (code - 2);
      }
    }
    return anyForced;
  }

  private static void add(
      short[] codes, int mask, short[] wanted, int index, long[] sets, int words) {
    long bit = 1L << (index & 63);
    for (int to = 0, at = index >>> 6; to < wanted.length; to++, at += words) {
      if ((codes[to] & mask) == wanted[to]) {
        sets[at] |= bit;
      }
    }
  }

  private void addTurns(short[] own, int valley, int index, long[] sets, int words) {
    short[] codes = paths.codes(valley);
    long[] open = paths.open(valley);
    for (int word = 0; word < open.length; word++) {
      for (long rest = open[word]; rest != 0; rest &= rest - 1) {
        int to = word * Long.SIZE + Long.numberOfTrailingZeros(rest);
        if (own[to] == LegalPaths.code(LegalPaths.distance(codes[to]) + 1, true)) {
          sets[to * words + (index >>> 6)] |= 1L << (index & 63);
        }
      }
    }
  }

  private static void addForced(short[] own, short[] codes, int index, long[] sets, int words) {
    for (int to = 0; to < own.length; to++) {
      if (LegalPaths.isForced(own[to])
          && codes[to] != LegalPaths.UNREACHED
          && LegalPaths.distance(codes[to]) == LegalPaths.distance(own[to]) - 1) {
        sets[to * words + (index >>> 6)] |= 1L << (index & 63);
      }
    }
  }
}
