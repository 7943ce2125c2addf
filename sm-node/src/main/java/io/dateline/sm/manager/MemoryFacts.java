package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.TreeFrame;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.ChainLearnt;
import io.dateline.persistence.event.SubnetEvent.DatelineFixed;
import io.dateline.persistence.event.SubnetEvent.LayersGranted;
import io.dateline.persistence.event.SubnetEvent.SwitchesPlaced;
import io.dateline.persistence.event.SubnetEvent.TreeLearnt;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LayerMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * What is to be journaled before a routing is programmed, so that the next master lays the same
 * torus over the fabric, leaves paths in their layers, and knows the roots of a tree. Only what is
 * new goes there. Pure.
 */
final class MemoryFacts {
  private MemoryFacts() {}

  /**
   * The facts that lead from one memory to another.
   *
   * @param after what the engine that routed wants to be told again; where it has no torus, no
   *     layers, or no tree, those before stand: another engine had its turn
   */
  static List<SubnetEvent> between(
      EngineMemory before, EngineMemory after, String reason, long atMs) {
    List<SubnetEvent> facts = new ArrayList<>(ofTorus(before, after, reason, atMs));
    LayerMemory changes = after.layers().changesSince(before.layers());
    if (!changes.isEmpty()) {
      long moved = changes.movedSince(before.layers());
      facts.add(new LayersGranted(changes.toBytes(), moved, reason, atMs));
    }
    if (!after.tree().isEmpty() && !after.tree().equals(before.tree())) {
      facts.add(ofTree(before.tree(), after.tree(), reason, atMs));
    }
    ChainMemory steps = after.chain().changesSince(before.chain());
    if (!steps.isEmpty()) {
      facts.add(new ChainLearnt(steps.toBytes(), reason, atMs));
    }
    return facts;
  }

  private static TreeLearnt ofTree(TreeFrame before, TreeFrame after, String reason, long atMs) {
    long[] changed =
        LongStream.concat(LongStream.of(before.levelGuids()), LongStream.of(after.levelGuids()))
            .distinct()
            .filter(guid -> before.level(guid) != after.level(guid))
            .toArray();
    return new TreeLearnt(
        changed,
        LongStream.of(changed).mapToInt(after::level).toArray(),
        LongStream.of(after.rootGuids()).filter(root -> !before.roots().contains(root)).toArray(),
        LongStream.of(before.rootGuids()).filter(root -> !after.roots().contains(root)).toArray(),
        reason,
        atMs);
  }

  private static List<SubnetEvent> ofTorus(
      EngineMemory before, EngineMemory after, String reason, long atMs) {
    if (after.torus().isEmpty()) {
      return List.of();
    }
    TorusFrame wanted = after.torus().get();
    Optional<TorusFrame> known = before.torus();
    List<SubnetEvent> facts = new ArrayList<>();
    TorusFrame base;
    if (known.isPresent() && grows(known.get(), wanted)) {
      base = known.get();
    } else {
      base = TorusFrame.empty(wanted.shape());
      facts.add(new DatelineFixed(wanted.shape(), reason, atMs));
    }
    long[] placed =
        LongStream.of(wanted.nodeGuids())
            .filter(guid -> base.place(guid) != wanted.place(guid))
            .toArray();
    if (placed.length > 0) {
      int[] places = LongStream.of(placed).mapToInt(wanted::place).toArray();
      facts.add(new SwitchesPlaced(placed, places, reason, atMs));
    }
    return facts;
  }

  /** Whether no switch lost a place but to another switch. */
  private static boolean grows(TorusFrame before, TorusFrame after) {
    TorusShape shape = before.shape();
    if (!shape.equals(after.shape())) {
      return false;
    }
    boolean[] taken = new boolean[shape.places()];
    after.places().values().forEach(place -> taken[place] = true);
    return LongStream.of(before.nodeGuids())
        .allMatch(guid -> after.place(guid) != Fabric.NONE || taken[before.place(guid)]);
  }
}
