package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.LftDump;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Topologies;
import io.dateline.sm.cli.console.Warnings;
import io.dateline.sm.path.PathReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dateline path}: the way of packets from one port to another. */
@Command(
    name = "path",
    description = {
      "Shows the way of packets from one end port to another, hop by hop: as the switches of a"
          + " running subnet forward them, or did with --at; or, with --topology and --lfts, as"
          + " dumped tables say."
    },
    mixinStandardHelpOptions = true)
final class PathCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "SRC",
      description = "a LID, a GUID with 0x, or the name of a node")
  private String from;

  @Parameters(index = "1", paramLabel = "DST", description = "likewise")
  private String to;

  @Option(
      names = "--at",
      paramLabel = "PLACE",
      description = "as it was then: the number of an event in the history, or a time")
  private String at;

  @Option(
      names = "--topology",
      paramLabel = "FILE",
      description = "ibnetdiscover output, or a generator such as torus:4x4x4")
  private String topology;

  @Option(
      names = "--lfts",
      paramLabel = "DIR",
      description = "a folder with opensm-lfts.dump, and what else route --dump writes")
  private Path lfts;

  @Mixin private RemoteOptions remote;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if ((topology == null) != (lfts == null)) {
      throw new BadInput("--topology and --lfts go together");
    }
    if (at != null && topology != null) {
      throw new BadInput("--at asks a node, and does not go together with --topology");
    }
    return topology == null ? ask() : look();
  }

  private int ask() throws InterruptedException {
    return remote.print(
        (at == null
                ? "path?"
                : "history/path?at=%s&"
                    .formatted(TimeText.place("--at", at, Clock.system(ZoneId.systemDefault()))))
            + "from=%s&to=%s".formatted(encoded(from), encoded(to)),
        "hops",
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        PathCommand::print);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private int look() throws IOException {
    List<String> warnings = new ArrayList<>();
    Fabric fabric = Topologies.load(topology, warnings::add);
    if (!Files.isDirectory(lfts)) {
      throw new BadInput("there is no folder " + lfts);
    }
    LftDump dump = Dumps.readFolder(lfts, fabric, warnings);
    Routing routing =
        Dumps.routing(
            Dumps.readEngine(lfts),
            dump,
            Dumps.inside(lfts, Dumps.SL2VL),
            Dumps.inside(lfts, Dumps.PATH_SL),
            fabric,
            warnings);
    Warnings.print(warnings, spec.commandLine().getErr());
    PathReport report;
    try {
      report =
          PathReport.of(
              fabric, dump.lids(), routing, from, to, PathReport.TermsSource.slsOf(routing));
    } catch (IllegalArgumentException e) {
      throw new BadInput(e.getMessage());
    }
    PrintWriter out = spec.commandLine().getOut();
    JsonNode json = new ObjectMapper().valueToTree(report);
    if (remote.json()) {
      out.println(json.toPrettyString());
    } else {
      print(json, out);
    }
    return report.arrives() ? ExitCode.DONE : ExitCode.FAILED;
  }

  static void print(JsonNode path, PrintWriter out) {
    out.printf(
        "%s -> %s: SL %d%s%s%s%n",
        end(path.path("from")),
        end(path.path("to")),
        path.path("sl").asInt(),
        path.has("mtu") ? ", MTU %d".formatted(path.path("mtu").asInt()) : "",
        path.has("gbps") ? ", %.4g Gb/s".formatted(path.path("gbps").asDouble()) : "",
        path.path("engine").asText().isEmpty()
            ? ""
            : ", routed by " + path.path("engine").asText());
    for (JsonNode hop : path.path("hops")) {
      out.printf(
          "  %s[%d] -> %s  VL %s%n",
          hop.path("node").asText(),
          hop.path("port").asInt(),
          hop.has("toNode")
              ? "%s[%d]".formatted(hop.path("toNode").asText(), hop.path("toPort").asInt())
              : "nothing",
          hop.path("vl").asText());
    }
    out.println(path.path("what").asText());
    if (path.has("noPath")) {
      out.println("warning: " + path.path("noPath").asText());
    }
  }

  private static String end(JsonNode end) {
    return "%s (LID %d)".formatted(end.path("name").asText(), end.path("lid").asInt());
  }
}
