package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.manager.SweepAnswer;
import io.dateline.sm.manager.SweepPhase;
import io.dateline.sm.manager.SweepWish;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A fabric that changes again and again, by a seed: cables, switches and hosts go and come, several
 * at once, some while a repair is under way; and masters are killed meanwhile. After each change
 * the cluster comes to rest. Then the tables that switches hold serve each pair that cables join;
 * and where no adapter or switch is away a heavy sweep of the whole, ordered then, sends no block.
 * (Of those that are away the unicast cache keeps entries, which an engine takes out.)
 */
final class RepairStory {
  private static final Set<String> FAITHFUL = Set.of("nue", "torus-2QoS");
  private static final int NODES = 2;
  private static final int AWAY_MAX = 4;
  private static final long PATIENCE = 120 * World.SECOND;

  private final World world;
  private final Random random;
  private final SimulatedFabric fabric;
  private final SimulatedCluster cluster;
  private final JudgeRules judged;
  private final String engine;
  private final int[] places; // ports of nodes
  private final List<Integer> cut = new ArrayList<>();
  private final BitSet down = new BitSet();
  private final Map<Long, Integer> levels = new HashMap<>(); // SLs, by source and destination LID
  private int settled; // whole sweeps while all was there but cables
  private int routed; // whole sweeps that the engine itself routed
  private SweepAnswer answer; // of the sweep that was ordered; null before

  /**
   * A story that has not begun.
   *
   * @param engine of which whole sweeps are counted
   */
  RepairStory(long seed, String topology, String engine, SubnetSettings settings) {
    this.engine = engine;
    world = new World(seed);
    random = world.random();
    Fabric wired = TopologySpec.parse(topology).generate();
    fabric = new SimulatedFabric(wired);
    SimulatedJournal journal = new SimulatedJournal(world);
    judged = new JudgeRules(journal);
    int[] hosts = Adapters.ports(wired);
    places = new int[] {hosts[0], hosts[hosts.length / 2]};
    cluster = SimulatedCluster.at(places, world, fabric, journal, settings);
  }

  /** Sweeps of the whole in which the engine of the list has not refused. */
  int routed() {
    return routed;
  }

  /** Sweeps of the whole while all was there but cables. */
  int settled() {
    return settled;
  }

  /**
   * Goes through changes.
   *
   * @return what is wrong; empty where nothing is
   */
  String run(int changes) {
    for (int place = 0; place < NODES; place++) {
      cluster.start(place);
    }
    world.drive(fabric, 20 * World.MS);
    String wrong = rest();
    for (int change = 0; change < changes && wrong.isEmpty(); change++) {
      for (int faults = 1 + random.nextInt(3); faults > 0; faults--) {
        fault();
        if (random.nextInt(3) == 0) {
          world.go(world.between(World.MS, 60 * World.MS));
        }
      }
      while (!joined(places[0]).get(places[1])) {
        giveBack(0); // a node that sees none of the subnet does not manage it
      }
      if (random.nextInt(4) == 0) {
        world.go(world.between(World.MS, 80 * World.MS));
        master().ifPresent(cluster::kill);
      }
      wrong = rest();
      wrong = wrong.isEmpty() ? unserved() : wrong;
      wrong = wrong.isEmpty() ? sweepOfAll() : wrong;
      wrong = wrong.isEmpty() ? changedLevel() : wrong;
      if (!wrong.isEmpty()) {
        wrong = "change %d, without cables %s and nodes %s: %s".formatted(change, cut, down, wrong);
      }
    }
    return wrong;
  }

  private Optional<SimulatedNode> master() {
    return cluster.alive().stream().filter(SimulatedNode::hasManager).findFirst();
  }

  // ---- Faults

  private void fault() {
    int away = cut.size() + down.cardinality();
    if (away > 0 && (away >= AWAY_MAX || random.nextBoolean())) {
      giveBack(random.nextInt(away));
    } else if (random.nextInt(3) > 0) {
      pull();
    } else {
      power();
    }
  }

  private void giveBack(int which) {
    if (which < cut.size()) {
      fabric.relink(cut.remove(which));
    } else {
      int node = down.stream().skip(which - cut.size()).findFirst().orElseThrow();
      down.clear(node);
      fabric.nodeUp(node);
    }
  }

  /** Of any cable but a node's. */
  private void pull() {
    Fabric known = fabric.fabric();
    int port = random.nextInt(known.portCount());
    if (known.peer(port) != Fabric.NONE
        && !isPlace(port)
        && !isPlace(known.peer(port))
        && fabric.unlink(port)) {
      cut.add(port);
    }
  }

  private boolean isPlace(int port) {
    return port == places[0] || port == places[1];
  }

  /** Of any switch or host that no node is at. */
  private void power() {
    Fabric known = fabric.fabric();
    int node = random.nextInt(known.nodeCount());
    for (int place : places) {
      if (known.nodeOf(place) == node || known.switchAt(place) == node) {
        return;
      }
    }
    if (!down.get(node) && fabric.nodeDown(node)) {
      down.set(node);
    }
  }

  // ---- Rest

  private String rest() {
    long until = world.nanos() + PATIENCE;
    String why = "";
    long sweeps = -1;
    while (world.nanos() < until) {
      world.go(6 * World.SECOND); // a light sweep is among them
      why = restless();
      long now = master().map(node -> node.status()).map(told -> told.generation()).orElse(-1L);
      if (why.isEmpty() && now == sweeps) {
        return "";
      }
      sweeps = now;
    }
    return "not at rest: " + why;
  }

  private String restless() {
    Optional<SimulatedNode> master = master();
    if (!judged.broken().isEmpty()) {
      return judged.broken();
    }
    if (cluster.alive().size() < NODES || master.isEmpty()) {
      return "a node is not there";
    }
    if (master.get().status() == null || !master.get().status().subnetUp()) {
      return "the subnet is not up: " + master.get().trouble().orElse("no reason");
    }
    if (master.get().status().phase() != SweepPhase.IDLE) {
      return "a sweep is under way";
    }
    return master.get().trouble().orElse("");
  }

  /** Walks between all adapters that the master can reach. */
  private String unserved() {
    int[] adapters = Adapters.ports(fabric.fabric());
    BitSet joined = joined(fabric.fabric().endPortByGuid(master().orElseThrow().portGuid()));
    for (int from : adapters) {
      for (int to : adapters) {
        if (from != to && joined.get(from) && joined.get(to) && !Ways.arrives(fabric, from, to)) {
          return "no way from port %d to port %d".formatted(from, to);
        }
      }
    }
    return "";
  }

  /** The ports of adapters that cables join with one of them. */
  private BitSet joined(int with) {
    Fabric known = fabric.fabric();
    BitSet nodes = new BitSet();
    List<Integer> queue = new ArrayList<>(List.of(known.nodeOf(with)));
    nodes.set(queue.getFirst());
    BitSet ports = new BitSet();
    while (!queue.isEmpty()) {
      int node = queue.removeFirst();
      for (int number = 1; number <= known.externalPortCount(node); number++) {
        int port = known.port(node, number);
        int peer = fabric.peer(port);
        if (peer == Fabric.NONE || !fabric.isUp(known.nodeOf(peer))) {
          continue;
        }
        if (!known.isSwitch(node)) {
          ports.set(port);
        }
        int next = known.nodeOf(peer);
        if (!nodes.get(next) && (known.isSwitch(node) || node == known.nodeOf(with))) {
          nodes.set(next);
          queue.add(next);
        }
      }
    }
    return ports;
  }

  /** Engines whose SLs depend on nothing that a fault changes. */
  private String changedLevel() {
    SubnetStatus told = master().orElseThrow().status();
    Optional<PathSl> now =
        master()
            .orElseThrow()
            .routing(told.generation(), engine)
            .filter(routing -> FAITHFUL.contains(engine) && engine.equals(told.engine()))
            .map(routing -> routing.routing().pathSl());
    if (now.isEmpty()) {
      return "";
    }
    BitSet joined = joined(fabric.fabric().endPortByGuid(master().orElseThrow().portGuid()));
    for (int from : joined.stream().toArray()) {
      for (int to : joined.stream().toArray()) {
        int level = now.get().sl(fabric.lid(from), fabric.lid(to));
        long path = (long) fabric.lid(from) << Integer.SIZE | fabric.lid(to);
        Integer before = levels.put(path, level);
        if (before != null && before != level) {
          return "the SL from port %d to port %d was %d and is %d"
              .formatted(from, to, before, level);
        }
      }
    }
    return "";
  }

  /** Nothing is left for it to do. */
  private String sweepOfAll() {
    answer = null;
    master()
        .orElseThrow()
        .tell(
            new SmCommand.OrderedSweep(
                "all is looked at", SweepWish.NOTHING_ELSE, told -> answer = told));
    for (int waited = 0; waited < 30 && answer == null; waited++) {
      world.go(World.SECOND);
    }
    if (!(answer instanceof SweepAnswer.Swept swept)) {
      return "the sweep of the whole has not ended: " + answer;
    }
    routed += swept.engine().equals(engine) ? 1 : 0;
    BitSet joined = joined(fabric.fabric().endPortByGuid(master().orElseThrow().portGuid()));
    boolean areAllThere =
        down.isEmpty() && joined.cardinality() == Adapters.ports(fabric.fabric()).length;
    settled += areAllThere ? 1 : 0;
    return swept.blocksSent() == 0 || !areAllThere
        ? ""
        : "a sweep of the whole sends %d blocks, by %s"
            .formatted(swept.blocksSent(), swept.engine());
  }
}
