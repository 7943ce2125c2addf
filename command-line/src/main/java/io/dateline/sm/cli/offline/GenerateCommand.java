package io.dateline.sm.cli.offline;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Program;
import io.dateline.sm.cli.console.Progress;
import io.dateline.sm.cli.console.Terminal;
import io.dateline.sm.text.Counted;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dateline generate}: prints a topology. */
@Command(
    name = "generate",
    description = "Prints a topology as ibnetdiscover does.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Kinds and their sizes, as arguments or in one word:",
      "  torus X Y Z [HOSTS]         torus:XxYxZ[:HOSTS]   HOSTS at every switch (1)",
      "  mesh X Y Z [HOSTS]          mesh:XxYxZ[:HOSTS]    or torus:XxY, mesh:X",
      "  hypercube D [HOSTS]         hypercube:D[:HOSTS]",
      "  ftree M1,M2,.. W1,W2,..     ftree:M1,M2,..:W1,W2,..   leaf level first",
      "  dragonfly A H P             dragonfly:A,H,P",
      "  jellyfish SW DEG HOSTS SEED jellyfish:SW,DEG,HOSTS,SEED",
      "  hyperx S1,S2,.. [HOSTS]     hyperx:S1,S2,..[:HOSTS]",
      "  kautz B N HOSTS             kautz:B,N,HOSTS",
      "  slimfly Q HOSTS             slimfly:Q,HOSTS   (Q an odd prime)",
      "  model NAME                  model:NAME",
      "                              a cluster: chic, deimos, juropa, odin, tsubame",
      "Damage and disorder: --drop-links K:SEED --drop-switches K:SEED",
      "                     --shuffle-ports SEED --shuffle-guids SEED"
    })
final class GenerateCommand implements Callable<Integer>, Program.ReadsItsOptions {
  @Parameters(paramLabel = "KIND", description = "what to generate, see below", arity = "1")
  private String kind;

  @Parameters(paramLabel = "ARGS", index = "1..*", description = "sizes, and damage to do")
  private List<String> arguments = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    // On a terminal the topology itself shows how far it is.
    try (Progress progress = Progress.start("generate", !Terminal.isAt(Terminal.OUT))) {
      progress.step("cabling " + kind);
      Fabric fabric = fabric();
      progress.step("writing " + Counted.of(fabric.nodeCount(), "node"));
      PrintWriter out = spec.commandLine().getOut();
      TopologyWriter.write(fabric, out);
      out.flush();
    }
    return ExitCode.DONE;
  }

  private Fabric fabric() {
    try {
      return TopologySpec.ofArguments(kind, arguments).generate();
    } catch (IllegalArgumentException e) {
      throw new BadInput(e.getMessage());
    }
  }
}
