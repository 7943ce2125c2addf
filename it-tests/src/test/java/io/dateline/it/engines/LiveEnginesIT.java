package io.dateline.it.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.SimulatedSubnet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every engine in a node, where a cable is lost and comes back, and then a switch, while the node
 * looks on. What works offline has to work there: the engine that was asked for routes throughout,
 * and all adapters that cables join reach each other. torus-2QoS has {@code TorusDamageIT}.
 */
@Timeout(180)
class LiveEnginesIT {
  private static final long SEED = Long.getLong("live.seed", new Random().nextInt(1 << 20));
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;

  private final Random random = new Random(SEED);

  /**
   * Roots are those switches of a tree that no adapter and no higher switch is at: the last.
   *
   * @param given roots that the node is told
   */
  private Map<String, Object> settings(String engine, Fabric fabric, int given) throws IOException {
    Map<String, Object> settings = new HashMap<>();
    settings.put("dateline.subnet.routing_engine", List.of(engine, "no_fallback"));
    settings.put("dateline.subnet.qos", true);
    if (given > 0) {
      int first = fabric.switchCount() - given;
      settings.put(
          "dateline.subnet.root_guid_file",
          Files.writeString(
                  folder.resolve("roots"),
                  IntStream.range(first, fabric.switchCount())
                      .mapToObj(node -> Guid.format(fabric.nodeGuid(node)))
                      .collect(Collectors.joining("\n")))
              .toString());
    }
    return settings;
  }

  @ParameterizedTest
  @CsvSource({
    "minhop, torus:4x4, 0, 0",
    "minhop, 'ftree:4,4,4:1,4,4', 0, 0",
    "updn, 'ftree:4,4,4:1,4,4', 16, 0",
    "dnup, 'ftree:4,4,4:1,4,4', 16, 0",
    "ftree, 'ftree:4,4,4:1,4,4', 16, 0",
    "ftree, 'ftree:4,4:1,2', 2, 2",
    "dor, mesh:4x4, 0, 0",
    "lash, torus:4x4, 0, 0",
    "sssp, torus:4x4, 0, 0",
    "dfsssp, torus:4x4, 0, 0",
    "nue, torus:4x4, 0, 0",
  })
  void shouldRouteWhatIsLeft(String engine, String topology, int roots, int given)
      throws Exception {
    System.out.println("-Dlive.seed=" + SEED);
    try (SimulatedSubnet subnet = SimulatedSubnet.start(topology)) {
      Fabric fabric = subnet.fabric();
      int own = fabric.port(fabric.switchCount(), 1); // of the first host
      try (EmbeddedNode node =
          EmbeddedNode.start(
              folder, subnet.simulator().attach(own), settings(engine, fabric, given))) {
        node.awaitQuiet();
        awaitServed(subnet, node, engine);
        int cable = cable(fabric);
        subnet.unlink(cable);
        awaitServed(subnet, node, engine);
        subnet.relink(cable);
        awaitServed(subnet, node, engine);
        int lost = switchBut(fabric, fabric.nodeOf(fabric.peer(own)), roots);
        subnet.simulator().execute(simulated -> simulated.nodeDown(lost));
        awaitServed(subnet, node, engine);
        subnet.simulator().execute(simulated -> simulated.nodeUp(lost));
        awaitServed(subnet, node, engine);
      }
    }
  }

  private int cable(Fabric fabric) {
    int[] cables =
        IntStream.range(0, fabric.portCount())
            .filter(port -> fabric.isSwitch(fabric.nodeOf(port)) && fabric.peer(port) > port)
            .filter(port -> fabric.isSwitch(fabric.nodeOf(fabric.peer(port))))
            .toArray();
    return cables[random.nextInt(cables.length)];
  }

  /** Of a tree a root: what hangs at others may have no other way. */
  private int switchBut(Fabric fabric, int own, int roots) {
    int first = roots > 0 ? fabric.switchCount() - roots : 0;
    int[] others =
        IntStream.range(first, fabric.switchCount()).filter(node -> node != own).toArray();
    return others[random.nextInt(others.length)];
  }

  private static void awaitServed(SimulatedSubnet subnet, EmbeddedNode node, String engine) {
    await(engine)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () -> {
              node.assertRouted(engine);
              assertThat(subnet.portsNotActive()).isZero();
              assertThat(subnet.unservedAdapters()).isEmpty();
            });
  }
}
