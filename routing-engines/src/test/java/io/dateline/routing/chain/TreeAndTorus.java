package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TorusConf;
import io.dateline.fabric.generate.MixedFabric;
import io.dateline.fabric.policy.PortGroupFile;
import io.dateline.fabric.policy.TopologyFile.Topology;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.TorusOptions;
import io.dateline.routing.TreeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What engines are told of {@link MixedFabric}.
 *
 * @param plain without a chain
 * @param groups {@code tree} and {@code torus}
 */
record TreeAndTorus(RoutingOptions plain, PortGroupFile groups) {
  private static final String GROUPS =
      """
      port-group
      name: tree
      port-regexp: tree-
      end-port-group
      port-group
      name: torus
      port-regexp: torus-
      end-port-group
      """;

  /** Writes the files, and reads them. */
  static TreeAndTorus of(Fabric fabric, Path folder) throws IOException {
    List<Long> roots = MixedFabric.roots(fabric).lines().map(line -> Long.decode(line)).toList();
    Path conf = Files.writeString(folder.resolve("conf"), MixedFabric.torusConf(fabric));
    return new TreeAndTorus(
        RoutingOptions.DEFAULTS
            .with(LaneOptions.QOS)
            .with(TreeOptions.DEFAULTS.rootGuids(roots))
            .with(new TorusOptions(Optional.of(TorusConf.read(conf)))),
        PortGroupFile.read(Files.writeString(folder.resolve("groups"), GROUPS)));
  }

  /** A chain: engines of the whole, of the tree and of the torus. */
  RoutingOptions chain(boolean refusesLoops, String... engines) {
    List<ChainOptions.Step> steps = new ArrayList<>();
    for (int i = 0; i < engines.length; i++) {
      steps.add(new ChainOptions.Step(i + 1, engines[i], i, 0, 0, plain));
    }
    return plain.with(
        new ChainOptions(
            steps,
            Map.of(1L, new Topology(1, "tree", "tree"), 2L, new Topology(2, "torus", "torus")),
            groups,
            refusesLoops));
  }
}
