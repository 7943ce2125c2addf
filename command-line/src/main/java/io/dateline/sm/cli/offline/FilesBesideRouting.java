package io.dateline.sm.cli.offline;

import io.dateline.fabric.format.PrefixRoutesReader;
import io.dateline.sm.options.GivenOption;
import io.dateline.sm.options.OpensmConf;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import io.dateline.sm.options.OptionException;
import io.dateline.sm.options.OptionFile;
import io.dateline.sm.partition.PartitionFile;
import io.dateline.sm.partition.PartitionFileException;
import io.dateline.sm.qos.PolicyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files that {@code opensm.conf} names for other things than routing: partitions, QoS policy,
 * prefix routes. No table comes of them. A node reads them when it starts; they are read here so
 * that what is wrong with them is told before.
 */
final class FilesBesideRouting {
  private static final String POLICY = "qos_policy_file";
  private static final String NO_NODE = "; no node starts with it";
  private static final String NO_TERM =
      "; a node keeps the partitions of its journal, and where there are none no term begins";

  private FilesBesideRouting() {}

  /**
   * What a node of this host would say of them.
   *
   * @param hasQos whether the option {@code qos} is on
   */
  static List<String> warnings(OpensmConf conf, boolean hasQos) {
    return List.of(
            warnings(conf, "partition_config_file", NO_TERM, file -> partitions(file, hasQos)),
            hasQos
                ? warnings(conf, POLICY, NO_NODE, file -> PolicyFile.read(file).warnings())
                : unreadPolicy(conf),
            warnings(conf, "prefix_routes_file", NO_NODE, FilesBesideRouting::prefixRoutes))
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  /** A sentence for each that is read at OpenSM's own place, for nothing else is named. */
  static List<String> notes(OpensmConf conf, boolean hasQos) {
    return Stream.of("partition_config_file", POLICY, "prefix_routes_file")
        .filter(name -> hasQos || !name.equals(POLICY))
        .map(name -> OpensmOptions.named(name).orElseThrow())
        .flatMap(option -> OptionFile.note(option, given(conf, option).value()).stream())
        .toList();
  }

  private static GivenOption given(OpensmConf conf, OpensmOption option) {
    return conf.option(option.name())
        .orElseGet(() -> new GivenOption(option.name(), option.standard(), "OpenSM's default", 0));
  }

  /**
   * What is to be said of one.
   *
   * @param end of the sentence where it cannot be used
   * @param reader of a file's warnings
   */
  private static List<String> warnings(
      OpensmConf conf, String name, String end, OptionFile.Reader<List<String>> reader) {
    OpensmOption option = OpensmOptions.named(name).orElseThrow();
    GivenOption given = given(conf, option);
    if (OptionFile.isNone(option, given.value())) {
      return List.of();
    }
    try {
      return OptionFile.read(given, reader).orElse(List.of());
    } catch (OptionException e) {
      return List.of(e.getMessage() + end);
    } catch (PartitionFileException e) {
      return List.of(e.sentence(given.value()) + end);
    }
  }

  private static List<String> partitions(Path file, boolean hasQos) throws IOException {
    return PartitionFile.read(Files.readString(file)).warnings(file.toString(), hasQos);
  }

  private static List<String> unreadPolicy(OpensmConf conf) {
    OpensmOption option = OpensmOptions.named(POLICY).orElseThrow();
    return conf.option(option.name()).stream()
        .filter(given -> !OptionFile.isNone(option, given.value()))
        .map(given -> PolicyFile.notRead(given.value()))
        .toList();
  }

  private static List<String> prefixRoutes(Path file) throws IOException {
    PrefixRoutesReader.read(file);
    return List.of();
  }
}
