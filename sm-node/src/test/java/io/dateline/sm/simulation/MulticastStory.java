package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.config.SubnetSettings;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * A cluster with many multicast groups, from one seed: ports join and leave, by themselves and by
 * proxy, while cables are pulled, switches lose their power and masters are killed. After each step
 * the cluster comes to rest, and the switches' tables are walked; and who was told to be in a group
 * is in it.
 */
final class MulticastStory {
  private static final List<String> FABRICS =
      List.of("torus:4x4", "hypercube:4", "mesh:4x3", "torus:3x3x2", "ftree:2,3:1,2");
  private static final List<String> ENGINES = List.of("minhop", "updn", "dfsssp", "nue", "sssp");
  private static final int STEPS = 8;
  private static final int NODES = 3;
  private static final long HIGH = 0xFF1E_0000_0000_0000L;
  private static final long PATIENCE = 120 * World.SECOND;
  private static final long CALM = 3 * World.SECOND; // without a word to a switch about groups

  private final long seed;
  private final int groups;
  private final World world;
  private final Random random;
  private final SimulatedFabric fabric;
  private final SimulatedJournal journal;
  private final SimulatedCluster cluster;
  private final int[] ends;
  private final int[] places; // ports of nodes
  private final Map<Long, Map<Long, Integer>> told = new TreeMap<>(); // JoinState, by MGID and port
  private final Map<Long, Integer> open = new TreeMap<>(); // requests not answered, by MGID
  private final List<Integer> cut = new ArrayList<>();
  private final BitSet down = new BitSet();
  private boolean isAllDoubted; // ports have been away
  private int era; // answers of an earlier one do not count
  private long lastSetNs;
  private long walked;
  private long granted;

  MulticastStory(long seed, int groups) {
    this.seed = seed;
    this.groups = groups;
    world = new World(seed);
    random = world.random();
    Fabric wired = TopologySpec.parse(FABRICS.get(random.nextInt(FABRICS.size()))).generate();
    fabric = new SimulatedFabric(wired);
    journal = new SimulatedJournal(world);
    ends = wired.endPorts();
    int[] hosts = Adapters.ports(wired);
    places = new int[] {hosts[0], hosts[hosts.length / 3], hosts[2 * hosts.length / 3]};
    SubnetSettings settings = Settings.of(ENGINES.get(random.nextInt(ENGINES.size())), "5s");
    cluster = SimulatedCluster.at(places, world, fabric, journal, settings);
    fabric.onSet(
        (sender, port, set, refused) -> {
          if (set.attributeId() == AttributeId.MULTICAST_FORWARDING_TABLE) {
            lastSetNs = world.nanos();
          }
        });
  }

  /** Walks so far: from a member, through all switches. */
  long walked() {
    return walked;
  }

  /** Requests that were granted. */
  long granted() {
    return granted;
  }

  /** Returns what is wrong; empty where nothing is. */
  String run() {
    for (int place = 0; place < NODES; place++) {
      cluster.start(place);
    }
    world.drive(fabric, 20 * World.MS);
    String wrong = rest();
    for (int step = 0; step < STEPS && wrong.isEmpty(); step++) {
      int requests = step == 0 ? 4 * groups : groups / 2;
      for (int i = 0; i < requests; i++) {
        ask(step == 0 || random.nextInt(3) > 0);
        if (i % 64 == 63) {
          world.go(world.between(World.MS, 20 * World.MS));
        }
        if (step > 0 && i == requests / 2) {
          fault();
        }
      }
      wrong = rest();
      if (wrong.isEmpty()) {
        wrong = judge();
      }
    }
    return wrong.isEmpty() ? "" : "seed %d: %s".formatted(seed, wrong);
  }

  /** A port joins or leaves a group, or another one asks for it. */
  private void ask(boolean isJoin) {
    Optional<SimulatedNode> master =
        cluster.alive().stream().filter(SimulatedNode::hasManager).findFirst();
    if (master.isEmpty()) {
      return;
    }
    long low = random.nextInt(groups);
    long port = guid();
    boolean isProxied = random.nextInt(4) == 0;
    long asker = isProxied ? guid() : port;
    int states = isJoin ? 1 + random.nextInt(15) : told(low).getOrDefault(port, 1);
    open.merge(low, 1, Integer::sum);
    int askedIn = era;
    master
        .get()
        .change(
            isJoin,
            new Membership(HIGH, low, port, states, false),
            asker,
            answer -> {
              if (askedIn == era) {
                answered(isJoin, low, port, answer);
              }
            });
  }

  /** Of an end port that is there. */
  private long guid() {
    Fabric known = fabric.fabric();
    int port = ends[random.nextInt(ends.length)];
    while (!isThere(port)) {
      port = ends[random.nextInt(ends.length)];
    }
    return known.portGuid(port);
  }

  private boolean isThere(int end) {
    Fabric known = fabric.fabric();
    return fabric.isUp(known.nodeOf(end)) && fabric.isUp(known.switchAt(end));
  }

  private void answered(boolean isJoin, long low, long port, ChangeAnswer answer) {
    switch (answer) {
      case ChangeAnswer.Done done -> {
        granted++;
        int states = ((McMemberRecord) done.record()).joinState();
        Map<Long, Integer> members = told(low);
        if (states == 0) {
          members.remove(port);
        } else {
          members.put(port, states);
        }
        if (!isJoin
            && members.values().stream()
                .noneMatch(state -> (state & MulticastGroup.KEEPING) != 0)) {
          members.clear();
        }
        open.merge(low, -1, Integer::sum);
      }
      case ChangeAnswer.Refused refused -> open.merge(low, -1, Integer::sum);
      case ChangeAnswer.OverQuota over -> open.merge(low, -1, Integer::sum);
      case ChangeAnswer.Busy busy -> {} // what becomes of it is not known
    }
  }

  private Map<Long, Integer> told(long low) {
    return told.computeIfAbsent(low, key -> new TreeMap<>());
  }

  // ---- Faults

  /** One thing at a time is away, so that the rest hangs together. */
  private void fault() {
    Fabric known = fabric.fabric();
    switch (random.nextInt(6)) {
      case 0, 1, 2 ->
          cluster.alive().stream()
              .filter(SimulatedNode::hasManager)
              .findFirst()
              .ifPresent(cluster::kill);
      case 3 -> pull(known);
      case 4 -> {
        if (cut.isEmpty()) {
          pull(known);
        } else {
          fabric.relink(cut.removeLast());
        }
      }
      default -> power(known);
    }
  }

  private void pull(Fabric known) {
    int port = random.nextInt(known.portCount());
    boolean isTrunk =
        known.isSwitch(known.nodeOf(port))
            && known.peer(port) != Fabric.NONE
            && known.isSwitch(known.nodeOf(known.peer(port)));
    if (isTrunk && cut.isEmpty() && down.isEmpty() && fabric.unlink(port)) {
      cut.add(port);
    }
  }

  /** Of a switch without a node of the cluster; its hosts are away, too. */
  private void power(Fabric known) {
    isAllDoubted = true;
    if (!down.isEmpty()) {
      down.stream().forEach(fabric::nodeUp);
      down.clear();
      return;
    }
    int node = random.nextInt(known.switchCount());
    for (int place : places) {
      if (known.switchAt(place) == node) {
        return;
      }
    }
    if (cut.isEmpty() && fabric.nodeDown(node)) {
      down.set(node);
    }
  }

  // ---- Rest

  private String rest() {
    long until = world.nanos() + PATIENCE;
    String why = "";
    while (world.nanos() < until) {
      world.go(World.SECOND);
      why = restless();
      if (why.isEmpty()) {
        return "";
      }
    }
    return "not at rest: " + why;
  }

  private String restless() {
    Optional<SimulatedNode> master =
        cluster.alive().stream().filter(SimulatedNode::hasManager).findFirst();
    if (cluster.alive().size() < NODES || master.isEmpty()) {
      return "a node is not there";
    }
    if (master.get().status() == null || !master.get().status().subnetUp()) {
      return "the subnet is not up";
    }
    if (master.get().trouble().isPresent()) {
      return master.get().trouble().get();
    }
    for (int end : Adapters.ports(fabric.fabric())) {
      if (isThere(end) && fabric.portState(end) != PortState.ACTIVE) {
        return "port %d is not active".formatted(end);
      }
    }
    return world.nanos() - lastSetNs < CALM ? "switches are told" : "";
  }

  private String judge() {
    MulticastWalk walk = new MulticastWalk(fabric);
    for (MulticastGroup group : journal.subnet().groups().groups()) {
      Optional<String> problem = walk.problem(group);
      walked += group.members().size();
      if (problem.isPresent()) {
        return problem.get();
      }
    }
    return isAllDoubted ? forgive() : compare();
  }

  /** Acknowledged and not there, or there and not acknowledged. */
  private String compare() {
    Map<Long, Map<Long, Integer>> there = there();
    for (long low = 0; low < groups; low++) {
      Map<Long, Integer> has = there.getOrDefault(low, Map.of());
      if (open.getOrDefault(low, 0) == 0 && !has.equals(told(low))) {
        return "group %d has %s, and hosts were told %s".formatted(low, has, told(low));
      }
    }
    return forgive();
  }

  /** From here on what is there is what was told. */
  private String forgive() {
    isAllDoubted = !down.isEmpty();
    era++;
    open.clear();
    told.clear();
    told.putAll(there());
    return "";
  }

  private Map<Long, Map<Long, Integer>> there() {
    Map<Long, Map<Long, Integer>> there = new TreeMap<>();
    for (MulticastGroup group : journal.subnet().groups().groups()) {
      if (group.mgidHigh() == HIGH) {
        Map<Long, Integer> members = new TreeMap<>();
        for (Member member : group.members()) {
          members.put(member.portGuid(), member.joinState());
        }
        there.put(group.mgidLow(), members);
      }
    }
    return there;
  }
}
