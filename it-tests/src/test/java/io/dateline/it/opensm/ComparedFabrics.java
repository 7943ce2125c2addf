package io.dateline.it.opensm;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The fabrics on which our engines are compared with Debian's opensm, by name: the arguments of
 * {@code dateline generate}, or a file. With {@code -Dcompare.wide=true} they are many; {@code
 * -Dcompare.only='8 8 8 links.*'} takes those whose names the pattern matches.
 */
final class ComparedFabrics {
  private static final long FILE_BYTES_MAX = 1_000_000;

  private ComparedFabrics() {}

  /** A few, or those and many and the files of other people's fabrics that are not too large. */
  static Stream<String> andFiles(List<String> few, List<String> many) throws IOException {
    List<String> names = new ArrayList<>(few);
    if (isWide()) {
      names.addAll(many);
      try (Stream<Path> files = Files.list(Machine.realTopologies())) {
        files
            .filter(file -> file.toString().endsWith(".ib"))
            .filter(file -> file.toFile().length() <= FILE_BYTES_MAX)
            .map(Path::toString)
            .sorted()
            .forEach(names::add);
      }
    }
    return names.stream().filter(wanted());
  }

  /** A few, or those and many. */
  static Stream<String> of(List<String> few, List<String> many) {
    return (isWide() ? Stream.concat(few.stream(), many.stream()) : few.stream()).filter(wanted());
  }

  private static Predicate<String> wanted() {
    return Pattern.compile(System.getProperty("compare.only", ".*")).asMatchPredicate();
  }

  private static boolean isWide() {
    return Boolean.getBoolean("compare.wide");
  }

  static boolean isFile(String name) {
    return name.endsWith(".ib");
  }

  static Fabric named(String name) throws IOException {
    if (isFile(name)) {
      return TopologyReader.read(Path.of(name));
    }
    List<String> words = List.of(name.split(" "));
    return TopologySpec.ofArguments(words.getFirst(), words.subList(1, words.size())).generate();
  }
}
