package io.dateline.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.dateline.fabric.Fabric;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The master of a torus is killed in the middle of the sweep that follows a fault or its repair:
 * service levels, lanes, LIDs and the frame stay. {@code -Dstages=all} kills all nodes at once, and
 * then masters at every {@link SweepStage}; {@code -Dstages=LANES,ARMING} only masters, at these.
 */
@Timeout(1800)
class TorusFailoverIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String STAGES = System.getProperty("stages", "");
  private static final Pattern SWEEP_LINE =
      Pattern.compile("(Resumed at|Not resumed|Heavy sweep \\d+ begins).*");
  private static final int NODES = 3;
  private static final String FIRST_SEED = "sw_2_2_0";
  private static final String SECOND_SEED = "sw_1_4_0";

  /** What happens to the fabric. */
  private enum Change {
    SWITCH_DIES(29),
    SWITCH_RETURNS(30),
    LINK_DIES(30),
    LINK_RETURNS(30);

    final int switches;

    Change(int switches) {
      this.switches = switches;
    }

    boolean isRepair() {
      return this == SWITCH_RETURNS || this == LINK_RETURNS;
    }

    /** The stages whose MADs its sweep sends, as ports that stayed have all they need. */
    Set<SweepStage> stages() {
      Set<SweepStage> stages =
          switch (this) {
            case SWITCH_RETURNS, LINK_RETURNS -> EnumSet.allOf(SweepStage.class);
            case SWITCH_DIES -> EnumSet.range(SweepStage.DISCOVERING, SweepStage.LANES_IN_PART);
            case LINK_DIES -> EnumSet.range(SweepStage.DISCOVERING, SweepStage.PROGRAMMED_IN_PART);
          };
      if (this != SWITCH_RETURNS) {
        stages.remove(SweepStage.ADDRESSING);
      }
      return stages;
    }
  }

  @TempDir Path folder;

  private Path conf;
  private SimulatedSubnet subnet;
  private JournalProcess journal;
  private SmCluster cluster;
  private PathClient client;
  private PathQuestions questions;
  private WriterWatch writers;
  private StageWatch watch;
  private TorusTruth before;
  private String frame;
  private int master; // when everything was in order last

  @Test
  void shouldKeepLevelsLanesAndFrameWhoeverDies() throws Exception {
    conf = folder.resolve("torus-2QoS.conf");
    try (JournalProcess served = JournalProcess.startAt("127.0.0.1", folder);
        SimulatedSubnet torus = SimulatedSubnet.start("torus:5x6")) {
      journal = served;
      subnet = torus;
      TorusSeeds.write(conf, torus, FIRST_SEED, SECOND_SEED);
      Map<String, String> settings = new HashMap<>(TorusSeeds.settings(conf));
      settings.putAll(served.settings());
      try (SmCluster nodes = SmCluster.start(folder, torus, NODES, settings)) {
        cluster = nodes;
        awaitOrder(30);
        Fabric fabric = torus.fabric();
        writers = new WriterWatch(fabric, torus.lids());
        watch = torus.simulator().call(simulated -> new StageWatch(simulated, writers));
        int[] lids = torus.lids().values().stream().mapToInt(Integer::intValue).toArray();
        try (PathQuestions asking =
                new PathQuestions(torus.simulator(), fabric.port(fabric.nodeCount() - 2, 1));
            PathClient application =
                new PathClient(torus.simulator(), PathClient.lastAdapterPort(fabric), lids)) {
          questions = asking;
          client = application;
          before = truth();
          assertThat(before.levels()).hasSize(60 * 60);
          assertThat(before.levels().values()).contains(0, 1, 2, 3);
          frame = TorusTruth.frame(cluster.node(master));
          killAtStages();
        } catch (AssertionError | RuntimeException e) {
          tellLogs();
          throw e;
        }
      }
    }
  }

  private void killAtStages() throws Exception {
    if (STAGES.isEmpty()) {
      suffer(Change.SWITCH_DIES, SweepStage.PROGRAMMED_IN_PART);
      return;
    }
    if (STAGES.equals("all")) {
      killAllAndReorderSeeds();
    }
    for (SweepStage stage : SweepStage.values()) {
      if (STAGES.equals("all") || List.of(STAGES.split(",", -1)).contains(stage.name())) {
        suffer(Change.SWITCH_DIES, stage);
        suffer(Change.SWITCH_RETURNS, stage);
        suffer(Change.LINK_DIES, stage);
        suffer(Change.LINK_RETURNS, stage);
      }
    }
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
        .until(() -> reached.getCount() == 0 || trouble(change.switches).isEmpty());
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
    String last = awaitOrder(change.switches);
    assertThat(master != victim).as("another master").isEqualTo(dies);
    compare(change);
    System.out.printf(
        "%s, %s: in order after %d ms, of these last for: %s%n    the master said: %s%n",
        change,
        dies ? "killed at " + stage : "no " + stage,
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs),
        last,
        sweeps(master));
    if (dies && !STAGES.isEmpty()) {
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
    int node = subnet.node(FIRST_SEED);
    switch (change) {
      case SWITCH_DIES -> {
        writers.forget(node);
        simulated.nodeDown(node);
      }
      case SWITCH_RETURNS -> simulated.nodeUp(node);
      case LINK_DIES -> simulated.unlink(seedLink(node));
      case LINK_RETURNS -> simulated.relink(seedLink(node));
    }
  }

  /** The port of the first seed's switch that its xp_link is at. */
  private int seedLink(int node) {
    Fabric fabric = subnet.fabric();
    int next = subnet.node(TorusSeeds.next(FIRST_SEED, 0));
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
    int endPorts = 2 * change.switches; // an adapter at each
    assertThat(now.levels()).hasSize(endPorts * endPorts);
    assertThat(before.levels()).containsAllEntriesOf(now.levels());
    assertThat(now.lids()).isEqualTo(before.lids());
    assertThat(before.lanes()).containsAllEntriesOf(now.lanes());
    assertThat(now.lanes().size() == before.lanes().size()).isEqualTo(change.isRepair());
    assertThat(client.differences()).isEmpty();
    assertThat(writers.violations()).isEmpty();
    for (int node = 0; node < NODES; node++) {
      if (cluster.isRunning(node)) {
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
    restartAll(FIRST_SEED, SECOND_SEED);
    restartAll(SECOND_SEED, FIRST_SEED);
    suffer(Change.SWITCH_RETURNS, SweepStage.LANES_IN_PART);
    suffer(Change.SWITCH_DIES, SweepStage.PROGRAMMED_IN_PART);
    restartAll(SECOND_SEED, FIRST_SEED);
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
    awaitOrder(29);
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
    List<String> said =
        cluster
            .node(node)
            .log()
            .lines()
            .map(SWEEP_LINE::matcher)
            .filter(Matcher::find)
            .map(Matcher::group)
            .toList();
    return said.subList(Math.max(0, said.size() - 3), said.size());
  }

  private void tellLogs() {
    for (int node = 0; node < NODES; node++) {
      List<String> lines = cluster.node(node).log().lines().toList();
      System.out.printf("---- node %d, the end of its log%n", node);
      lines.subList(Math.max(0, lines.size() - 40), lines.size()).forEach(System.out::println);
    }
  }
}
