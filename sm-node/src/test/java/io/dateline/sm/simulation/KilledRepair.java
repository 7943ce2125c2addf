package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.LftSnapshot;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.manager.SweepPhase;
import io.dateline.sm.replica.ReplicaView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One change of a fabric at rest, or of settings, and what two nodes make of it; the master may be
 * killed after any step of the simulation. The same seed tells the same story up to there.
 */
final class KilledRepair {
  static final int NEVER = Integer.MAX_VALUE;
  private static final int NODES = 2;
  private static final long PATIENCE = 120 * World.SECOND;

  private final World world;
  private final SimulatedFabric fabric;
  private final SimulatedJournal journal;
  private final SimulatedCluster cluster;
  private final List<String> sentAgain = new ArrayList<>();
  private ReplicaView known; // when the master was killed; null before

  /**
   * What became of it.
   *
   * @param steps of the simulation until all was quiet
   * @param before entries of switches to the LIDs of all end ports
   * @param tables those in the end
   * @param lines the last ones of what has happened
   * @param sentAgain blocks that were acknowledged, with these entries, when the master was killed
   */
  record Outcome(
      int steps,
      List<List<Integer>> before,
      List<List<Integer>> tables,
      List<String> sentAgain,
      List<String> lines) {}

  KilledRepair(long seed, Fabric wired, SubnetSettings settings) {
    world = new World(seed);
    fabric = new SimulatedFabric(wired);
    journal = new SimulatedJournal(world);
    int[] hosts = Adapters.ports(wired);
    int[] places = {hosts[0], hosts[hosts.length / 2]};
    cluster = SimulatedCluster.at(places, world, fabric, journal, settings);
    fabric.onSet(
        (sender, port, set, refused) -> {
          if (known != null && set.attributeId() == AttributeId.LINEAR_FORWARDING_TABLE) {
            int block = set.attributeModifier();
            if (isConfirmed(wired.nodeGuid(wired.nodeOf(port)), block, set.bytes())) {
              sentAgain.add(
                  "block %d of %s".formatted(block, wired.description(wired.nodeOf(port))));
            }
          }
        });
  }

  private boolean isConfirmed(long switchGuid, int block, byte[] mad) {
    Optional<LftSnapshot> told = known.tables().snapshot(switchGuid);
    if (told.isEmpty() || !BitSet.valueOf(told.get().confirmed()).get(block)) {
      return false;
    }
    byte[] row =
        BlockCompression.inflate(
            told.get().deflatedRow(), told.get().blockCount() * ForwardingTables.BLOCK_ENTRIES);
    int from = block * ForwardingTables.BLOCK_ENTRIES;
    return Arrays.equals(
        row,
        from,
        from + ForwardingTables.BLOCK_ENTRIES,
        mad,
        Mad.SMP_DATA,
        Mad.SMP_DATA + ForwardingTables.BLOCK_ENTRIES);
  }

  /**
   * Tells it to its end.
   *
   * @param change happens once the subnet is up and quiet
   * @param killAfter steps of the simulation after the change
   */
  Outcome tell(Consumer<KilledRepair> change, int killAfter) {
    for (int place = 0; place < NODES; place++) {
      cluster.start(place);
    }
    world.drive(fabric, 20 * World.MS);
    world.go(30 * World.SECOND);
    if (!isAtRest()) {
      throw new IllegalStateException("no rest: " + String.join("\n", world.lines()));
    }
    List<List<Integer>> before = tables();
    change.accept(this);
    int steps = 0;
    int last = 0; // when it was still under way
    long until = world.nanos() + PATIENCE;
    long quietNs = world.nanos();
    while (world.nanos() - quietNs < 10 * World.SECOND) {
      if (steps++ == killAfter) {
        known = journal.view();
        master().ifPresent(cluster::kill);
      }
      world.step(until);
      if (world.nanos() >= until) {
        throw new IllegalStateException(
            "no rest after a kill at step %d: %s"
                .formatted(killAfter, String.join("\n", world.lines())));
      }
      if (!isAtRest()) {
        quietNs = world.nanos();
        last = steps;
      }
    }
    return new Outcome(last, before, tables(), List.copyOf(sentAgain), world.lines());
  }

  /** Has a cable go. */
  void unlink(int port) {
    fabric.unlink(port);
  }

  /** The nodes; the master is the last one. */
  List<SimulatedNode> nodes() {
    List<SimulatedNode> all = new ArrayList<>(cluster.alive());
    master().ifPresent(all::remove);
    master().ifPresent(all::add);
    return all;
  }

  private Optional<SimulatedNode> master() {
    return cluster.alive().stream().filter(SimulatedNode::hasManager).findFirst();
  }

  private boolean isAtRest() {
    return master()
        .map(SimulatedNode::status)
        .filter(status -> status.subnetUp() && status.phase() == SweepPhase.IDLE)
        .isPresent();
  }

  private List<List<Integer>> tables() {
    Fabric wired = fabric.fabric();
    List<List<Integer>> tables = new ArrayList<>();
    for (int node = 0; node < wired.switchCount(); node++) {
      List<Integer> row = new ArrayList<>();
      for (int port : wired.endPorts()) {
        row.add(fabric.route(node, fabric.lid(port)));
      }
      tables.add(row);
    }
    return tables;
  }
}
