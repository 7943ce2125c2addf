package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.MadPacket;
import io.dateline.routing.actors.programmer.UnicastWork;
import io.dateline.routing.actors.programmer.Work;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.SmState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Three nodes or more, a fabric, a journal and what is between them, in one thread and on a time of
 * its own. Faults come one after the other for a while; then all is mended, and it has to come to
 * rest with a subnet that is up. Everything follows from the seed.
 */
final class Simulation {
  private static final List<String> FABRICS =
      List.of("torus:3x3", "torus:6", "ftree:2,3:1,2", "hypercube:3", "mesh:3x2", "torus:2x2x2");
  private static final List<String> ENGINES =
      List.of("minhop updn ftree dfsssp lash dor nue sssp best:dor,lash,minhop".split(" "));

  private static final long WHILE = 40 * World.SECOND; // faults come
  private static final long REST = 200 * World.SECOND; // at the longest, until all is well

  private final long seed;
  private final World world;
  private final Random random;
  private final int spreadFrom;
  private final SimulatedFabric fabric;
  private final SimulatedJournal journal;
  private final SimulatedWire.Weather weather = new SimulatedWire.Weather();
  private final SubnetSettings settings; // where there is no partition file
  private final Optional<PartitionFaults> partitions;
  private final AliasFaults aliases;
  private final SimulatedCluster cluster;
  private final SetRules rules;
  private final FabricRules fabrics;
  final JudgeRules judged;
  private final WorkerFaults workerFaults = new WorkerFaults();
  private final int[] ports; // that nodes are at, by place
  private final List<Integer> cut = new ArrayList<>(); // ports without their cable
  private final BitSet down = new BitSet(); // nodes without power
  private SimulatedRival rival; // or null
  private String broken = "";
  private int faults;
  private boolean isOver;

  Simulation(long seed) {
    this.seed = seed;
    world = new World(seed);
    random = world.random();
    spreadFrom = new Random(seed).nextInt(2); // of its own: seeds of before make the same runs
    String topology = FABRICS.get(random.nextInt(FABRICS.size()));
    String engine = ENGINES.get(random.nextInt(ENGINES.size()));
    Fabric wired = TopologySpec.parse(topology).generate();
    fabric = new SimulatedFabric(wired);
    journal = new SimulatedJournal(world);
    settings = Settings.of(engine, "5s");
    partitions =
        random.nextBoolean()
            ? Optional.of(new PartitionFaults(world, fabric, journal::subnet, engine, seed))
            : Optional.empty();
    aliases = new AliasFaults(world, fabric, journal::subnet);
    int size = 3 + random.nextInt(2);
    ports = ports(wired, size);
    cluster = new SimulatedCluster(world, size, this::node, this::ordered);
    rules = new SetRules(fabric, this::term, journal::tables);
    fabrics = new FabricRules(journal);
    judged = new JudgeRules(journal);
    fabric.onSet(
        (sender, port, set, refused) -> {
          rules.onSet(sender, port, set, refused);
          partitions.ifPresent(faults -> faults.onSet(set));
        });
    workerFaults.lieSometimes(() -> !isOver && world.chance(0.05));
    Random drops = new Random(seed); // of its own, too
    workerFaults.dropSometimes(() -> !isOver && drops.nextInt(50) == 0 ? 1 + drops.nextInt(6) : 0);
    String spread = spreadFrom == 0 ? "" : ", programmers spread";
    world.note("seed %d: %s, %s, %d nodes%s", seed, topology, engine, size, spread);
  }

  /** Of hosts, as far apart as they are listed. */
  private static int[] ports(Fabric fabric, int size) {
    int[] hosts = Adapters.ports(fabric);
    int[] ports = new int[size];
    for (int place = 0; place < size; place++) {
      ports[place] = hosts[place * hosts.length / size];
    }
    return ports;
  }

  private SimulatedNode node(int place) {
    return new SimulatedNode(
        world,
        journal,
        fabric,
        weather,
        partitions.map(PartitionFaults::settings).orElse(settings),
        cluster,
        "node" + place,
        ports[place],
        spreadFrom,
        workerFaults);
  }

  private int term(int port) {
    for (int place = 0; place < ports.length; place++) {
      if (ports[place] == port) {
        return cluster.at(place).map(node -> (int) node.term()).orElse(0);
      }
    }
    return 0;
  }

  /** Nothing is programmed that the journal does not have as planned. */
  private void ordered(SimulatedNode node, Work work) {
    if (work instanceof UnicastWork table
        && (journal.subnet().planned() == null
            || journal.subnet().planned().generation() < table.generation())) {
      fail("%s programs generation %d, which is not planned", node.name(), table.generation());
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is in no library that we have
  private void fail(String format, Object... arguments) {
    if (broken.isEmpty()) {
      broken = format.formatted(arguments);
      world.note("BROKEN: %s", broken);
    }
  }

  int faults() {
    return faults;
  }

  long digest() {
    return world.digest();
  }

  /** The last lines. */
  List<String> lines() {
    return world.lines();
  }

  /** Returns which rule was broken, or an empty string. */
  String run() {
    for (int place = 0; place < cluster.size(); place++) {
      int started = place;
      world.in(place * (300 * World.MS), () -> cluster.start(started));
    }
    world.drive(fabric, 20 * World.MS);
    world.in(4 * World.SECOND, this::nextFault);
    go(world.nanos() + WHILE);
    mend();
    long until = world.nanos() + REST;
    while (broken.isEmpty() && world.nanos() < until && !isWell().isEmpty()) {
      go(Math.min(until, world.nanos() + World.SECOND));
    }
    if (broken.isEmpty()) {
      String why = isWell();
      if (!why.isEmpty()) {
        fail("not at rest: %s", why);
      }
    }
    partitions.ifPresent(PartitionFaults::end);
    if (broken.isEmpty() && journal.hasReturned()) {
      fail("a process that was succeeded has begun a term again");
    }
    if (broken.isEmpty() && !journal.isReadAnew(random.nextInt((int) journal.subnetNumber()))) {
      fail("the journal gives another state when it is read anew");
    }
    return broken.isEmpty() ? "" : "seed %d: %s".formatted(seed, broken);
  }

  private void go(long untilNs) {
    while (broken.isEmpty() && world.step(untilNs)) {
      aliases.look();
      Stream.of(
              rules.broken(),
              fabrics.broken(),
              judged.broken(),
              partitions.map(PartitionFaults::broken).orElse(""),
              aliases.broken())
          .filter(told -> !told.isEmpty())
          .findFirst()
          .ifPresent(told -> fail("%s", told));
    }
  }

  // ---- Faults

  private void nextFault() {
    if (isOver) {
      return;
    }
    faults++;
    fault();
    world.in(world.between(50 * World.MS, 3 * World.SECOND), this::nextFault);
  }

  private void fault() {
    Optional<SimulatedNode> node = anyNode();
    if (partitions.isPresent() && node.isPresent() && random.nextInt(4) == 0) {
      repartition(partitions.get(), node.get());
      return;
    }
    if (node.isPresent() && random.nextInt(4) == 0) {
      cluster.alive().forEach(aliases::ask);
      return;
    }
    switch (random.nextInt(18)) {
      case 0, 1 -> node.ifPresent(cluster::kill);
      case 2 ->
          node.ifPresent(one -> cluster.pause(one, world.between(World.MS, 4 * World.SECOND)));
      case 3 -> node.ifPresent(cluster::leave);
      case 4 -> node.ifPresent(cluster::isolate);
      case 5, 6 -> journalFor(world.between(100 * World.MS, 4 * World.SECOND));
      case 7 -> weatherFor(world.between(100 * World.MS, 4 * World.SECOND));
      case 8, 9 -> pull();
      case 10, 11 -> plug();
      case 12 -> power();
      case 13, 14 -> node.ifPresent(this::join);
      case 15 -> rival();
      default -> node.ifPresent(this::disturb);
    }
  }

  private void repartition(PartitionFaults faults, SimulatedNode node) {
    switch (random.nextInt(6)) {
      case 0, 1 -> faults.edit(node);
      case 2, 3 -> faults.order(node);
      default -> silence();
    }
  }

  /** The agent of a host, or of its switch, answers nothing for a while; links stay up. */
  private void silence() {
    Fabric known = fabric.fabric();
    int[] hosts = Adapters.ports(known);
    int host = hosts[random.nextInt(hosts.length)];
    int node = known.nodeOf(random.nextInt(3) == 0 ? known.peer(host) : host);
    if (IntStream.of(ports)
        .noneMatch(own -> known.nodeOf(own) == node || known.nodeOf(known.peer(own)) == node)) {
      world.note("fabric node %d answers nothing", node);
      weather.silent.set(node);
      world.in(world.between(100 * World.MS, 6 * World.SECOND), () -> weather.silent.clear(node));
    }
  }

  private Optional<SimulatedNode> anyNode() {
    List<SimulatedNode> alive = cluster.alive().stream().filter(node -> !node.isPaused()).toList();
    if (alive.size() < 2) {
      return Optional.empty(); // one goes on
    }
    Optional<SimulatedNode> master = alive.stream().filter(SimulatedNode::hasManager).findFirst();
    return random.nextBoolean() && master.isPresent()
        ? master
        : Optional.of(alive.get(random.nextInt(alive.size())));
  }

  private void journalFor(long lengthNs) {
    SimulatedJournal.Mood[] moods = SimulatedJournal.Mood.values();
    SimulatedJournal.Mood mood = moods[1 + random.nextInt(moods.length - 1)];
    world.note("the journal is %s for %d ms", mood, lengthNs / World.MS);
    journal.become(mood);
    world.in(lengthNs, () -> journal.become(SimulatedJournal.Mood.WELL));
  }

  private void weatherFor(long lengthNs) {
    weather.loss = random.nextDouble() * 0.2;
    weather.doubling = random.nextDouble() * 0.2;
    weather.latest = world.between(World.MS, 300 * World.MS);
    world.note("MADs: %.2f lost, up to %d ms", weather.loss, weather.latest / World.MS);
    world.in(lengthNs, this::clear);
  }

  private void clear() {
    weather.loss = 0;
    weather.doubling = 0;
    weather.latest = World.MS / 5;
  }

  private void pull() {
    int port = random.nextInt(fabric.fabric().portCount());
    if (cut.size() < 3 && fabric.unlink(port)) {
      world.note("cable of port %d is pulled", port);
      cut.add(port);
    }
  }

  private void plug() {
    if (!cut.isEmpty()) {
      int port = cut.remove(random.nextInt(cut.size()));
      boolean isDone = fabric.relink(port);
      world.note("cable of port %d is put back: %s", port, isDone);
    }
  }

  private void power() {
    int node = random.nextInt(fabric.fabric().nodeCount());
    for (int place : ports) {
      if (fabric.fabric().nodeOf(place) == node) {
        return; // its process would go with it
      }
    }
    if (down.get(node)) {
      powerUp(node);
    } else if (down.cardinality() < 2 && fabric.nodeDown(node)) {
      world.note("fabric node %d is without power", node);
      down.set(node);
      rules.lostKeys(node);
    }
  }

  private void join(SimulatedNode node) {
    int[] ends = fabric.fabric().endPorts();
    node.join(fabric.fabric().portGuid(ends[random.nextInt(ends.length)]));
  }

  /** Another subnet manager comes, better or worse, as master or not, and goes. */
  private void rival() {
    Fabric known = fabric.fabric();
    int port = known.endPorts()[random.nextInt(known.endPorts().length)];
    boolean isFree =
        !known.isSwitch(known.nodeOf(port))
            && IntStream.of(ports).noneMatch(own -> known.nodeOf(own) == known.nodeOf(port));
    if (rival != null || !isFree) {
      return;
    }
    int priority = random.nextInt(10);
    int state = random.nextBoolean() ? SmInfo.STATE_MASTER : SmInfo.STATE_STANDBY;
    world.note("rival at port %d: priority %d, state %d", port, priority, state);
    rival = new SimulatedRival(world, fabric, port, priority, state);
    world.in(world.between(World.SECOND, 15 * World.SECOND), this::endRival);
  }

  private void endRival() {
    if (rival != null) {
      world.note("rival ends");
      rival.end();
      rival = null;
    }
  }

  private void powerUp(int node) {
    world.note("fabric node %d has power", node);
    down.clear(node);
    fabric.nodeUp(node);
    rules.lostKeys(node);
  }

  /** An order to sweep, or a packet that makes no sense. */
  private void disturb(SimulatedNode node) {
    if (random.nextBoolean()) {
      node.tell(new SmCommand.Sweep("somebody wants it"));
    } else {
      byte[] bytes = new byte[Mad.BYTES];
      random.nextBytes(bytes);
      node.receive(new MadPacket(Mad.wrap(bytes), 0, 0xFFFF, 0, 0));
    }
  }

  private void mend() {
    isOver = true;
    world.note("all is mended");
    endRival();
    journal.become(SimulatedJournal.Mood.WELL);
    clear();
    weather.silent.clear();
    while (!cut.isEmpty()) {
      plug();
    }
    for (int node : down.stream().toArray()) {
      powerUp(node);
    }
  }

  // ---- The end

  /** Why all is not well yet; empty where it is. */
  private String isWell() {
    List<SimulatedNode> masters =
        cluster.alive().stream().filter(node -> node.standing() == SmState.MASTER).toList();
    if (cluster.alive().size() < cluster.size()) {
      return "a node is not there";
    }
    if (masters.size() != 1) {
      return "%d masters".formatted(masters.size());
    }
    SimulatedNode master = masters.getFirst();
    if (master.status() == null || !master.status().subnetUp()) {
      return "the subnet is not up: " + master.trouble().orElse("no reason");
    }
    if (master.trouble().isPresent()) {
      return master.trouble().get();
    }
    String missing = pathsMissing();
    String untold = missing.isEmpty() ? aliases.notWell() : missing;
    return untold.isEmpty() ? partitions.map(PartitionFaults::notWell).orElse("") : untold;
  }

  /** Walks from each adapter to each other one, by what switches hold. */
  private String pathsMissing() {
    Fabric known = fabric.fabric();
    int[] adapters = Adapters.ports(known);
    for (int from : adapters) {
      if (fabric.portState(from) != PortState.ACTIVE) {
        return "port %d is in state %d".formatted(from, fabric.portState(from));
      }
      for (int to : adapters) {
        if (from != to && !Ways.arrives(fabric, from, to)) {
          return "no way from port %d to port %d".formatted(from, to);
        }
      }
    }
    return "";
  }
}
