package io.dateline.it.kit;

import java.io.File;
import java.util.Arrays;
import java.util.Map;

/**
 * Has the launcher, {@code ./dateline}, start a class of the tests in the place of the command
 * line's, with all that it gives the JVM. So that one, too, has what {@code dateline prepare} keeps
 * of a node's start, and takes less of the processors.
 */
public final class InsteadOfProgram {
  private static final int WORDS = 3; // -cp, the path, the class

  private InsteadOfProgram() {}

  /**
   * What the launcher finds in its environment; its own class path and class become arguments.
   *
   * @param options of the JVM, each with a space behind it
   */
  public static Map<String, String> environment(Class<?> main, String options) {
    return Map.of("DATELINE_JAVA_OPTS", options + "-cp " + classPath() + " " + main.getName());
  }

  /** What is kept is good for class paths that begin with the launcher's own. */
  private static String classPath() {
    return Machine.root().resolve("sm-node/target/lib/*")
        + File.pathSeparator
        + Running.classPath();
  }

  /** The arguments that a class started so was given by its test. */
  public static String[] arguments(String[] all) {
    return Arrays.copyOfRange(all, WORDS, all.length);
  }
}
