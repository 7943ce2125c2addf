package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import java.util.Arrays;

/**
 * The service levels of paths to one LID, as {@link ChainLevels} gives them. A path is followed
 * until nothing can change any more; or, for many sources, until a switch that another one has come
 * by. One thread's.
 */
final class LevelsToward {
  private static final int UNKNOWN = -2;
  private static final int NO_ENTRY = -3; // less the stage that leads the path at first

  private final ChainLevels levels;
  private final int lid;
  private final int last; // no later stage serves the LID
  private final int lastWithLanes; // likewise of those with lanes
  private final int switches;
  private final int[] known; // by stage and switch: what rest() says; null where that is not kept
  private final int[] entries; // by switch: what entry() says; null likewise
  private int[] trail = new int[16]; // keys of known on the way
  private int[] found = new int[16]; // what lies between each and the next one

  LevelsToward(ChainLevels levels, int lid, boolean isForMany) {
    this.levels = levels;
    this.lid = lid;
    last = levels.lastStage(lid);
    lastWithLanes = levels.lastWithLanes(lid, last);
    switches = levels.switchCount();
    known = isForMany ? new int[lastWithLanes * switches] : null;
    entries = isForMany ? new int[switches] : null;
    if (isForMany) {
      Arrays.fill(known, UNKNOWN);
      Arrays.fill(entries, UNKNOWN);
    }
  }

  int sl(int sourceLid, int wanted) {
    int source = levels.port(sourceLid);
    int node = levels.switchAt(source);
    if (last == 0 || node == Fabric.NONE) {
      return levels.stages().getFirst().sl(sourceLid, lid, wanted);
    }
    int entry = entry(node);
    if (entry >= 0) {
      int stage = entry / switches;
      return levels.stages().get(stage).sl(levels.switchLid(stage, entry % switches), lid, wanted);
    }
    int begins = NO_ENTRY - entry;
    Stage stage = levels.stages().get(begins);
    int start = begins == 0 ? Fabric.NONE : stage.part().port(source);
    if (start != Fabric.NONE) {
      return stage.sl(stage.part().lids().baseLid(start), lid, wanted);
    }
    return begins > 0 && stage.hasLanes()
        ? stage.sl(levels.switchLid(begins, node), lid, wanted)
        : levels.stages().getFirst().sl(sourceLid, lid, wanted);
  }

  /**
   * Where a path from a switch comes into the part of the last stage with lanes on it, as {@link
   * #rest} says; where it comes into none, {@link #NO_ENTRY} less the stage that leads it at first.
   */
  private int entry(int node) {
    if (entries != null && entries[node] != UNKNOWN) {
      return entries[node];
    }
    int begins = levels.stage(node, lid, 0, last);
    int rest = rest(levels.next(node, lid), begins);
    int entry = rest == Fabric.NONE ? NO_ENTRY - begins : rest;
    if (entries != null) {
      entries[node] = entry;
    }
    return entry;
  }

  /**
   * The last stage with lanes that a path comes to, and where.
   *
   * @param first switch that is looked at, or {@link Fabric#NONE}
   * @param leads the stage that has led the path so far
   * @return stage times switches plus the switch; {@link Fabric#NONE} if there is none
   */
  private int rest(int first, int leads) {
    int length = 0;
    int stage = leads;
    int rest = Fabric.NONE;
    for (int node = first; node != Fabric.NONE && stage < lastWithLanes && length <= switches; ) {
      int key = stage * switches + node;
      if (known != null && known[key] != UNKNOWN) {
        rest = known[key];
        break;
      }
      int now = levels.stage(node, lid, stage, last);
      boolean counts = now > stage && levels.stages().get(now).hasLanes();
      keep(length++, key, counts ? now * switches + node : Fabric.NONE);
      stage = now;
      node = levels.next(node, lid);
    }
    while (length-- > 0) {
      rest = rest == Fabric.NONE ? found[length] : rest;
      if (known != null) {
        known[trail[length]] = rest;
      }
    }
    return rest;
  }

  private void keep(int place, int key, int what) {
    if (place == trail.length) {
      trail = Arrays.copyOf(trail, 2 * place);
      found = Arrays.copyOf(found, 2 * place);
    }
    trail[place] = key;
    found[place] = what;
  }
}
