package io.dateline.sm.cli.remote;

import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.token.Role;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dateline key GUID}: the M_Key of a port, for tools that have to write to it. */
@Command(
    name = "key",
    description = {
      "Tells the M_Key of a port in the present term. It opens that port, or that switch, alone.",
      "Needs a token of the role keys."
    },
    mixinStandardHelpOptions = true)
final class KeyCommand implements Callable<Integer> {
  @Mixin private RemoteOptions remote;

  @Parameters(paramLabel = "GUID", description = "the port's; a switch has that of its port 0")
  private String guid;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if (!guid.matches("(0x)?[0-9a-fA-F]{1,16}")) {
      throw new BadInput("'" + guid + "' is no GUID");
    }
    return remote.printAs(
        Role.KEYS,
        "keys/port/" + guid,
        "mKey",
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        (answer, out) -> out.println(answer.path("mKey").asText()));
  }
}
