package io.dateline.sm.cli.offline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.judge.AvoidableChanges;
import io.dateline.fabric.judge.Delivery;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.TableComparison;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.chain.StepFiles;
import io.dateline.routing.chain.StepParts;
import io.dateline.routing.chain.StepTable;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.FirstLines;
import io.dateline.sm.cli.console.InputFiles;
import io.dateline.sm.cli.console.JsonOutput;
import io.dateline.sm.cli.console.Progress;
import io.dateline.sm.cli.console.TopologyOption;
import io.dateline.sm.cli.offline.CheckReport.Changes;
import io.dateline.sm.text.Counted;
import io.dateline.sm.text.CreditLoops;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline check}: judges tables. */
@Command(
    name = "check",
    description = "Judges forwarding tables: delivery, loops, hops, load, credit loops.",
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Mixin private TopologyOption topology;

  @Option(
      names = "--lfts",
      paramLabel = "FILE|DIR",
      required = true,
      description =
          "tables as in opensm-lfts.dump, or a folder that has that; lanes and service levels that"
              + " are in it, too, hold then")
  private Path lfts;

  @Option(names = "--sl2vl", paramLabel = "FILE", description = "lanes as in opensm-sl2vl.dump")
  private Path slToVl;

  @Option(names = "--path-sl", paramLabel = "FILE", description = "lines SLID|* DLID SL")
  private Path pathSl;

  @Option(
      names = "--against",
      paramLabel = "DIR",
      description =
          "a folder with the opensm-lfts.dump of before, to count what changed, and what of it was"
              + " avoidable: the port of before is still as near")
  private Path against;

  @Option(
      names = "--opensm-conf",
      paramLabel = "FILE",
      description =
          "of a routing chain: what is in the part of each step, and which steps are on a credit"
              + " loop")
  private Path opensmConf;

  @Option(names = "--switches", description = "judge traffic of switches' management ports, too")
  private boolean switches;

  @Option(names = "--json", description = "print one JSON object")
  private boolean json;

  @Spec private CommandSpec spec;

  private final List<String> warnings = new ArrayList<>();
  private boolean sound;

  @Override
  public Integer call() throws IOException {
    CheckReport report;
    try (Progress progress = Progress.start("check", true)) {
      report = judge(progress);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonOutput.print(report, out);
    } else {
      print(report, out);
    }
    return sound ? ExitCode.DONE : ExitCode.FAILED;
  }

  private CheckReport judge(Progress progress) throws IOException {
    progress.step("reading " + topology);
    Fabric fabric = topology.load(warnings::add);
    progress.step("reading " + lfts);
    boolean isFolder = Files.isDirectory(lfts);
    LftDump dump =
        isFolder ? Dumps.readFolder(lfts, fabric, warnings) : Dumps.read(lfts, fabric, warnings);
    Path lanes = isFolder && slToVl == null ? Dumps.inside(lfts, Dumps.SL2VL) : slToVl;
    Path levels = isFolder && pathSl == null ? Dumps.inside(lfts, Dumps.PATH_SL) : pathSl;
    Routing routing = Dumps.routing("", dump, lanes, levels, fabric, warnings);
    Scope scope = switches ? Scope.ALL_END_PORTS : Scope.CHANNEL_ADAPTERS;
    int withoutLid = withoutLid(fabric, dump, scope);
    if (against != null) {
      progress.step("reading " + against);
    }
    LftDump before = Dumps.readFolder(against, fabric, warnings);
    progress.step("judging " + lfts);
    Verdict verdict = Judge.judge(fabric, dump.lids(), routing, JudgeOptions.of(scope));
    sound = verdict.sound() && withoutLid == 0;
    Optional<Changes> changes = Optional.empty();
    if (before != null) {
      progress.step("comparing with " + against);
      changes = Optional.of(changes(fabric, before, dump));
    }
    return CheckReport.of(
        fabric,
        verdict,
        withoutLid,
        unsound(verdict, withoutLid),
        steps(fabric, dump, verdict, progress),
        changes,
        warnings);
  }

  private CheckReport.Steps steps(Fabric fabric, LftDump dump, Verdict verdict, Progress progress)
      throws IOException {
    if (opensmConf == null) {
      return CheckReport.Steps.NONE;
    }
    RoutePlan plan = RoutePlan.of(opensmConf, null, List.of(), null, Engines::named);
    PrintWriter err = spec.commandLine().getErr();
    plan.notes().forEach(note -> progress.say(note, err));
    warnings.addAll(plan.warnings());
    ChainOptions chain = plan.options().chain();
    if (chain.steps().isEmpty()) {
      throw new BadInput(opensmConf + " names no routing chain (rch_policy_file)");
    }
    StepParts parts =
        StepParts.of(
            fabric,
            dump.lids(),
            dump.tables(),
            chain,
            verdict.dependencies().cycle(),
            routedSteps());
    warnings.addAll(parts.warnings());
    return new CheckReport.Steps(
        parts.onCycle(), parts.all().stream().map(CheckReport.Step::of).toList());
  }

  /** Ids of steps that have routed, where the dumps of the tables tell. */
  private Optional<Set<Long>> routedSteps() throws IOException {
    Path file = Files.isDirectory(lfts) ? Dumps.inside(lfts, StepFiles.CHAIN) : null;
    if (file == null) {
      return Optional.empty();
    }
    String text = Files.readString(InputFiles.readable("file of steps", file));
    return Optional.of(
        StepTable.routed(text)
            .orElseThrow(() -> new BadInput(file + " is no table of steps, or damaged")));
  }

  /** End ports that a cable leads to, and no table: no port reaches them, and no pair has them. */
  private int withoutLid(Fabric fabric, LftDump dump, Scope scope) {
    int[] ports =
        IntStream.of(fabric.endPorts())
            .filter(port -> dump.lids().lidCount(port) == 0 && scope.includes(fabric, port))
            .filter(
                port -> fabric.isSwitch(fabric.nodeOf(port)) || fabric.peer(port) != Fabric.NONE)
            .toArray();
    if (ports.length > 0) {
      warnings.add(
          "%s without a LID in these tables, the first one is %s of '%s'"
              .formatted(
                  Counted.of(ports.length, "end port"),
                  Guid.format(fabric.portGuid(ports[0])),
                  fabric.description(fabric.nodeOf(ports[0]))));
    }
    return ports.length;
  }

  private Changes changes(Fabric fabric, LftDump before, LftDump after) {
    long moved =
        IntStream.of(fabric.endPorts())
            .filter(port -> before.lids().baseLid(port) != after.lids().baseLid(port))
            .count();
    if (moved > 0) {
      warnings.add(
          moved
              + " end ports have other LIDs than in "
              + against
              + "; entries are compared by LID");
    }
    TableComparison comparison =
        TableComparison.compare(after.lids(), before.tables(), after.tables());
    AvoidableChanges avoidable =
        AvoidableChanges.among(fabric, after.lids(), before.tables(), after.tables());
    return Changes.of(comparison, avoidable);
  }

  /** Why a check fails. */
  private static List<String> unsound(Verdict verdict, int withoutLid) {
    Delivery delivery = verdict.delivery();
    List<String> why = new ArrayList<>();
    long lost = delivery.undelivered() - delivery.disconnected();
    if (lost > 0) {
      why.add(Counted.of(lost, "pair") + " not served, though cables join them");
    }
    if (delivery.loops() > 0) {
      why.add(Counted.of(delivery.loops(), "circle") + " in the tables");
    }
    if (verdict.multicast().filter(tree -> !tree.complete()).isPresent()) {
      why.add("the multicast tree leaves members out");
    }
    if (!verdict.dependencies().acyclic()) {
      why.add(CreditLoops.POSSIBLE);
    }
    if (withoutLid > 0) {
      why.add(Counted.of(withoutLid, "end port") + " without a LID");
    }
    return why;
  }

  /** The report's own names, one a line: what scripts read and what people read is the same. */
  private static void print(CheckReport report, PrintWriter out) {
    JsonNode told = JSON.valueToTree(report);
    for (Map.Entry<String, JsonNode> each : told.properties()) {
      String name = each.getKey() + ": ";
      JsonNode value = each.getValue();
      if (value.isArray()) {
        List<String> lines = value.valueStream().map(CheckCommand::inOneLine).toList();
        FirstLines.print(lines, name, "; --json tells all of them", out);
      } else {
        out.println(name + inOneLine(value));
      }
    }
  }

  private static String inOneLine(JsonNode value) {
    return !value.isObject()
        ? value.asText()
        : value.properties().stream()
            .map(each -> each.getKey() + " " + each.getValue().asText())
            .collect(Collectors.joining(", "));
  }
}
