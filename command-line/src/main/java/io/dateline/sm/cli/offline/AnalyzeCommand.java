package io.dateline.sm.cli.offline;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.format.TrafficPatternReader;
import io.dateline.fabric.measure.EndNodes;
import io.dateline.fabric.measure.RandomBisections;
import io.dateline.fabric.measure.TrafficPattern;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.analyze.Analysis;
import io.dateline.sm.analyze.ChannelsCsv;
import io.dateline.sm.analyze.Comparison;
import io.dateline.sm.analyze.ComparisonCsv;
import io.dateline.sm.analyze.ComparisonPage;
import io.dateline.sm.analyze.ComparisonReport;
import io.dateline.sm.analyze.ComparisonText;
import io.dateline.sm.analyze.NamedRouting;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.InputFiles;
import io.dateline.sm.cli.console.JsonOutput;
import io.dateline.sm.cli.console.OutputFile;
import io.dateline.sm.cli.console.Progress;
import io.dateline.sm.cli.console.TopologyOption;
import io.dateline.sm.cli.console.Warnings;
import io.dateline.sm.options.EngineList;
import io.dateline.sm.path.PortSearch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline analyze}: compares routings. */
@Command(
    name = "analyze",
    description =
        "Compares routings: hops, load, credit loops, effective bisection bandwidth, shifts.",
    mixinStandardHelpOptions = true)
final class AnalyzeCommand implements Callable<Integer> {
  @Mixin private TopologyOption topology;

  @Option(
      names = "--lfts",
      paramLabel = "FILE",
      arity = "1..*",
      description = "tables as in opensm-lfts.dump, or folders as route --dump writes them")
  private List<Path> lfts = List.of();

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      split = ",",
      description = "routing engines, each of which routes for itself")
  private List<String> engines = List.of();

  @Mixin private RouteOptions how;

  @Option(
      names = "--bisections",
      paramLabel = "N",
      defaultValue = "1000",
      description = "random bisections to measure (${DEFAULT-VALUE})")
  private int bisections;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "which bisections (${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--pattern",
      paramLabel = "FILE",
      description =
          "measure this traffic, too: lines source destination [weight], ends by name (in quotes if"
              + " it has blanks), GUID with 0x, or LID")
  private Path pattern;

  @Option(names = "--html", paramLabel = "FILE", description = "write a page with plots, too")
  private Path html;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "write lines routing,quantity,value, too, named as in --json")
  private Path csv;

  @Option(
      names = "--channels",
      paramLabel = "FILE",
      description =
          "write what is on each channel between switches as CSV, too: paths of pairs, and the"
              + " weight of --pattern, that on cables of adapters included")
  private Path channels;

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Spec private CommandSpec spec;

  private final Function<String, Optional<RoutingEngine>> registry;

  private final List<String> warnings = new ArrayList<>();

  AnalyzeCommand() {
    this(Engines::named);
  }

  AnalyzeCommand(Function<String, Optional<RoutingEngine>> registry) {
    this.registry = registry;
  }

  @Override
  public Integer call() throws IOException {
    if (bisections < 1) {
      throw new BadInput("--bisections takes 1 or more, not " + bisections);
    }
    Optional<RoutePlan> plan = plan();
    plan.map(RoutePlan::notes).orElse(List.of()).forEach(spec.commandLine().getErr()::println);
    for (Path file : new Path[] {html, csv, channels}) {
      OutputFile.requirePlace(file);
    }
    Answer answer;
    try (Progress progress = Progress.start("analyze", true)) {
      answer = answer(plan, progress);
    }
    return switch (answer) {
      case Answer.Refused(ComputedRoutings computed) -> refused(computed);
      case Answer.Compared(Comparison comparison, Fabric fabric) -> {
        print(comparison, fabric);
        yield ExitCode.DONE;
      }
    };
  }

  /** What came of it. */
  private sealed interface Answer {
    /** There are routings. */
    record Compared(Comparison comparison, Fabric fabric) implements Answer {}

    /** There is none. */
    record Refused(ComputedRoutings computed) implements Answer {}
  }

  private Answer answer(Optional<RoutePlan> plan, Progress progress) throws IOException {
    progress.step("reading " + topology);
    Fabric fabric = topology.load(warnings::add);
    DumpedRoutings dumps = new DumpedRoutings(fabric, warnings);
    List<NamedRouting> routings =
        new ArrayList<>(dumps.read(lfts, place -> progress.step("reading " + place)));
    LidMap before = routings.isEmpty() ? null : routings.getFirst().lids();
    LidMap lids = plan.isPresent() ? lids(plan.get(), fabric, before) : before;
    Optional<TrafficPattern> flows = flows(fabric, before == null ? lids : before);
    ComputedRoutings computed =
        plan.isPresent()
            ? compute(plan.get(), fabric, lids, routings, progress)
            : ComputedRoutings.NONE;
    routings.addAll(computed.routings());
    if (routings.isEmpty()) {
      return new Answer.Refused(computed);
    }
    warnAboutEndNodes(fabric, routings);
    Comparison comparison =
        Comparison.of(
            topology.toString(),
            fabric,
            routings,
            computed.refusals(),
            new RandomBisections(bisections, seed),
            flows,
            progress::step);
    warnAboutLoops(comparison, dumps);
    write(comparison, fabric, progress);
    return new Answer.Compared(comparison, fabric);
  }

  /**
   * Reads {@code --pattern}.
   *
   * @param lids what it means by LIDs
   */
  private Optional<TrafficPattern> flows(Fabric fabric, LidMap lids) throws IOException {
    if (pattern == null) {
      return Optional.empty();
    }
    PortSearch search = new PortSearch(fabric, lids);
    return Optional.of(
        TrafficPatternReader.read(
            InputFiles.readable("traffic pattern", pattern),
            text -> {
              int port = search.find(text).port();
              if (fabric.isSwitch(fabric.nodeOf(port))) {
                throw new IllegalArgumentException("'%s' is a switch, no adapter".formatted(text));
              }
              return port;
            }));
  }

  private void write(Comparison comparison, Fabric fabric, Progress progress) throws IOException {
    if (html != null) {
      progress.step("plotting");
      String page = ComparisonPage.html(comparison);
      OutputFile.write(html, out -> out.append(page));
    }
    if (csv != null) {
      progress.step("writing " + csv);
      OutputFile.write(csv, out -> ComparisonCsv.write(comparison, fabric, out));
    }
    if (channels != null) {
      progress.step("writing " + channels);
      OutputFile.write(channels, out -> ChannelsCsv.write(comparison, fabric, out));
    }
  }

  private Optional<RoutePlan> plan() {
    if (!engines.isEmpty()) {
      List<String> alone = new ArrayList<>(engines);
      if (!alone.contains(EngineList.NO_FALLBACK)) {
        alone.add(EngineList.NO_FALLBACK);
      }
      return Optional.of(how.plan(alone, registry));
    }
    if (lfts.isEmpty()) {
      throw new BadInput("there is nothing to compare: give --lfts, --engine or both");
    }
    if (how.given()) {
      throw new BadInput("--opensm-conf, --set and --lmc are for engines, and --engine is missing");
    }
    return Optional.empty();
  }

  /** Engines get the LIDs of the first tables, for the order of LIDs decides how they balance. */
  private LidMap lids(RoutePlan plan, Fabric fabric, LidMap before) {
    warnings.addAll(plan.warnings());
    return OfflineLids.assign(topology.toString(), fabric, before, plan, warnings);
  }

  private ComputedRoutings compute(
      RoutePlan plan, Fabric fabric, LidMap lids, List<NamedRouting> dumped, Progress progress)
      throws IOException {
    return ComputedRoutings.of(
        plan,
        fabric,
        lids,
        dumped.stream().map(NamedRouting::name).collect(Collectors.toSet()),
        warnings,
        progress::step);
  }

  private int refused(ComputedRoutings computed) {
    PrintWriter err = spec.commandLine().getErr();
    computed
        .refusals()
        .forEach(
            refusal -> err.println("refused by " + refusal.engine() + ": " + refusal.reason()));
    return ExitCode.REFUSED;
  }

  private void warnAboutEndNodes(Fabric fabric, List<NamedRouting> routings) {
    NamedRouting first = routings.getFirst();
    int[] expected = EndNodes.ports(fabric, first.lids());
    for (NamedRouting routing : routings) {
      int[] found = EndNodes.ports(fabric, routing.lids());
      if (!Arrays.equals(found, expected)) {
        warnings.add(
            "%s has LIDs for %d end nodes, %s for %d, not all of them the same: other bisections"
                .formatted(first.name(), expected.length, routing.name(), found.length));
      }
    }
  }

  /** Paths that share no lane cannot make the loops that they would make on one. */
  private void warnAboutLoops(Comparison comparison, DumpedRoutings dumps) {
    for (Analysis analysis : comparison.analyses()) {
      boolean loops = !analysis.verdict().dependencies().acyclic();
      if (loops && dumps.lacksLevels(analysis.name())) {
        warnings.add(
            "%s: without %s every path has SL 0; credit loops may be none on the true ones"
                .formatted(analysis.name(), Dumps.PATH_SL));
      }
    }
  }

  private void print(Comparison comparison, Fabric fabric) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(ComparisonReport.of(comparison, fabric, warnings), out);
      return;
    }
    Warnings.print(warnings, spec.commandLine().getErr());
    ComparisonText.print(comparison, out);
  }
}
