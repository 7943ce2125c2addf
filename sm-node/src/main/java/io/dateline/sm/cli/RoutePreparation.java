package io.dateline.sm.cli;

import io.dateline.sm.cli.console.ExitCode;
import java.util.Arrays;
import java.util.List;

/**
 * The process that {@code dateline prepare} watches to learn how engines run by themselves: several
 * commands, one after the other, for no fabric is one that all engines route.
 */
final class RoutePreparation {
  private static final String NEXT = "--";

  private RoutePreparation() {}

  /**
   * Runs commands until one fails.
   *
   * @param args the commands, {@code --} between them
   */
  public static void main(String[] args) {
    List<String> left = Arrays.asList(args);
    int code = ExitCode.DONE;
    while (code == ExitCode.DONE && !left.isEmpty()) {
      int end = left.contains(NEXT) ? left.indexOf(NEXT) : left.size();
      code = Dateline.PROGRAM.execute(left.subList(0, end).toArray(String[]::new));
      left = left.subList(Math.min(end + 1, left.size()), left.size());
    }
    System.exit(code);
  }
}
