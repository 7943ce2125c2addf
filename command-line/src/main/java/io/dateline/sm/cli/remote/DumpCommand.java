package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dateline dump}: has the master write OpenSM's dump files on its host. */
@Command(
    name = "dump",
    description = {
      "Has the node that manages the subnet write OpenSM's dump files into its dump_files_dir, and"
          + " tells their paths."
    },
    mixinStandardHelpOptions = true)
final class DumpCommand implements Callable<Integer> {
  /** What is asked for. */
  private record Order(List<String> only) {}

  @Mixin private RemoteOptions remote;

  @Option(
      names = "--only",
      paramLabel = "FILE",
      split = ",",
      description =
          "these files, as opensm-lfts.dump or lfts; ibdmchk stands for what ibdmchk reads (default:"
              + " all but path-sl.dump and opensm.psl, which have every pair)")
  private List<String> only = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    return remote.order(
        "dump",
        new Order(only),
        "files",
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        DumpCommand::print);
  }

  static void print(JsonNode dumped, PrintWriter out) {
    dumped.path("files").forEach(file -> out.println(file.asText()));
    dumped.path("missing").forEach(missing -> out.println("warning: " + missing.asText()));
  }
}
