package io.dateline.sm.cli.remote;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dateline rebalance}: has the master make its tables anew, and tells how it ended. */
@Command(
    name = "rebalance",
    description = {
      "Has the master route as if no switch had tables, and tells how the sweep ended. Repairs"
          + " change as little as they can, so tables that were mended often are less even than"
          + " tables made anew. Many paths change; LIDs do not, nor SLs that the engine can keep."
    },
    mixinStandardHelpOptions = true)
final class RebalanceCommand implements Callable<Integer> {
  private record Order(boolean rebalance, String reason) {}

  @Mixin private RemoteOptions remote;

  @Parameters(paramLabel = "REASON", description = "why, for the history")
  private String reason;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    return remote.order(
        "sweep",
        new Order(true, reason),
        "lidsChanged",
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        SweepCommand::print);
  }
}
