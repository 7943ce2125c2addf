package io.dateline.routing.updown;

import io.dateline.fabric.Fabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Switches where a path that has come down may go up again.
 *
 * <p>Paths that only go up and then down never join two tops that have something in common below
 * them only: two spines of a fat tree, or the halves of a damaged one. A valley is a switch below
 * several such parts at which packets may turn from any of its <em>ends</em>, upper neighbours one
 * in each part, to any other of them.
 *
 * <pre>
 *      r1    r2        packets come from r1 down to v and go up to r2:
 *       \    /         v is a valley with the ends r1 and r2
 *         v
 * </pre>
 *
 * <p><em>No credit loop.</em> All valleys and everything above them make up a set of switches, the
 * basin's rim. A packet that leaves it goes down, and from below it no further turn leads up again,
 * for what is below and outside the rim has no valley. A circle of channels that wait for each
 * other would have to turn upwards somewhere, so it lies within the rim. There every new valley is
 * tried: the channels of the rim are put in an order such that every turn that is allowed leads
 * from an earlier to a later one (Dally and Seitz, "Deadlock-Free Message Routing in Multiprocessor
 * Interconnection Networks", 1987); where there is no such order the valley is given up.
 *
 * <p>Immutable once made.
 */
final class Valleys {
  /** The first attempt of the second kind. */
  static final int WIDEST = 16;

  private final UpDownLinks links;
  private final int[][] ends; // by switch, ascending; null where it is no valley
  private final List<Integer> switches = new ArrayList<>();
  private final BitSet rim = new BitSet(); // valleys and all that is above them

  private Valleys(UpDownLinks links) {
    this.links = links;
    ends = new int[links.switchCount()][];
  }

  /**
   * Makes valleys that join all tops, as far as that is possible.
   *
   * @param adapters by switch: adapter and router ports cabled to it
   * @param attempt from 0 on; each begins at another switch, from {@link #WIDEST} on at one that
   *     joins as many as it can by itself
   */
  static Valleys of(UpDownLinks links, int[] adapters, int attempt) {
    Valleys valleys = new Valleys(links);
    TopGroups groups = new TopGroups(links, adapters);
    BitSet tried = new BitSet();
    int first = attempt < WIDEST ? groups.best(tried, attempt) : groups.widest(attempt - WIDEST);
    for (int hub = first; hub != Fabric.NONE; hub = groups.best(tried, 0)) {
      tried.set(hub);
      valleys.dig(hub, groups);
    }
    return valleys;
  }

  /** Valleys, in the order they were made. */
  List<Integer> switches() {
    return switches;
  }

  /** Whether the same switches are valleys of the same ends. */
  boolean areSame(Valleys other) {
    return Arrays.deepEquals(ends, other.ends);
  }

  /** The ends of a valley, ascending; none where the switch is no valley. */
  int[] ends(int node) {
    return ends[node] == null ? new int[0] : ends[node];
  }

  /** Whether packets may turn at a switch that come down from another. */
  boolean isEnd(int node, int valley) {
    return ends[valley] != null && Arrays.binarySearch(ends[valley], node) >= 0;
  }

  /** Makes valleys of a switch and of those above it, wherever parts meet that nothing joins. */
  private void dig(int hub, TopGroups groups) {
    BitSet before = (BitSet) rim.clone();
    BitSet above = links.upwards(hub);
    rim.or(above);
    boolean any = false;
    for (int node : links.order().topDown()) {
      if (!above.get(node) || ends[node] != null) {
        continue;
      }
      int[] meeting = groups.meetingAt(node);
      if (meeting.length < 2) {
        continue;
      }
      ends[node] = meeting;
      if (isAcyclic()) {
        groups.join(meeting);
        switches.add(node);
        any = true;
      } else {
        ends[node] = null;
      }
    }
    if (!any) {
      rim.clear();
      rim.or(before);
    }
  }

  /** Whether the channels between switches of the rim can be ordered; Kahn's algorithm. */
  private boolean isAcyclic() {
    RimChannels channels = new RimChannels(links, rim);
    int[] waiting = new int[channels.count()]; // by channel: turns into it not yet seen
    channels.forEachTurn(this::isAllowed, (from, to) -> waiting[to]++);
    int[] ready = new int[channels.count()];
    int readyCount = 0;
    for (int channel = 0; channel < waiting.length; channel++) {
      if (waiting[channel] == 0) {
        ready[readyCount++] = channel;
      }
    }
    for (int done = 0; done < readyCount; done++) {
      int[] count = {readyCount};
      channels.forEachTurnFrom(
          ready[done],
          this::isAllowed,
          (from, to) -> {
            if (--waiting[to] == 0) {
              ready[count[0]++] = to;
            }
          });
      readyCount = count[0];
    }
    return readyCount == waiting.length;
  }

  private boolean isAllowed(int from, int over, int to) {
    SwitchOrder order = links.order();
    return !order.isAbove(from, over)
        || !order.isAbove(to, over)
        || (isEnd(from, over) && isEnd(to, over));
  }
}
