package io.dateline.sm.cli.offline;

import io.dateline.fabric.Lid;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.options.EngineList;
import io.dateline.sm.options.EngineOptions;
import io.dateline.sm.options.EngineUse;
import io.dateline.sm.options.GivenOption;
import io.dateline.sm.options.OpensmConf;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How {@code route} is to route: what the command line says, over an {@code opensm.conf}.
 *
 * @param engines in the order in which they are tried
 * @param candidates how many of the first ones all route, so that the best routing is taken; 0
 *     where the first engine that routes is taken
 * @param options of all engines
 * @param lmc of end ports, 0 to 7
 * @param lmcEsp0 whether enhanced switch port 0s have it, too
 * @param warnings about files
 * @param notes of files that were read though nobody named them
 */
record RoutePlan(
    List<RoutingEngine> engines,
    int candidates,
    RoutingOptions options,
    int lmc,
    boolean lmcEsp0,
    List<String> warnings,
    List<String> notes) {
  private static final String SET = "--set";

  /** What OpenSM routes with where its file names no engine. */
  private static final String OPENSM_DEFAULT = "minhop";

  /** Where no engine is named, it is the engine. */
  private static final String CHAIN_FILE = "rch_policy_file";

  /** What the command line has an option of its own for. */
  private static final Map<String, String> OWN =
      Map.of("lmc", "--lmc", "routing_engine", "--engine");

  /**
   * Puts it together.
   *
   * @param file opensm.conf, or null
   * @param engineNames of {@code --engine}, or null
   * @param options {@code name=value} of each {@code --set}
   * @param lmcGiven of {@code --lmc}, or null
   * @throws BadInput if there is no engine of a name, or a number is out of range
   * @throws io.dateline.sm.options.OptionException if an option or the file is wrong
   */
  static RoutePlan of(
      Path file,
      List<String> engineNames,
      List<String> options,
      Integer lmcGiven,
      Function<String, Optional<RoutingEngine>> registry) {
    OpensmConf conf = file == null ? OpensmConf.NONE : OpensmConf.read(file);
    List<GivenOption> given = new ArrayList<>();
    for (GivenOption each : conf.given()) {
      if (OpensmOptions.named(each.name()).filter(OpensmOption::isForEngines).isPresent()) {
        given.add(each);
      }
    }
    given.addAll(set(options));
    boolean hasChain = given.stream().anyMatch(option -> option.name().equals(CHAIN_FILE));
    EngineList engines = engines(file, conf, engineNames, hasChain, registry);
    int lmc = lmc(conf, lmcGiven);
    EngineOptions read = EngineOptions.read(given, EngineUse.of(engines, lmc));
    List<String> warnings = new ArrayList<>(conf.warnings());
    warnings.addAll(read.warnings());
    List<String> notes = new ArrayList<>(read.notes());
    if (file != null) {
      notes.addAll(FilesBesideRouting.notes(conf, read.routing().lanes().qos()));
      warnings.addAll(FilesBesideRouting.warnings(conf, read.routing().lanes().qos()));
    }
    return new RoutePlan(
        engines.order().stream().map(name -> registry.apply(name).orElseThrow()).toList(),
        engines.candidates().size(),
        read.routing(),
        lmc,
        conf.option("lmc_esp0").isPresent(), // FALSE is the default, which says nothing
        warnings,
        notes);
  }

  private static Collection<GivenOption> set(List<String> options) {
    Map<String, GivenOption> given = new LinkedHashMap<>();
    for (String option : options) {
      int end = option.indexOf('=');
      if (end < 1) {
        throw new BadInput("--set takes option=value, not '%s'".formatted(option));
      }
      GivenOption now =
          new GivenOption(option.substring(0, end), option.substring(end + 1), SET, 0);
      String name = OpensmOptions.named(now.name()).map(OpensmOption::name).orElse(now.name());
      if (OWN.containsKey(name)) {
        throw new BadInput(
            "--set takes options of engines; for %s there is %s".formatted(name, OWN.get(name)));
      }
      GivenOption before = given.putIfAbsent(name, now);
      if (before != null && !before.value().equals(now.value())) {
        throw new BadInput(
            "--set gives %s twice: %s and %s".formatted(name, before.value(), now.value()));
      }
    }
    return given.values();
  }

  private static EngineList engines(
      Path file,
      OpensmConf conf,
      List<String> names,
      boolean hasChain,
      Function<String, Optional<RoutingEngine>> registry) {
    if (names != null) {
      return engines("--engine", EngineList.words(String.join(",", names)), registry);
    }
    Optional<GivenOption> option = conf.option("routing_engine");
    if (option.isEmpty() && hasChain) {
      return engines(CHAIN_FILE, List.of(EngineList.CHAIN), registry);
    }
    if (option.isEmpty() && file == null) {
      throw new BadInput("--engine is missing, and there is no --opensm-conf");
    }
    return option
        .map(
            given ->
                engines(
                    given.place() + ": " + given.name(), EngineList.words(given.value()), registry))
        .orElseGet(() -> engines("OpenSM's default", List.of(OPENSM_DEFAULT), registry));
  }

  private static EngineList engines(
      String place, List<String> words, Function<String, Optional<RoutingEngine>> registry) {
    try {
      return EngineList.parse(words, name -> registry.apply(name).isPresent(), Engines.names());
    } catch (IllegalArgumentException e) {
      throw new BadInput(place + ": " + e.getMessage());
    }
  }

  private static int lmc(OpensmConf conf, Integer given) {
    if (given != null) {
      return lmc("--lmc", given);
    }
    return conf.option("lmc")
        .map(option -> lmc(option.place() + ": lmc", Integer.parseInt(option.value())))
        .orElse(0);
  }

  private static int lmc(String place, int lmc) {
    if (lmc < 0 || lmc > Lid.LMC_MAX) {
      throw new BadInput("%s takes 0 to %d, not %d".formatted(place, Lid.LMC_MAX, lmc));
    }
    return lmc;
  }
}
