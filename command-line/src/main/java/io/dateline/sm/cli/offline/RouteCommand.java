package io.dateline.sm.cli.offline;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.judge.Delivery;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Verdict;
import io.dateline.fabric.measure.Candidate;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.chain.ChainEngine;
import io.dateline.routing.chain.ChainRouting;
import io.dateline.routing.chain.StepRouting;
import io.dateline.routing.registry.Engines;
import io.dateline.routing.registry.Predecessors;
import io.dateline.routing.registry.Repathing;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.JsonOutput;
import io.dateline.sm.cli.console.OutputFile;
import io.dateline.sm.cli.console.Progress;
import io.dateline.sm.cli.console.TopologyOption;
import io.dateline.sm.cli.console.Warnings;
import io.dateline.sm.dump.RoutingDumps;
import io.dateline.sm.dump.StepDumps;
import io.dateline.sm.options.Contender;
import io.dateline.sm.text.Counted;
import io.dateline.sm.text.CreditLoops;
import io.dateline.sm.text.ManagementPorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline route}: computes tables offline. */
@Command(
    name = "route",
    description = "Computes forwarding tables for a topology.",
    mixinStandardHelpOptions = true)
final class RouteCommand implements Callable<Integer> {
  @Mixin private TopologyOption topology;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      split = ",",
      description =
          "routing engines, tried in this order; then minhop, unless no_fallback is among them;"
              + " best:NAME,... has all of them route, and takes the best routing; auto has all there"
              + " are but file")
  private List<String> engines;

  @Mixin private RouteOptions how;

  @Option(
      names = "--previous",
      paramLabel = "DIR",
      description =
          "tables to change as little as possible; dor, sssp, nue and file make nothing of those of before (nue keeps SLs), and no other engine of tables of dor, lash and file")
  private Path previous;

  @Option(names = "--dump", paramLabel = "DIR", description = "write OpenSM's dump files there")
  private Path dump;

  @Option(
      names = "--only",
      paramLabel = "FILE",
      split = ",",
      description =
          "of the dumps these alone, such as lfts,guid2lid; ibdmchk stands for what ibdmchk reads,"
              + " psl among it, a line for every pair, which is written on demand only")
  private List<String> only = List.of();

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Spec private CommandSpec spec;

  /**
   * What came of it.
   *
   * @param report for {@code --json}
   * @param sentence for people
   */
  private record Answer(RouteReport report, String sentence, int exitCode) {}

  private final Function<String, Optional<RoutingEngine>> registry;

  private final Map<String, Long> phases = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private long phaseBeganNs = System.nanoTime();
  private long routeMillis; // of the engine that was asked last
  private List<StepRouting> steps = List.of(); // of the chain, where it was asked
  private List<Candidate> candidates = List.of(); // that were compared

  RouteCommand() {
    this(Engines::named);
  }

  RouteCommand(Function<String, Optional<RoutingEngine>> registry) {
    this.registry = registry;
  }

  @Override
  public Integer call() throws IOException {
    if (!only.isEmpty() && dump == null) {
      throw new BadInput("--only is for --dump");
    }
    Answer answer;
    try (Progress progress = Progress.start("route", true)) {
      answer = answer(progress);
    }
    print(answer);
    return answer.exitCode();
  }

  private Answer answer(Progress progress) throws IOException {
    RoutePlan plan = how.plan(engines, registry);
    PrintWriter err = spec.commandLine().getErr();
    plan.notes().forEach(note -> progress.say(note, err));
    warnings.addAll(plan.warnings());
    EarlyClasses.initialize(plan.engines().getFirst()); // while the topology is read
    progress.step("reading " + topology);
    Fabric fabric = topology.load(warnings::add);
    endPhase("read");
    if (previous != null) {
      progress.step("reading " + previous);
    }
    LftDump before = Dumps.readFolder(previous, fabric, warnings);
    endPhase("previous");
    LidMap lids =
        OfflineLids.assign(
            topology.toString(), fabric, before == null ? null : before.lids(), plan, warnings);
    endPhase("lids");
    RoutingRequest request =
        new RoutingRequest(
            fabric,
            lids,
            plan.options(),
            before == null ? null : before.tables(),
            Dumps.readMemory(previous));
    return route(plan, request, Dumps.readEngine(previous), progress);
  }

  /**
   * Routes.
   *
   * @param maker the engine whose tables were there before; empty where that is not known
   */
  private Answer route(RoutePlan plan, RoutingRequest request, String maker, Progress progress)
      throws IOException {
    List<RoutingOutcome.Refused> refusals = new ArrayList<>();
    Tournament tournament = new Tournament(request, JudgeOptions.of(Scope.ALL_END_PORTS).threads());
    for (RoutingEngine engine : plan.engines().subList(0, plan.candidates())) {
      switch (ask(engine, request, maker, progress)) {
        case RoutingOutcome.Refused refused -> {
          refusals.add(refused);
          tournament.refused(refused);
        }
        case RoutingOutcome.Routed success -> {
          tournament.routed(judge(request, success, progress));
          endPhase("compare");
        }
      }
    }
    candidates = tournament.candidates();
    if (tournament.best().isPresent()) {
      return routed(request, tournament.best().get(), List.of(), progress);
    }
    for (RoutingEngine engine : plan.engines().subList(plan.candidates(), plan.engines().size())) {
      switch (ask(engine, request, maker, progress)) {
        case RoutingOutcome.Refused refused -> refusals.add(refused);
        case RoutingOutcome.Routed success -> {
          return routed(request, judge(request, success, progress), refusals, progress);
        }
      }
    }
    return refused(request, refusals);
  }

  private RoutingOutcome ask(
      RoutingEngine engine, RoutingRequest request, String maker, Progress progress) {
    progress.step("engine " + engine.name());
    boolean areRespected = Predecessors.areRespected(engine.name(), maker);
    RoutingRequest asked = areRespected ? request : request.withoutTables();
    RoutingOutcome outcome;
    if (engine instanceof ChainEngine chain) {
      ChainRouting routing = chain.routeBySteps(asked);
      outcome = routing.outcome();
      steps = routing.steps();
    } else {
      outcome = engine.route(asked);
    }
    routeMillis = endPhase("route");
    return outcome;
  }

  private JudgedRouting judge(
      RoutingRequest request, RoutingOutcome.Routed success, Progress progress) {
    progress.step("judging");
    Verdict verdict =
        Judge.judge(
            request.fabric(),
            request.lids(),
            success.routing(),
            JudgeOptions.of(Scope.ALL_END_PORTS).partly(success.partly()));
    endPhase("judge");
    return new JudgedRouting(success, verdict, routeMillis);
  }

  private Answer routed(
      RoutingRequest request,
      JudgedRouting judged,
      List<RoutingOutcome.Refused> refusals,
      Progress progress)
      throws IOException {
    RoutingOutcome.Routed success = judged.outcome();
    Routing routing = judged.routing();
    Verdict verdict = judged.verdict();
    warnings.addAll(Repathing.warnings(routing.engine(), request.memory()));
    warnings.addAll(success.warnings());
    if (dump != null) {
      write(request, success, progress);
      endPhase("dump");
    }
    Delivery delivery = verdict.delivery();
    if (delivery.caUndelivered() > 0) {
      warnings.add(delivery.caUndelivered() + " pairs are not served");
    }
    ManagementPorts.warning(request.fabric(), delivery, !success.partly().isEmpty())
        .ifPresent(warnings::add);
    RouteReport report =
        new RouteReport.Routed(
            attempt(request, routing.engine(), "routed", refusals),
            judged.routeMillis(),
            phases,
            routing.vlCount(),
            verdict.dependencies().acyclic(),
            Dumps.entries(routing.tables()),
            warnings);
    return new Answer(
        report,
        comparisonNote()
            + fallbackNote(refusals)
            + "%s routed %s and %s in %d ms; %s; %d of %d pairs served; %s"
                .formatted(
                    routing.engine(),
                    Counted.of(request.fabric().switchCount(), "switch"),
                    Counted.of(lidCount(request), "LID"),
                    judged.routeMillis(),
                    Counted.of(routing.vlCount(), "VL"),
                    delivery.caPairs() - delivery.caUndelivered(),
                    delivery.caPairs(),
                    CreditLoops.words(verdict.dependencies().acyclic())),
        ExitCode.DONE);
  }

  private void write(RoutingRequest request, RoutingOutcome.Routed success, Progress progress)
      throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    if (only.isEmpty()) {
      Files.createDirectories(dump);
      StepDumps.remove(dump);
    }
    Dumps.write(
        dump,
        request.fabric(),
        request.lids(),
        success.routing(),
        success.dumps(),
        only,
        note -> progress.say(note, err),
        progress::step);
    if (only.isEmpty()) {
      Dumps.write(dump, request.fabric(), success.memory());
      if (success.routing().engine().equals(ChainEngine.NAME)) {
        writeSteps(progress);
      }
    }
  }

  private void writeSteps(Progress progress) throws IOException {
    for (Map.Entry<String, RoutingDumps.Content> file : StepDumps.of(steps).entrySet()) {
      progress.step("writing " + file.getKey());
      OutputFile.write(dump.resolve(file.getKey()), file.getValue()::write);
    }
  }

  private Answer refused(RoutingRequest request, List<RoutingOutcome.Refused> refusals) {
    RouteReport report =
        new RouteReport.Refused(
            attempt(request, refusals.getLast().engine(), "refused", refusals), phases, warnings);
    return new Answer(report, "refused by " + reasons(refusals), ExitCode.REFUSED);
  }

  private String comparisonNote() {
    return candidates.stream()
        .map(candidate -> candidate.inWords() + System.lineSeparator())
        .collect(Collectors.joining());
  }

  private static String fallbackNote(List<RoutingOutcome.Refused> refusals) {
    return refusals.isEmpty() ? "" : "refused by " + reasons(refusals) + System.lineSeparator();
  }

  private static String reasons(List<RoutingOutcome.Refused> refusals) {
    return refusals.stream()
        .map(refusal -> refusal.engine() + ": " + refusal.reason())
        .collect(Collectors.joining("; "));
  }

  /**
   * @param engine that routed, or refused last
   * @param refusals of all that were tried
   */
  private RouteReport.Attempt attempt(
      RoutingRequest request, String engine, String status, List<RoutingOutcome.Refused> refusals) {
    return new RouteReport.Attempt(
        engine,
        status,
        refusals.isEmpty() ? null : reasons(refusals),
        refusals.stream()
            .map(RoutingOutcome.Refused::engine)
            .filter(name -> !name.equals(engine))
            .toList(),
        candidates.isEmpty() ? null : candidates.stream().map(Contender::of).toList(),
        request.fabric().switchCount(),
        request.fabric().endPorts().length,
        lidCount(request));
  }

  private static int lidCount(RoutingRequest request) {
    int count = 0;
    for (int port : request.fabric().endPorts()) {
      count += request.lids().lidCount(port);
    }
    return count;
  }

  private void print(Answer answer) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(answer.report(), out);
      return;
    }
    Warnings.print(warnings, spec.commandLine().getErr());
    out.println(answer.sentence());
  }

  private long endPhase(String name) {
    long now = System.nanoTime();
    long millis = (now - phaseBeganNs) / 1_000_000;
    phases.merge(name, millis, Long::sum);
    phaseBeganNs = now;
    return millis;
  }
}
