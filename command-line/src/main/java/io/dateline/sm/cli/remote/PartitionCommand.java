package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.text.Counted;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dateline partition}: partitions in force, and changes to them while the subnet runs. */
@Command(
    name = "partition",
    description = {
      "Lists partitions, and gives ports to them or takes them back while the subnet runs, beside"
          + " the partition file."
    },
    subcommands = {
      PartitionCommand.ListCommand.class,
      PartitionCommand.AddCommand.class,
      PartitionCommand.RemoveCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class PartitionCommand implements Runnable {
  private static final String PATH = "partitions";
  private static final String DONE = "blocksSent"; // in the answer to an order

  /** What is asked for; what is null is left out. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Order(
      String pKey,
      String name,
      List<String> full,
      List<String> limited,
      List<String> both,
      List<String> remove,
      Boolean ipoib,
      Integer mtu,
      Integer rate,
      Integer sl,
      String reason) {}

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "list, add or remove is missing");
  }

  private static String key(String text) {
    if (!text.matches("0x[0-9a-fA-F]{1,4}")) {
      throw new BadInput("'" + text + "' is no P_Key, as 0x8001 is");
    }
    return text;
  }

  static void printList(JsonNode answer, PrintWriter out) {
    if (!answer.path("isManaged").asBoolean()) {
      out.println("no partition file was read: ports keep their P_Keys");
      return;
    }
    for (JsonNode partition : answer.path("partitions")) {
      List<String> members = new ArrayList<>();
      partition.path("members").forEach(member -> members.add(member.asText()));
      partition
          .path("atRunTime")
          .forEach(member -> members.add(member.asText() + " (at run time)"));
      out.printf(
          "%s %s: %s, %s%n",
          partition.path("pKey").asText(),
          partition.path("name").asText(),
          String.join(", ", members),
          Counted.of(partition.path("groups").asInt(), "group"));
    }
  }

  static void printChange(JsonNode answer, PrintWriter out) {
    int failed = answer.path("failed").asInt();
    out.printf(
        "done: %s of P_Keys sent%s%n",
        Counted.of(answer.path(DONE).asInt(), "block"),
        failed == 0 ? "" : ", %d failed; a heavy sweep tries again".formatted(failed));
    answer.path("warnings").forEach(warning -> out.println("warning: " + warning.asText()));
  }

  /** {@code dateline partition list}. */
  @Command(
      name = "list",
      description = "Lists the partitions in force.",
      mixinStandardHelpOptions = true)
  static final class ListCommand implements Callable<Integer> {
    @Mixin private RemoteOptions remote;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
      return remote.print(
          PATH,
          "partitions",
          spec.commandLine().getOut(),
          spec.commandLine().getErr(),
          PartitionCommand::printList);
    }
  }

  /** {@code dateline partition add KEY --full GUID,...}. */
  @Command(
      name = "add",
      description = "Gives ports to a partition, and waits until they know. Ask the master.",
      mixinStandardHelpOptions = true)
  static final class AddCommand implements Callable<Integer> {
    @Mixin private RemoteOptions remote;
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "KEY", description = "P_Key, as 0x8001; the top bit does not count")
    private String key;

    @Option(
        names = "--full",
        paramLabel = "GUID",
        split = ",",
        description = "ports that are full members, in hex with 0x")
    private List<String> full;

    @Option(
        names = "--limited",
        paramLabel = "GUID",
        split = ",",
        description = "ports that are limited members: they talk to full ones only")
    private List<String> limited;

    @Option(
        names = "--both",
        paramLabel = "GUID",
        split = ",",
        description = "ports that are full and limited members, where allow_both_pkeys is on")
    private List<String> both;

    @Option(
        names = "--ipoib",
        description = {
          "the partition has the broadcast group of IPv4, as with ipoib in the file: an interface"
              + " of IP over InfiniBand with this P_Key does not come up without"
        })
    private boolean isIpoib;

    @Option(
        names = "--mtu",
        paramLabel = "CODE",
        description = "MTU of that group, as in the file: 4 for 2048 bytes, 5 for 4096")
    private Integer mtu;

    @Option(
        names = "--rate",
        paramLabel = "CODE",
        description = "rate of that group, as in the file: 3 for 10 Gb/s")
    private Integer rate;

    @Option(names = "--sl", paramLabel = "SL", description = "SL of that group, and of paths")
    private Integer sl;

    @Option(names = "--name", paramLabel = "NAME", description = "for people")
    private String name;

    @Option(names = "--reason", paramLabel = "TEXT", description = "for the history")
    private String reason;

    @Override
    public Integer call() throws InterruptedException {
      if (full == null && limited == null && both == null) {
        throw new ParameterException(spec.commandLine(), "--full, --limited or --both names ports");
      }
      return remote.order(
          PATH,
          new Order(
              key(key),
              name,
              full,
              limited,
              both,
              null,
              isIpoib ? true : null,
              mtu,
              rate,
              sl,
              reason),
          DONE,
          spec.commandLine().getOut(),
          spec.commandLine().getErr(),
          PartitionCommand::printChange);
    }
  }

  /** {@code dateline partition remove KEY GUID,...}. */
  @Command(
      name = "remove",
      description = {
        "Takes ports back that were given to a partition at run time, and waits until they know."
      },
      mixinStandardHelpOptions = true)
  static final class RemoveCommand implements Callable<Integer> {
    @Mixin private RemoteOptions remote;
    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "KEY", description = "P_Key, as 0x8001")
    private String key;

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "GUID",
        split = ",",
        description = "ports")
    private List<String> guids;

    @Option(names = "--reason", paramLabel = "TEXT", description = "for the history")
    private String reason;

    @Override
    public Integer call() throws InterruptedException {
      return remote.order(
          PATH,
          new Order(key(key), null, null, null, null, guids, null, null, null, null, reason),
          DONE,
          spec.commandLine().getOut(),
          spec.commandLine().getErr(),
          PartitionCommand::printChange);
    }
  }
}
