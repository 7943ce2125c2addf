package io.dateline.sm.dump;

import io.dateline.routing.chain.StepFiles;
import io.dateline.routing.chain.StepRouting;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files of each step of a chain: what its engine has made of its topology, before other steps had
 * their turn. Those of NVIDIA's OpenSM; lanes and groups are of the whole alone.
 */
public final class StepDumps {
  private static final List<String> FILES =
      List.of(RoutingDumps.LID_MATRIX, RoutingDumps.LFTS, RoutingDumps.FDBS, RoutingDumps.SUBNET);

  private StepDumps() {}

  /** The files, by name. */
  public static Map<String, RoutingDumps.Content> of(List<StepRouting> steps) {
    Map<String, RoutingDumps.Content> all = new LinkedHashMap<>();
    for (StepRouting step : steps) {
      Map<String, RoutingDumps.Content> files =
          RoutingDumps.of(step.fabric(), step.lids(), step.routing(), Map.of(), out -> {});
      FILES.forEach(name -> all.put(StepFiles.name(step.step(), name), files.get(name)));
    }
    return all;
  }

  /** Removes those of other tables from a folder, and nothing else. */
  public static void remove(Path folder) throws IOException {
    try (DirectoryStream<Path> there = Files.newDirectoryStream(folder, StepFiles.PATTERN)) {
      for (Path file : there) {
        if (FILES.contains(StepFiles.withoutStep(file.getFileName().toString()))) {
          Files.delete(file);
        }
      }
    }
  }
}
