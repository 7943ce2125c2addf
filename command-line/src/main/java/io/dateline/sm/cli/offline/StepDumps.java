package io.dateline.sm.cli.offline;

import io.dateline.routing.RoutingRequest;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.chain.StepFiles;
import io.dateline.routing.chain.StepRouting;
import io.dateline.sm.cli.console.OutputFile;
import io.dateline.sm.dump.RoutingDumps;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Files of each step of a chain: what its engine has made of its topology, before other steps had
 * their turn. Those of NVIDIA's OpenSM; lanes and groups are of the whole alone.
 */
final class StepDumps {
  private static final List<String> FILES =
      List.of(RoutingDumps.LID_MATRIX, RoutingDumps.LFTS, RoutingDumps.FDBS, RoutingDumps.SUBNET);

  private StepDumps() {}

  /**
   * Writes them.
   *
   * @param request that the chain has routed
   * @param onFile is told of each file when it begins
   */
  static void write(Path folder, ChainEngine chain, RoutingRequest request, Consumer<String> onFile)
      throws IOException {
    for (StepRouting step : chain.steps(request)) {
      Map<String, RoutingDumps.Content> files =
          RoutingDumps.of(step.fabric(), step.lids(), step.routing(), Map.of(), out -> {});
      for (String name : FILES) {
        String file = StepFiles.name(step.step(), name);
        onFile.accept("writing " + file);
        OutputFile.write(folder.resolve(file), files.get(name)::write);
      }
    }
  }

  /** Removes those of other tables. */
  static void remove(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, StepFiles.PATTERN)) {
      for (Path file : old) {
        Files.delete(file);
      }
    }
  }
}
