package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.dateline.sm.options.OpensmOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Which files a node's settings come from, for people. */
public final class SettingsFiles {
  private static final String SUBNET = "dateline.subnet";

  /** Settings of the subnet that name a file, beside those that end with {@code _file}. */
  private static final Set<String> NAMES = Set.of("opensm_conf", "torus_config");

  private SettingsFiles() {}

  /** OpenSM's own places are named by default, and need not have a file. */
  private static boolean isThere(String name) {
    return !name.isEmpty() && Files.exists(Path.of(name));
  }

  /**
   * The operator's file, and those that settings of the subnet name. Which of those at OpenSM's own
   * places are read is told later, see {@link RoutingSettings#notes}.
   *
   * @param config all of a node's settings
   */
  public static List<Path> of(Config config, Optional<Path> operators) {
    return Stream.concat(
            operators.stream(), ofSubnet(config, (name, file) -> !isStandard(name, file)).stream())
        .toList();
  }

  /** The files that settings of the subnet name, and those that are read where none is named. */
  static List<Path> ofSubnet(Config config) {
    return ofSubnet(config, (name, file) -> true);
  }

  private static boolean isStandard(String name, String file) {
    return OpensmOptions.named(name).filter(option -> option.isStandard(file)).isPresent();
  }

  private static List<Path> ofSubnet(Config config, BiPredicate<String, String> wanted) {
    List<Path> files = new ArrayList<>();
    Map<String, ConfigValue> subnet = new TreeMap<>(config.getObject(SUBNET));
    subnet.forEach(
        (name, value) -> {
          if ((NAMES.contains(name) || name.endsWith("_file"))
              && value.valueType() == ConfigValueType.STRING
              && wanted.test(name, value.unwrapped().toString())
              && isThere(value.unwrapped().toString())) {
            files.add(Path.of(value.unwrapped().toString()));
          }
        });
    return files;
  }
}
