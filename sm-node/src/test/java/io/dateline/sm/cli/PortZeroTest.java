package io.dateline.sm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.LftDump;
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
    String[] generate = {"generate", "ftree", "4,4,4", "1,4,4", "--drop-links", "1:7"};
    Path topology = Files.writeString(folder.resolve("tree.ib"), Ran.dateline(generate).out());
    Fabric fabric = Topologies.load(topology.toString(), warning -> {});
    Path roots =
        Files.write(
            folder.resolve("roots"),
            IntStream.range(fabric.switchCount() - ROOTS, fabric.switchCount())
                .mapToObj(node -> Guid.format(fabric.nodeGuid(node)))
                .toList());
    Path dump = folder.resolve("dump");
    JsonNode routed =
        json(
            "route",
            "--topology",
            topology.toString(),
            "--engine",
            "ftree,no_fallback",
            "--set",
            "root_guid_file=" + roots,
            "--dump",
            dump.toString());
    String told = routed.path("warnings").path(0).asText();
    assertThat(told).contains("with the port 0 of a switch not served, which no subnet needs");

    LftDump tables = Dumps.readFolder(dump, fabric, new ArrayList<>());
    int host = fabric.port(fabric.switchCount(), 1);
    RoutingCheck node =
        RoutingCheck.of(
            fabric,
            tables.lids(),
            Routing.singleLane("ftree", tables.tables()),
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

  private static JsonNode json(String... command) throws IOException {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--json");
    Ran ran = Ran.dateline(all.toArray(String[]::new));
    assertThat(ran.out()).as(ran.err()).startsWith("{");
    return new ObjectMapper().readTree(ran.out());
  }
}
