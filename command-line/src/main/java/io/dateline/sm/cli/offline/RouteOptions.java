package io.dateline.sm.cli.offline;

import io.dateline.routing.RoutingEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** What engines are told, for the commands that compute tables. */
final class RouteOptions {
  @Option(
      names = "--opensm-conf",
      paramLabel = "FILE",
      description = "OpenSM's own file; what this command line says comes before it")
  private Path opensmConf;

  @Option(
      names = "--set",
      paramLabel = "option=value",
      description = "an engine's option by OpenSM's name, such as root_guid_file=FILE")
  private final List<String> options = new ArrayList<>();

  @Option(names = "--lmc", paramLabel = "N", description = "2^N LIDs for each end port: 0 to 7")
  private Integer lmc;

  /**
   * Engines that are tried one after the other, see {@link RoutePlan#of}.
   *
   * @param engines of {@code --engine}, or null
   */
  RoutePlan plan(List<String> engines, Function<String, Optional<RoutingEngine>> registry) {
    return RoutePlan.of(opensmConf, engines, options, lmc, registry);
  }

  /** Whether the command line has any of them. */
  boolean given() {
    return opensmConf != null || !options.isEmpty() || lmc != null;
  }
}
