package io.dateline.it.engines;

import static io.dateline.fabric.generate.ChainFiles.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.ChainFiles;
import io.dateline.fabric.generate.MixedFabric;
import io.dateline.it.kit.PathQuestions;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.sa.PathRecord;
import io.dateline.persistence.journal.H2Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A routing chain in a cluster: a tree by ftree and a torus by torus-2QoS, joined by a few cables;
 * through a fault, another master, a host with another name, and policy files that are changed.
 */
@Timeout(300)
class ChainIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String REBALANCE = "{\"rebalance\":true,\"reason\":\"a test\"}";
  private static final String MOVED = "torus-H_3_3_0_0";

  @TempDir private Path folder;

  private SimulatedSubnet subnet;
  private SmCluster cluster;

  private Map<String, String> settings(H2Server journal) throws IOException {
    Fabric fabric = subnet.fabric();
    Map<String, String> settings = new HashMap<>(journal.settings());
    Map<String, Path> files =
        new ChainFiles(folder)
            .writeAll(
                MixedFabric.roots(fabric),
                MixedFabric.torusConf(fabric),
                step(1, "updn", 0),
                step(2, "ftree", 1),
                step(3, "torus-2QoS", 2));
    files.forEach((name, file) -> settings.put("dateline.subnet." + name, file.toString()));
    settings.put("dateline.subnet.qos", "true");
    return SmCluster.patient(settings);
  }

  @Test
  void shouldRouteTheParts() throws Exception {
    try (SimulatedSubnet simulated = SimulatedSubnet.start(MixedFabric.whole());
        H2Server journal = SmCluster.serveJournal(folder)) {
      subnet = simulated;
      try (SmCluster started = SmCluster.start(folder, subnet, 2, settings(journal))) {
        cluster = started;
        JsonNode up = master().awaitSubnetUp(PATIENCE);
        assertThat(up.path("engine").asText()).isEqualTo("chain");
        assertThat(up.path("warnings").toString())
            .contains("the steps close a credit loop together");
        cluster.awaitQuiet(PATIENCE);
        assertThat(subnet.unservedAdapters()).isEmpty();
        Map<Integer, Integer> levels = levels();
        assertThat(levels.values()).as("SLs of the torus").anyMatch(sl -> sl > 0);

        shouldKeepLevelsWithoutACable(levels);
        Map<Integer, Integer> tables = tables();
        killMaster();
        assertThat(tables()).isEqualTo(tables);
        assertThat(levels()).isEqualTo(levels);
        shouldDumpSteps();
        shouldMoveAHostThatIsRenamed(tables);
        shouldTakePolicyFilesAgain();
      }
    }
  }

  /** Parts are routed by other nodes, and the tables are those of one node alone. */
  @Test
  void shouldRouteTheSameByThreeNodes() throws Exception {
    Map<Integer, Integer> alone;
    try (SimulatedSubnet simulated = SimulatedSubnet.start(MixedFabric.whole());
        H2Server journal = SmCluster.serveJournal(folder)) {
      subnet = simulated;
      try (SmCluster started = SmCluster.start(folder, subnet, 1, settings(journal))) {
        cluster = started;
        master().awaitSubnetUp(PATIENCE);
        cluster.awaitQuiet(PATIENCE);
        alone = tables();
      }
    }
    try (SimulatedSubnet simulated = SimulatedSubnet.start(MixedFabric.whole());
        H2Server journal = SmCluster.serveJournal(folder.resolve("three"))) {
      subnet = simulated;
      Map<String, String> settings = settings(journal);
      settings.put("dateline.spread-programmers-from", "1");
      try (SmCluster started = SmCluster.start(folder.resolve("three"), subnet, 3, settings)) {
        cluster = started;
        cluster.awaitQuiet(PATIENCE);
        await("parts that other nodes have routed").atMost(PATIENCE).until(this::areStepsSpread);
        awaitServed();
        assertThat(tables()).isEqualTo(alone);
        assertThat(
                master().log().lines().filter(line -> line.contains("is routed here and not by")))
            .as("a busy machine may be late")
            .allMatch(line -> line.contains("it did not answer in time"));
      }
    }
  }

  /** Nodes that have come join the work with the sweep after they are seen. */
  private boolean areStepsSpread() throws Exception {
    assertThat(master().order("sweep", REBALANCE).statusCode()).isEqualTo(200);
    cluster.awaitQuiet(PATIENCE);
    JsonNode steps = master().get("routing").orElseThrow().path("steps");
    return steps.path(1).hasNonNull("routedBy") && steps.path(2).hasNonNull("routedBy");
  }

  private SmNodeProcess master() {
    return cluster.node(Math.max(0, cluster.master().orElse(0)));
  }

  private void shouldKeepLevelsWithoutACable(Map<Integer, Integer> levels) throws Exception {
    Fabric fabric = subnet.fabric();
    int from = subnet.node("torus-sw_2_2_0");
    int to = subnet.node("torus-sw_3_2_0");
    int cable = Fabric.NONE;
    for (int number = 1; number <= fabric.externalPortCount(from); number++) {
      int port = fabric.port(from, number);
      if (fabric.peer(port) != Fabric.NONE && fabric.nodeOf(fabric.peer(port)) == to) {
        cable = port;
      }
    }
    Map<Integer, Integer> before = tables();
    subnet.unlink(cable);
    awaitServed();
    assertThat(tables()).isNotEqualTo(before);
    assertThat(levels()).isEqualTo(levels);
    subnet.relink(cable);
    awaitServed();
    assertThat(levels()).isEqualTo(levels);
  }

  private void awaitServed() {
    await("all adapters")
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(subnet.portsNotActive()).isZero();
              assertThat(subnet.unservedAdapters()).isEmpty();
            });
    cluster.awaitQuiet(PATIENCE);
  }

  private void killMaster() {
    int former = cluster.master().getAsInt();
    cluster.succeed(PATIENCE);
    assertThat(cluster.master()).hasValue(1 - former);
    master().awaitSubnetUp(PATIENCE);
    master().assertResumed();
    cluster.awaitQuiet(PATIENCE);
  }

  /** Of a chain that an earlier term has routed, too. */
  private void shouldDumpSteps() throws Exception {
    String answer = master().order("dump", "{}").body();
    assertThat(answer)
        .contains("opensm-lfts.step-1.dump", "opensm-lfts.step-3.dump", "opensm-subnet.step-2.lst")
        .doesNotContain("files of steps are not written");
  }

  /** It is in no part any more, and updn leads to it. */
  private void shouldMoveAHostThatIsRenamed(Map<Integer, Integer> before) {
    subnet.console("rename " + MOVED + " spare");
    await("other entries").atMost(PATIENCE).until(() -> !tables().equals(before));
    awaitServed();
    subnet.console("rename " + MOVED + " " + MOVED);
    await("the entries of before").atMost(PATIENCE).until(() -> tables().equals(before));
  }

  private void shouldTakePolicyFilesAgain() throws Exception {
    Map<Integer, Integer> before = tables();
    new ChainFiles(folder).chain(step(1, "updn", 0), step(2, "ftree", 7));
    assertThat(master().order("reload", "{}").body()).contains("there is no topology 7");
    assertThat(tables()).isEqualTo(before);

    new ChainFiles(folder).chain(step(1, "updn", 0), step(2, "minhop", 2));
    assertThat(master().order("reload", "{}").body())
        .contains("what files of engines say", "\"sweepOrdered\":true");
    await("other entries").atMost(PATIENCE).until(() -> !tables().equals(before));
    awaitServed();
    assertThat(levels().values()).containsOnly(0);
    assertThat(master().get("history").orElseThrow().toString())
        .contains("routing chain: ", "step 3 (torus-2QoS) not in force");
  }

  /** What switches send packets on by, by switch and LID. */
  private Map<Integer, Integer> tables() {
    Fabric fabric = subnet.fabric();
    return subnet
        .simulator()
        .call(
            simulated -> {
              Map<Integer, Integer> entries = new TreeMap<>();
              for (int node = 0; node < fabric.switchCount(); node++) {
                for (int port : fabric.endPorts()) {
                  int lid = simulated.lid(port);
                  entries.put(node << 16 | lid, simulated.route(node, lid));
                }
              }
              return entries;
            });
  }

  /** The SLs of paths from one host of the torus to all others of it, by LID. */
  private Map<Integer, Integer> levels() throws InterruptedException {
    Fabric fabric = subnet.fabric();
    List<Integer> lids = new ArrayList<>();
    for (int node = fabric.switchCount(); node < fabric.nodeCount(); node++) {
      int port = fabric.port(node, 1);
      if (fabric.description(node).startsWith("torus-H")) {
        lids.add(subnet.simulator().call(simulated -> simulated.lid(port)));
      }
    }
    int asking = fabric.port(subnet.node("torus-H_4_4_0_0"), 1);
    Map<Integer, Integer> levels = new TreeMap<>();
    try (PathQuestions questions = new PathQuestions(subnet.simulator(), asking)) {
      Map<Integer, PathRecord> answers =
          questions.askAll(cluster.lid(cluster.master().getAsInt()), lids);
      answers.forEach((lid, path) -> levels.put(lid, path.sl()));
    }
    return levels;
  }
}
