package io.dateline.sm.simulation;

import static io.dateline.fabric.generate.ChainFiles.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.ChainFiles;
import io.dateline.fabric.generate.MixedFabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sm.config.SubnetSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The master is killed after steps of a repair: its successor ends it with the same tables, and
 * sends no block that a switch had acknowledged. {@code -Drepairs.kills=N} kills after N steps of
 * each repair, evenly; 0 after every one.
 */
class KilledRepairTest {
  private static final int KILLS = Integer.getInteger("repairs.kills", 12);
  private static final long SEED = 7;
  private static final String INTERVAL = "300s"; // no light sweep is needed

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "minhop; ftree:3,3:1,3",
        "updn; ftree:3,3:1,3",
        "dnup; ftree:3,3:1,3",
        "ftree; ftree:3,3:1,3",
        "dor; mesh:3x3",
        "sssp; torus:3x3",
        "dfsssp; torus:3x3",
        "lash; torus:3x3",
        "nue; torus:3x3"
      })
  void shouldEndARepairOfAnotherMaster(String engine, String topology) {
    Fabric fabric = TopologySpec.parse(topology).generate();
    int cable = cable(fabric, fabric.switchCount() - 1);
    shouldEnd(engine, fabric, Settings.withLanes(engine, INTERVAL), story -> story.unlink(cable));
  }

  @Test
  void shouldEndARepairByAChain() {
    Fabric fabric = MixedFabric.whole();
    int cable = cable(fabric, MixedFabric.node(fabric, "torus-sw_2_2_0"));
    shouldEnd(
        "chain",
        fabric,
        SubnetSettings.of(chain(fabric, "torus-2QoS")),
        story -> story.unlink(cable));
  }

  /** All nodes read their files again, the master last. */
  @Test
  void shouldEndAReloadOfAChain() {
    Fabric fabric = MixedFabric.whole();
    shouldEnd(
        "a reload",
        fabric,
        () -> SubnetSettings.of(chain(fabric, "torus-2QoS")),
        story -> {
          Config after = chain(fabric, "updn");
          story.nodes().forEach(node -> node.reload(after));
        });
  }

  private Config chain(Fabric fabric, String engineOfTheTorus) {
    try {
      Map<String, Path> files =
          new ChainFiles(folder)
              .writeAll(
                  MixedFabric.roots(fabric),
                  MixedFabric.torusConf(fabric),
                  step(1, "updn", 0),
                  step(2, "ftree", 1),
                  step(3, engineOfTheTorus, 2));
      return Settings.withFiles("chain", files, INTERVAL);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void shouldEnd(
      String what, Fabric fabric, SubnetSettings settings, Consumer<KilledRepair> change) {
    shouldEnd(what, fabric, () -> settings, change);
  }

  private static void shouldEnd(
      String what,
      Fabric fabric,
      Supplier<SubnetSettings> settings,
      Consumer<KilledRepair> change) {
    KilledRepair.Outcome whole =
        new KilledRepair(SEED, fabric, settings.get()).tell(change, KilledRepair.NEVER);
    assertThat(whole.tables())
        .as(() -> "a change: " + String.join("\n", whole.lines()))
        .isNotEqualTo(whole.before());
    int kills = KILLS == 0 ? whole.steps() : KILLS;
    for (int kill = 0; kill < kills; kill++) {
      int after = (int) ((long) whole.steps() * kill / kills);
      KilledRepair.Outcome killed =
          new KilledRepair(SEED, fabric, settings.get()).tell(change, after);
      assertThat(killed.tables())
          .as(
              () ->
                  "%s, killed after step %d of %d: %s"
                      .formatted(what, after, whole.steps(), String.join("\n", killed.lines())))
          .isEqualTo(whole.tables());
      assertThat(killed.sentAgain())
          .as("%s, killed after step %d of %d", what, after, whole.steps())
          .isEmpty();
    }
    System.out.printf("%s: killed %d times within %d steps%n", what, kills, whole.steps());
  }

  /** A port of a switch that leads to another one. */
  private static int cable(Fabric fabric, int node) {
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      if (peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))) {
        return fabric.port(node, number);
      }
    }
    throw new IllegalArgumentException("no cable at " + fabric.description(node));
  }
}
