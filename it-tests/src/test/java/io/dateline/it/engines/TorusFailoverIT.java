package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.JournalProcess;
import io.dateline.it.kit.JournaledTerms;
import io.dateline.it.kit.PathQuestions;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.WriterWatch;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.observe.PathClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The master of a torus is killed in the middle of the sweep that follows a fault or its repair:
 * service levels, lanes, LIDs and the frame stay. {@code -Dstages=all} kills all nodes at once, and
 * then masters at every {@link SweepStage}; {@code -Dstages=LANES,ARMING} only masters, at these.
 *
 * <p>Long because it is one story: each step begins with what the one before has left.
 */
@Timeout(3600)
class TorusFailoverIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration REST = Duration.ofSeconds(2);
  private static final String STAGES = System.getProperty("stages", "");
  private static final int NODES = 3;

  /**
   * A torus with a host at every switch.
   *
   * @param first the switch that the first seed begins at
   * @param beside another one that it names, the next in the dimension that is routed last
   * @param second the switch that the second seed begins at, which names none of the first
   */
  private record Torus(String topology, int switches, String first, String beside, String second) {
    static final Torus FLAT = new Torus("torus:5x6", 30, "sw_2_2_0", "sw_2_3_0", "sw_1_4_0");
    static final Torus SOLID = new Torus("torus:3x3x3", 27, "sw_1_1_1", "sw_1_1_2", "sw_2_0_0");
  }

  private interface Kills {
    void run() throws Exception;
  }

  /** What happens to the switch that the first seed begins at, or to its cable in x. */
  private enum Change {
    SWITCH_DIES,
    SWITCH_RETURNS,
    LINK_DIES,
    LINK_RETURNS;

    /** How many switches are missing after it. */
    int missing() {
      return this == SWITCH_DIES ? 1 : 0;
    }

    boolean isRepair() {
      return this == SWITCH_RETURNS || this == LINK_RETURNS;
    }

    /** The stages whose MADs its sweep sends, as ports that stayed have all they need. */
    Set<SweepStage> stages() {
      Set<SweepStage> stages =
          switch (this) {
            case SWITCH_RETURNS, LINK_RETURNS -> EnumSet.allOf(SweepStage.class);
            // Maps between ports that stay do not change.
            case SWITCH_DIES, LINK_DIES ->
                EnumSet.range(SweepStage.DISCOVERING, SweepStage.PROGRAMMED_IN_PART);
          };
      if (this != SWITCH_RETURNS) {
        stages.remove(SweepStage.ADDRESSING);
      }
      return stages;
    }
  }

  @TempDir Path folder;

  private Torus torus;
  private boolean isBesideDead; // the other switch of the first seed
  private Path conf;
  private SimulatedSubnet subnet;
  private JournalProcess journal;
  private SmCluster cluster;
  private PathClient client;
  private PathQuestions questions;
  private WriterWatch writers;
  private final Map<Integer, Integer> senders = new HashMap<>(); // by term
  private StageWatch watch;
  private TorusTruth before;
  private String frame;
  private int master; // when everything was in order last

  @Test
  void shouldKeepLevelsLanesAndFrameWhoeverDies() throws Exception {
    run(Torus.FLAT, this::killInTwoDimensions);
  }

  @Test
  void shouldKeepThemInThreeDimensions() throws Exception {
    run(Torus.SOLID, this::killInThreeDimensions);
  }

  private void run(Torus what, Kills kills) throws Exception {
    torus = what;
    conf = folder.resolve("torus-2QoS.conf");
    try (JournalProcess served = JournalProcess.startAt("127.0.0.1", folder);
        SimulatedSubnet simulated = SimulatedSubnet.start(what.topology())) {
      journal = served;
      subnet = simulated;
      TorusSeeds.write(conf, subnet, what.first(), what.second());
      try (SmCluster nodes = SmCluster.start(folder, subnet, NODES, settings())) {
        cluster = nodes;
        awaitOrder(what.switches());
        Fabric fabric = subnet.fabric();
        writers = new WriterWatch(fabric, subnet.lids());
        watch = subnet.simulator().call(fresh -> new StageWatch(fresh, writers));
        int[] lids = subnet.lids().values().stream().mapToInt(Integer::intValue).toArray();
        try (PathQuestions asking =
                new PathQuestions(subnet.simulator(), fabric.port(fabric.nodeCount() - 2, 1));
            PathClient application =
                new PathClient(subnet.simulator(), PathClient.lastAdapterPort(fabric), lids)) {
          questions = asking;
          client = application;
          before = truth();
          assertThat(before.levels()).hasSize(4 * what.switches() * what.switches());
          assertThat(before.levels().values()).contains(0, 1, 2, 3);
          frame = TorusTruth.frame(cluster.node(master));
          kills.run();
        } catch (AssertionError | RuntimeException e) {
          cluster.tellLogs();
          throw e;
        }
      }
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(TorusSeeds.settings(conf));
    settings.putAll(journal.settings());
    return SmCluster.patient(settings);
  }

  /** By default while the other switch of the first seed is dead already. */
  private void killInTwoDimensions() throws Exception {
    if (STAGES.isEmpty()) {
      loseBeside();
      suffer(Change.SWITCH_DIES, SweepStage.PROGRAMMED_IN_PART);
      return;
    }
    if (STAGES.equals("all")) {
      killAllAndReorderSeeds();
    }
    killAtStages(Change.values());
    loseBeside();
    killAtStages(Change.values());
  }

  /** Without the cable: in a ring of three few switches send anything by it. */
  private void killInThreeDimensions() throws Exception {
    if (STAGES.isEmpty()) {
      suffer(Change.SWITCH_DIES, SweepStage.PROGRAMMING);
      suffer(Change.SWITCH_RETURNS, SweepStage.LANES_IN_PART);
      suffer(Change.SWITCH_DIES, SweepStage.ACKNOWLEDGING);
      suffer(Change.SWITCH_RETURNS, SweepStage.ARMED_IN_PART);
      return;
    }
    killAtStages(Change.SWITCH_DIES, Change.SWITCH_RETURNS);
    loseBeside();
    killAtStages(Change.SWITCH_DIES, Change.SWITCH_RETURNS);
  }

  private void killAtStages(Change... changes) throws Exception {
    for (SweepStage stage : SweepStage.values()) {
      if (STAGES.equals("all") || List.of(STAGES.split(",", -1)).contains(stage.name())) {
        for (Change change : changes) {
          suffer(change, stage);
        }
      }
    }
  }

  /** The other switch of the first seed dies, and no master. */
  private void loseBeside() throws InterruptedException {
    subnet.simulator().execute(simulated -> die(simulated, subnet.node(torus.beside())));
    isBesideDead = true;
    awaitOrder(switchesAfter(Change.SWITCH_RETURNS));
    awaitRest();
    compare(Change.SWITCH_RETURNS);
  }

  /**
   * Until no trap has caused a sweep for a while: what a change that strikes during discovery needs
   * is left to chance.
   */
  private void awaitRest() {
    AtomicReference<List<String>> seen = new AtomicReference<>(List.of());
    await("rest")
        .during(REST)
        .atMost(PATIENCE)
        .until(
            () -> {
              List<String> now = sweeps(master);
              return now.equals(seen.getAndSet(now));
            });
  }

  private int switchesAfter(Change change) {
    return torus.switches() - change.missing() - (isBesideDead ? 1 : 0);
  }

  /** A change, and a master that dies when its sweep comes to a stage, if it ever does. */
  private void suffer(Change change, SweepStage stage) throws Exception {
    long beganNs = System.nanoTime();
    int victim = master;
    CountDownLatch reached = new CountDownLatch(1);
    subnet
        .simulator()
        .execute(
            simulated -> {
              watch.await(
                  stage,
                  cluster.port(victim),
                  () -> {
                    come(stage, victim);
                    reached.countDown();
                  });
              carryOut(simulated, change);
            });
    await(stage.name())
        .atMost(PATIENCE)
        .until(() -> reached.getCount() == 0 || trouble(switchesAfter(change)).isEmpty());
    subnet.simulator().execute(simulated -> watch.giveUp());
    boolean dies = subnet.simulator().call(simulated -> reached.getCount() == 0);
    assertThat(dies).as("comes to %s", stage).isEqualTo(change.stages().contains(stage));
    if (dies) {
      if (stage == SweepStage.JUDGING) {
        awaitPhase(victim, "JUDGING");
        cluster.kill(victim);
        journal.hang(false);
      } else {
        cluster.kill(victim); // has been, and is gone when this returns
      }
    }
    String last = awaitOrder(switchesAfter(change));
    assertThat(master != victim).as("another master").isEqualTo(dies);
    compare(change);
    System.out.printf(
        "%s, %s%s, %s: in order after %d ms, of these last for: %s%n    the master said: %s%n",
        torus.topology(),
        change,
        isBesideDead ? " beside a dead one" : "",
        dies ? "killed at " + stage : "no " + stage,
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs),
        last,
        sweeps(master));
    if (dies) {
      cluster.startNode(victim);
      awaitFollowing(victim);
    }
  }

  /** On the simulator's thread: what was sent before has been answered, and nothing after it. */
  private void come(SweepStage stage, int victim) {
    if (stage == SweepStage.JUDGING) {
      journal.hang(true); // so that it cannot go on to the next
    } else {
      cluster.node(victim).process().destroyForcibly();
    }
  }

  private void carryOut(SimulatedFabric simulated, Change change) {
    int node = subnet.node(torus.first());
    switch (change) {
      case SWITCH_DIES -> die(simulated, node);
      case SWITCH_RETURNS -> simulated.nodeUp(node);
      case LINK_DIES -> simulated.unlink(seedLink(node));
      case LINK_RETURNS -> simulated.relink(seedLink(node));
    }
  }

  private void die(SimulatedFabric simulated, int node) {
    writers.forget(node);
    simulated.nodeDown(node);
  }

  /** The port of the first seed's switch that its xp_link is at. */
  private int seedLink(int node) {
    Fabric fabric = subnet.fabric();
    int next = subnet.node(TorusSeeds.next(subnet, torus.first(), 0));
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      if (fabric.peer(port) != Fabric.NONE && fabric.nodeOf(fabric.peer(port)) == next) {
        return port;
      }
    }
    throw new IllegalStateException("no link to " + fabric.description(next));
  }

  private void awaitPhase(int node, String phase) {
    cluster
        .node(node)
        .awaitStatus(phase, PATIENCE, status -> status.path("phase").asText().equals(phase));
  }

  private void awaitFollowing(int node) {
    cluster
        .node(node)
        .awaitStatus(
            "follows",
            PATIENCE,
            status -> status.path("replica").path("state").asText().equals("following"));
  }

  private TorusTruth truth() throws InterruptedException {
    return TorusTruth.of(subnet, questions, cluster.lid(master));
  }

  /** Nothing that is still there has changed, and everything that should be there is. */
  private void compare(Change change) throws InterruptedException {
    TorusTruth now = truth();
    int endPorts = 2 * switchesAfter(change); // an adapter at each
    assertThat(now.levels()).hasSize(endPorts * endPorts);
    assertThat(before.levels()).containsAllEntriesOf(now.levels());
    assertThat(now.lids()).isEqualTo(before.lids());
    assertThat(before.lanes()).containsAllEntriesOf(now.lanes());
    assertThat(now.lanes().size() == before.lanes().size())
        .isEqualTo(change.isRepair() && !isBesideDead);
    assertThat(client.differences()).isEmpty();
    assertThat(writers.violations()).isEmpty();
    JournaledTerms.read(journal.settings()).checkWriters(writers.takeWritings(), senders);
    for (int node = 0; node < NODES; node++) {
      if (cluster.isRunning(node)) {
        if (node != master) {
          awaitFollowing(node); // who has just begun knows nothing yet
        }
        assertThat(TorusTruth.frame(cluster.node(node))).as("node %d", node).isEqualTo(frame);
      }
    }
  }

  /**
   * Everybody is killed while the first seed's switch is dead and its sweep under way; then the
   * other seed is the first one, and says that the origin is elsewhere.
   */
  private void killAllAndReorderSeeds() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    subnet
        .simulator()
        .execute(
            simulated -> {
              watch.await(
                  SweepStage.PROGRAMMED_IN_PART,
                  cluster.port(master),
                  () -> {
                    for (int node = 0; node < NODES; node++) {
                      cluster.node(node).process().destroyForcibly();
                    }
                    reached.countDown();
                  });
              carryOut(simulated, Change.SWITCH_DIES);
            });
    assertThat(reached.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    restartAll(torus.first(), torus.second());
    restartAll(torus.second(), torus.first());
    suffer(Change.SWITCH_RETURNS, SweepStage.LANES_IN_PART);
    suffer(Change.SWITCH_DIES, SweepStage.PROGRAMMED_IN_PART);
    restartAll(torus.second(), torus.first());
    suffer(Change.SWITCH_RETURNS, SweepStage.ADDRESSING);
  }

  private void restartAll(String... origins) throws Exception {
    for (int node = 0; node < NODES; node++) {
      cluster.kill(node);
    }
    TorusSeeds.writeWithoutDatelines(conf, subnet, origins);
    for (int node = 0; node < NODES; node++) {
      cluster.launch(node);
    }
    awaitOrder(switchesAfter(Change.SWITCH_DIES));
    for (int node = 0; node < NODES; node++) {
      awaitFollowing(node);
    }
    compare(Change.SWITCH_DIES);
    JsonNode warnings = cluster.node(master).get("status").orElseThrow().path("warnings");
    System.out.printf(
        "all nodes started again, seeds %s%n    the master said: %s%n    warnings: %s%n",
        List.of(origins), sweeps(master), warnings);
  }

  /** Waits until the subnet is up with all that is there; returns the last trouble. */
  private String awaitOrder(int switches) {
    AtomicReference<String> last = new AtomicReference<>("nothing");
    try {
      await("order")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                Optional<String> trouble = trouble(switches);
                trouble.ifPresent(last::set);
                return trouble.isEmpty();
              });
      return last.get();
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("not in order after " + PATIENCE + ": " + last.get(), e);
    }
  }

  private Optional<String> trouble(int switches) {
    OptionalInt only = cluster.master();
    if (only.isEmpty()) {
      return Optional.of("a master");
    }
    master = only.getAsInt();
    JsonNode status = cluster.node(master).get("status").orElse(MissingNode.getInstance());
    if (status.path("switches").asInt() != switches
        || !status.path("subnetUp").asBoolean()
        || !status.path("phase").asText().equals("IDLE")
        || !status.path("errors").isEmpty()
        || !status.path("acyclic").asBoolean()) {
      return Optional.of("the master to end its sweeps");
    }
    if (subnet.portsNotActive() > 0) {
      return Optional.of("active ports");
    }
    return subnet.unservedPairs() > 0 ? Optional.of("paths") : Optional.empty();
  }

  /** How a node's terms have begun, and why it swept: the last three lines. */
  private List<String> sweeps(int node) {
    List<String> said = cluster.node(node).beginnings();
    return said.subList(Math.max(0, said.size() - 3), said.size());
  }
}
