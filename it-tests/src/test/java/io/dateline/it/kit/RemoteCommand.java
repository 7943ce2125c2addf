package io.dateline.it.kit;

import io.dateline.sm.cli.Dateline;
import io.dateline.sm.cli.console.Program;
import io.dateline.sm.cli.remote.RemoteCommands;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A command that asks a running node, in the test's own process: a JVM for each would take most of
 * the time of a test that asks a lot.
 */
public final class RemoteCommand {
  private static final Program PROGRAM =
      new Program(Dateline::new, RemoteCommands.ALL, failure -> OptionalInt.empty());

  private RemoteCommand() {}

  /** Asks a node; both outputs are in one. */
  public static Running.Ended ask(SmNodeProcess node, String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--url", node.url()));
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed);
    int exitCode = PROGRAM.execute(out, out, words.toArray(String[]::new));
    out.flush();
    return new Running.Ended(exitCode, printed.toString());
  }

  /** As the other, with the node's tokens. */
  public static Running.Ended order(SmNodeProcess node, String... command) {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--token-file", node.tokens().toString()));
    return ask(node, words.toArray(String[]::new));
  }
}
