package io.dateline.routing.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SharedFiles;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.fabric.policy.PortGroupFile;
import io.dateline.fabric.policy.PortGroups;
import io.dateline.fabric.policy.TopologyFile.Topology;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chains on dumps of live fabrics, whose parts are told by the names of their hosts. */
class RealChainsTest {
  @TempDir private Path folder;

  /** Two pods of a fabric; hosts that compute, and such that store, of another one. */
  @ParameterizedTest
  @CsvSource({
    "dgx-ndr-p1, MF.;A, a\\d+-p\\d+-dgx, MF.;B, b\\d+-p\\d+-dgx, updn, dfsssp, 0",
    "dgx-ndr-p1, MF.;A, a\\d+-p\\d+-dgx, MF.;B, b\\d+-p\\d+-dgx, minhop, nue, 1",
    "agpu-cs8500, MF, agpu, MF, st\\d+scr|ion, updn, dfsssp, 0",
    "agpu-cs8500, MF, agpu, MF, st\\d+scr|ion, dnup, sssp, 1",
  })
  void shouldServeEveryPair(
      String file,
      String switches,
      String hosts,
      String otherSwitches,
      String otherHosts,
      String engine,
      String otherEngine,
      int lmc)
      throws Exception {
    Fabric fabric = TopologyReader.read(SharedFiles.find("topologies/real/" + file + ".ib"));
    RoutingOptions plain = RoutingOptions.DEFAULTS.with(LaneOptions.QOS.withNue(0, false));
    PortGroupFile groups =
        PortGroupFile.read(
            Files.writeString(
                folder.resolve("groups"),
                group("s1", switches)
                    + group("h1", hosts)
                    + group("s2", otherSwitches)
                    + group("h2", otherHosts)));
    PortGroups.of(groups, fabric)
        .groups()
        .forEach(
            (name, members) -> {
              if (name.matches("[sh][12]")) {
                assertThat(members.ports().cardinality()).as(name).isGreaterThan(30);
              }
            });
    RoutingOptions options =
        plain.with(
            new ChainOptions(
                List.of(
                    new ChainOptions.Step(1, "minhop", 0, 0, 0, plain),
                    new ChainOptions.Step(2, engine, 1, 0, 0, plain),
                    new ChainOptions.Step(3, otherEngine, 2, 0, lmc, plain)),
                Map.of(1L, new Topology(1, "s1", "h1"), 2L, new Topology(2, "s2", "h2")),
                groups,
                false));

    assertThat(Examination.of("chain", fabric, options, lmc)).isPresent();
  }

  private static String group(String name, String expression) {
    return "port-group\nname: %s\nport-regexp: %s\nend-port-group\n".formatted(name, expression);
  }
}
