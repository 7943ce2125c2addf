package io.dateline.sm.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether a user sees what is printed. The JVM's Console answers for standard input and output
 * together, and of standard error nothing; Linux names what a descriptor is open on.
 */
public final class Terminal {
  public static final int OUT = 1;
  static final int ERR = 2;

  private Terminal() {}

  /** Whether a descriptor of this process is a terminal. */
  public static boolean isAt(int descriptor) {
    try {
      return isTerminal(Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString());
    } catch (IOException e) {
      return false; // closed, or no Linux
    }
  }

  static boolean isTerminal(String device) {
    return device.startsWith("/dev/pts/")
        || device.startsWith("/dev/tty")
        || device.equals("/dev/console");
  }
}
