package io.dateline.sm.cli;

import com.typesafe.config.ConfigException;
import io.dateline.persistence.journal.JournalUnavailableException;
import io.dateline.persistence.journal.JournalWentBackException;
import io.dateline.persistence.journal.StateDirectoryInUseException;
import io.dateline.persistence.journal.StateDirectoryUnfitException;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.InputEnd;
import io.dateline.sm.cli.console.Program;
import io.dateline.sm.cli.demo.DemoCommands;
import io.dateline.sm.cli.offline.OfflineCommands;
import io.dateline.sm.cli.remote.RemoteCommands;
import io.dateline.sm.log.BuildId;
import io.dateline.sm.node.NodeDiedException;
import io.dateline.sm.node.NodeUnfitException;
import io.dateline.sm.tls.OutOfDateCredentialsException;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dateline COMMAND} of the product. */
@Command(
    name = "dateline",
    description = "An InfiniBand subnet manager that runs as a cluster.",
    mixinStandardHelpOptions = true,
    versionProvider = Dateline.Version.class,
    footer = {"", "dateline prepare: once after a build, makes starts and takeovers faster"},
    synopsisSubcommandLabel = "COMMAND")
public final class Dateline implements Runnable {
  /** All commands: what stands by itself, what is a node's, what asks one, and what needs none. */
  static final Program PROGRAM =
      new Program(
          Dateline::new,
          Stream.of(
                  DemoCommands.ALL,
                  List.of(NodeCommand.class, JournalCommand.class, CertificatesCommand.class),
                  RemoteCommands.ALL,
                  OfflineCommands.ALL)
              .<Class<?>>flatMap(List::stream)
              .toList(),
          Dateline::exitCode);

  /** Which build it is. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"dateline " + BuildId.OWN};
    }
  }

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  public static void main(String[] args) {
    InputEnd.endWith();
    System.exit(PROGRAM.execute(args));
  }

  /** Of what only nodes, journals and certificates fail with; bad input is what can be mended. */
  private static OptionalInt exitCode(Exception failure) {
    return switch (failure) {
      case JournalUnavailableException unavailable -> OptionalInt.of(ExitCode.FAILED);
      case StateDirectoryInUseException inUse -> OptionalInt.of(ExitCode.FAILED);
      case OutOfDateCredentialsException outOfDate -> OptionalInt.of(ExitCode.FAILED);
      case NodeDiedException died -> OptionalInt.of(ExitCode.FAILED);
      case ConfigException bad -> OptionalInt.of(ExitCode.BAD_INPUT);
      case JournalWentBackException wentBack -> OptionalInt.of(ExitCode.BAD_INPUT);
      case StateDirectoryUnfitException unfit -> OptionalInt.of(ExitCode.BAD_INPUT);
      case NodeUnfitException unfit -> OptionalInt.of(ExitCode.BAD_INPUT);
      default -> OptionalInt.empty();
    };
  }
}
