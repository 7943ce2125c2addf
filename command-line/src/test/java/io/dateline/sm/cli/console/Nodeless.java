package io.dateline.sm.cli.console;

import io.dateline.sm.cli.demo.DemoCommands;
import io.dateline.sm.cli.offline.OfflineCommands;
import io.dateline.sm.cli.remote.RemoteCommands;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands that are of no node, as a program of their own. */
@Command(name = "dateline", mixinStandardHelpOptions = true, version = "none")
public final class Nodeless implements Runnable {
  static final Program PROGRAM =
      new Program(
          Nodeless::new,
          Stream.of(DemoCommands.ALL, RemoteCommands.ALL, OfflineCommands.ALL)
              .<Class<?>>flatMap(List::stream)
              .toList(),
          failure -> OptionalInt.empty());

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  public static void main(String[] args) {
    InputEnd.endWith();
    System.exit(PROGRAM.execute(args));
  }
}
