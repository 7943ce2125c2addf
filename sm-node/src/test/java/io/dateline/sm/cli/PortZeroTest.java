package io.dateline.sm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.LftDump;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.Ran;
import io.dateline.sm.cli.console.Topologies;
import io.dateline.sm.manager.RoutingCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code route}, {@code check} and a node say of tables that have no way to some spines. */
class PortZeroTest {
  private static final int ROOTS = 16;

  @TempDir private Path folder;

  @Test
  void shouldCountTheSamePairsInRouteCheckAndNode() throws IOException {
    String[] generate = {"generate", "ftree", "4,4,4", "1,4,4"};
    Path topology = Files.writeString(folder.resolve("tree.ib"), Ran.dateline(generate).out());
    Fabric fabric = Topologies.load(topology.toString(), warning -> {});
    Path roots =
        Files.write(
            folder.resolve("roots"),
            IntStream.range(fabric.switchCount() - ROOTS, fabric.switchCount())
                .mapToObj(node -> Guid.format(fabric.nodeGuid(node)))
                .toList());
    Path ways = folder.resolve("ways");
    route(topology, "ftree", "root_guid_file=" + roots, ways);
    Path lfts = ways.resolve("opensm-lfts.dump");
    Files.write(lfts, withoutAWay(Files.readAllLines(lfts)));
    Path dump = folder.resolve("dump");
    JsonNode routed = route(topology, "file", "lfts_file=" + lfts, dump);
    String told = routed.path("warnings").path(0).asText();
    assertThat(told).contains("with the port 0 of a switch not served, which no subnet needs");

    LftDump tables = Dumps.readFolder(dump, fabric, new ArrayList<>());
    int host = fabric.port(fabric.switchCount(), 1);
    RoutingCheck node =
        RoutingCheck.of(
            fabric,
            tables.lids(),
            Routing.singleLane("file", tables.tables()),
            List.of(),
            List.of(),
            host);
    assertThat(node.objection()).isEmpty();
    assertThat(node.warning()).contains(told);

    JsonNode adapters = json("check", "--topology", topology.toString(), "--lfts", dump.toString());
    assertThat(adapters.path("undelivered").asLong()).isZero();
    assertThat(adapters.path("unsound")).isEmpty();
    JsonNode all =
        json("check", "--switches", "--topology", topology.toString(), "--lfts", dump.toString());
    assertThat(told).startsWith(all.path("undelivered").asLong() + " pairs ");
    assertThat(all.path("unsound")).hasSize(1);
  }

  private static JsonNode route(Path topology, String engine, String setting, Path dump)
      throws IOException {
    return json(
        "route",
        "--topology",
        topology.toString(),
        "--engine",
        engine + ",no_fallback",
        "--set",
        setting,
        "--dump",
        dump.toString());
  }

  /** Of the last root to the second and third adapter, whose traffic comes by others. */
  private static List<String> withoutAWay(List<String> lines) {
    int first = lines.size() - 1;
    while (!lines.get(first).startsWith("Unicast lids")) {
      first--;
    }
    List<String> fewer = new ArrayList<>(lines);
    int adapters = 0;
    for (int line = first; adapters < 3; line++) {
      if (lines.get(line).contains("# Channel Adapter") && ++adapters > 1) {
        fewer.remove(line - adapters + 2);
      }
    }
    return fewer;
  }

  private static JsonNode json(String... command) throws IOException {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--json");
    Ran ran = Ran.dateline(all.toArray(String[]::new));
    assertThat(ran.out()).as(ran.err()).startsWith("{");
    return new ObjectMapper().readTree(ran.out());
  }
}
