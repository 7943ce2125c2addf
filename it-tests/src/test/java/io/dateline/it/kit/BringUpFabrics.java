package io.dateline.it.kit;

import io.dateline.fabric.format.TopologyWriter;
import io.dateline.fabric.generate.TopologySpec;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files that ibsim starts with, and the names it gives their hosts. */
public final class BringUpFabrics {
  private static final Pattern HOST =
      Pattern.compile("^Ca\\s+\\d+\\s+\"([^\"]+)\"", Pattern.MULTILINE);

  private static final Pattern NODE =
      Pattern.compile("^(?:Ca|Switch)\\s+\\d+\\s+\"([^\"]+)\"", Pattern.MULTILINE);

  private static final List<String> LARGE = List.of("torus 8 8 8 1", "ftree 8,8,8 1,8,8");

  private BringUpFabrics() {}

  /** Names of fabrics; with {@code -Dbringup.wide=true} all real ones are among them. */
  public static Stream<String> names(String... usual) throws IOException {
    Set<String> names = new LinkedHashSet<>(List.of(usual));
    if (Boolean.getBoolean("bringup.wide")) {
      names.addAll(LARGE);
      try (Stream<Path> files = Files.list(Machine.realTopologies())) {
        files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".ib"))
            .sorted()
            .forEach(names::add);
      }
    }
    return names.stream();
  }

  /**
   * A file from a name such as {@code csi-ring4.ib}, one of the real topologies (skips the test
   * where there are none), or from a generator's arguments, such as {@code torus 4 4 1 1}.
   */
  public static Path file(String name, Path folder) throws IOException {
    if (name.endsWith(".ib")) {
      return Machine.realTopologies().resolve(name);
    }
    Path file = folder.resolve("generated.ib");
    List<String> words = List.of(name.split(" ", -1));
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      TopologyWriter.write(
          TopologySpec.ofArguments(words.getFirst(), words.subList(1, words.size())).generate(),
          out);
    }
    return file;
  }

  /** The name of a host, drawn. */
  public static String host(Path file, Random random) throws IOException {
    List<String> hosts = hosts(file);
    return hosts.get(random.nextInt(hosts.size()));
  }

  /** The names of all hosts, in the file's order. */
  public static List<String> hosts(Path file) throws IOException {
    return names(file, HOST);
  }

  /** How many nodes there are, switches and hosts. */
  public static int nodeCount(Path file) throws IOException {
    return names(file, NODE).size();
  }

  private static List<String> names(Path file, Pattern line) throws IOException {
    List<String> names = new ArrayList<>();
    Matcher matcher = line.matcher(Files.readString(file));
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }
}
