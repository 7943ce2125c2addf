package io.dateline.it.kit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Has the launcher, {@code ./dateline}, start a class of the tests in the place of the command
 * line's, with all that it gives the JVM. So that one, too, has what {@code dateline prepare} keeps
 * of a node's start, and takes less of the processors.
 */
public final class InsteadOfProgram {
  private static final String VARIABLE = "DATELINE_JAVA_OPTS";
  private static final int WORDS = 3; // -cp, the path, the class

  private InsteadOfProgram() {}

  /**
   * What the launcher finds in its environment; its own class path and class become arguments.
   *
   * @param options of the JVM, behind those that the tests' own environment has for all nodes
   */
  public static Map<String, String> environment(Class<?> main, String... options) {
    List<String> words = new ArrayList<>(List.of(System.getenv().getOrDefault(VARIABLE, "")));
    words.addAll(List.of(options));
    words.addAll(List.of("-cp", classPath(), main.getName()));
    return Map.of(VARIABLE, String.join(" ", words));
  }

  /** What is kept is good for class paths that begin with the launcher's own, in its order. */
  private static String classPath() {
    return Stream.concat(launchersJars().stream(), Stream.of(Running.classPath()))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static List<String> launchersJars() {
    try (Stream<Path> files = Files.list(Machine.root().resolve("sm-node/target/lib"))) {
      return files.map(Path::toString).filter(name -> name.endsWith(".jar")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The arguments that a class started so was given by its test. */
  public static String[] arguments(String[] all) {
    return Arrays.copyOfRange(all, WORDS, all.length);
  }
}
