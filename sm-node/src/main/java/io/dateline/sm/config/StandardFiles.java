package io.dateline.sm.config;

import com.typesafe.config.Config;
import io.dateline.sm.options.OpensmOption;
import io.dateline.sm.options.OpensmOptions;
import io.dateline.sm.options.OptionFile;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Files at OpenSM's own places that a node reads, for its settings name no others. */
final class StandardFiles {
  private StandardFiles() {}

  /**
   * A sentence for each, those of engines aside, which {@link
   * io.dateline.sm.options.EngineOptions#notes} has.
   */
  static List<String> notes(Config config, boolean hasQos, boolean arePartitionsManaged) {
    return Stream.of(
            note(config, "partition_config_file", arePartitionsManaged),
            note(config, "qos_policy_file", hasQos),
            note(config, PrefixRoutesFile.OPTION, true))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> note(Config config, String name, boolean isRead) {
    OpensmOption option = OpensmOptions.named(name).orElseThrow();
    return isRead
        ? OptionFile.note(
            option, option.canonical(config.getString(option.setting().orElseThrow())))
        : Optional.empty();
  }
}
