package io.dateline.sm.options;

import io.dateline.fabric.policy.ChainFile;
import io.dateline.fabric.policy.PortGroupFile;
import io.dateline.fabric.policy.TopologyFile;
import io.dateline.fabric.policy.TopologyFile.Topology;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.registry.Engines;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a routing chain: its three files, and those that its steps name. */
final class ChainReader {
  static final String CHAIN = "rch_policy_file";
  static final String TOPOLOGIES = "topo_policy_file";

  /** What only the main file may say, beside what is for no engine (NVIDIA's "OpenSM"). */
  private static final Set<String> OF_THE_MAIN_FILE =
      Set.of("qos", "lmc", "routing_engine", CHAIN, TOPOLOGIES, PortGroupOption.NAME);

  /** An engine of NVIDIA's OpenSM that its text names nowhere but in lists. */
  private static final String UNDEFINED = "pqft";

  private final Map<String, GivenOption> given; // by name, values canonical
  private final EngineUse use;
  private final List<String> warnings;

  /** Makes options of what a step is given, beside the chain. */
  interface StepOptions {
    RoutingOptions read(List<GivenOption> given, String engine);
  }

  /**
   * Begins.
   *
   * @param given of the main file
   * @param warnings where they are added
   */
  ChainReader(Map<String, GivenOption> given, EngineUse use, List<String> warnings) {
    this.given = given;
    this.use = use;
    this.warnings = warnings;
  }

  /** What the files say; the files of options are read by the caller. */
  ChainOptions read(StepOptions options) {
    PortGroupFile groups =
        Optional.ofNullable(given.get(PortGroupOption.NAME))
            .flatMap(PortGroupOption::read)
            .orElse(PortGroupFile.NONE);
    Map<Long, Topology> topologies =
        file(TOPOLOGIES, path -> TopologyFile.read(path, groups)).orElse(Map.of());
    Optional<ChainFile> chain =
        file(CHAIN, path -> ChainFile.read(path, topologies.keySet(), ChainReader::problem));
    checkUse();
    if (chain.isEmpty()) {
      return new ChainOptions(List.of(), topologies, groups, false);
    }
    warnings.addAll(chain.get().warnings());
    List<ChainOptions.Step> steps = new ArrayList<>();
    for (ChainFile.Step step : chain.get().steps()) {
      checkPathBit(step);
      steps.add(
          new ChainOptions.Step(
              step.id(),
              step.engine(),
              step.topology(),
              step.fallbackTo(),
              step.pathBit(),
              options.read(options(step), step.engine())));
    }
    return new ChainOptions(steps, topologies, groups, use.isWithoutFallback());
  }

  private <T> Optional<T> file(String name, OptionFile.Reader<T> reader) {
    return Optional.ofNullable(given.get(name)).flatMap(option -> OptionFile.read(option, reader));
  }

  private static Optional<String> problem(String engine) {
    if (Engines.mayRouteAStep(engine)) {
      return Optional.empty();
    }
    return Optional.of(
        engine.equals(UNDEFINED)
            ? "engine pqft: NVIDIA does not say what it does, so there is none"
            : "there is no engine '%s' for a step; there are: %s"
                .formatted(
                    Excerpt.of(engine),
                    Engines.names().stream()
                        .filter(Engines::mayRouteAStep)
                        .collect(Collectors.joining(", "))));
  }

  /** A chain that no list of engines names is not asked, nor are files that no chain names. */
  private void checkUse() {
    boolean isAsked = use.engines().contains(EngineList.CHAIN);
    GivenOption chain = given.get(CHAIN);
    if (isAsked && chain == null) {
      throw new OptionException(
          new GivenOption(CHAIN, OptionKind.NOTHING, "routing_engine names chain", 0),
          "has to name a file of unicast-steps");
    }
    if (chain != null && !isAsked) {
      warnings.add(
          "%s: %s is not acted on: routing_engine does not name chain"
              .formatted(chain.place(), CHAIN));
    }
    for (String name : List.of(TOPOLOGIES, PortGroupOption.NAME)) {
      if (chain == null && given.containsKey(name)) {
        warnings.add(
            "%s: %s is not acted on without %s".formatted(given.get(name).place(), name, CHAIN));
      }
    }
  }

  private void checkPathBit(ChainFile.Step step) {
    if (step.pathBit() >= 1 << use.lmc()) {
      throw new OptionException(
          given.get(CHAIN),
          "cannot be used: %s:%d: step %d has path-bit %d, and end ports have %s with lmc %d"
              .formatted(
                  given.get(CHAIN).value(),
                  step.lines().pathBit(),
                  step.id(),
                  step.pathBit(),
                  use.lmc() == 0 ? "one LID" : (1 << use.lmc()) + " LIDs",
                  use.lmc()));
    }
  }

  /** The options of the main file, and over them those of the step's. */
  private List<GivenOption> options(ChainFile.Step step) {
    List<GivenOption> options = new ArrayList<>();
    for (GivenOption option : given.values()) {
      if (!Set.of(CHAIN, TOPOLOGIES, PortGroupOption.NAME).contains(option.name())) {
        options.add(option);
      }
    }
    if (!step.config().isEmpty()) {
      for (GivenOption option : readConfig(step)) {
        OpensmOption known = OpensmOptions.named(option.name()).orElseThrow();
        boolean isOfMainFile =
            OF_THE_MAIN_FILE.contains(known.name()) || known.name().startsWith("qos_");
        if (known.isForEngines() && !isOfMainFile) {
          options.add(option);
        } else if (!option.value().equals(ofMainFile(known))) {
          warnings.add(
              "%s: %s is not acted on in the file of a step"
                  .formatted(option.place(), known.name()));
        }
      }
    }
    return options;
  }

  private String ofMainFile(OpensmOption option) {
    if (option.name().equals("lmc")) {
      return Integer.toString(use.lmc());
    }
    GivenOption main = given.get(option.name());
    return main == null ? option.standard() : main.value();
  }

  private List<GivenOption> readConfig(ChainFile.Step step) {
    try {
      return OpensmConf.readAll(Path.of(step.config()));
    } catch (OptionException | InvalidPathException e) {
      throw new OptionException(
          given.get(CHAIN),
          "cannot be used: %s:%d: config of step %d: %s"
              .formatted(
                  given.get(CHAIN).value(), step.lines().config(), step.id(), e.getMessage()));
    }
  }
}
