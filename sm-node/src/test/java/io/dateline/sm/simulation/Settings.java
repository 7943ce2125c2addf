package io.dateline.sm.simulation;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.config.SubnetSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Settings of simulated nodes. */
final class Settings {
  private Settings() {}

  /**
   * The defaults, but for engines and the time between light sweeps, and without a partition file.
   *
   * @param engines names, with commas between them
   */
  static SubnetSettings of(String engines, String sweepInterval) {
    return SubnetSettings.of(config(engines, sweepInterval, ""));
  }

  /** The same with {@code qos}, which engines with lanes need. */
  static SubnetSettings withLanes(String engines, String sweepInterval) {
    return SubnetSettings.of(lanes(engines, sweepInterval));
  }

  /** And with {@code use_optimized_slvl}. */
  static SubnetSettings withWildcards(String engines, String sweepInterval) {
    return SubnetSettings.of(with(lanes(engines, sweepInterval), "use_optimized_slvl", true));
  }

  /**
   * With {@code qos} and a torus.
   *
   * @param torus {@code torus_config}
   */
  static SubnetSettings ofTorus(String engines, Path torus, String sweepInterval) {
    return SubnetSettings.of(with(lanes(engines, sweepInterval), "torus_config", torus.toString()));
  }

  /**
   * With {@code qos} and options that name files.
   *
   * @param files by the option's name
   */
  static Config withFiles(String engines, Map<String, Path> files, String sweepInterval) {
    Config config = lanes(engines, sweepInterval);
    for (Map.Entry<String, Path> file : files.entrySet()) {
      config = with(config, file.getKey(), file.getValue().toString());
    }
    return config;
  }

  private static Config lanes(String engines, String sweepInterval) {
    return with(with(config(engines, sweepInterval, ""), "qos", true), "nue_max_num_vls", 4);
  }

  private static Config with(Config config, String option, Object value) {
    return config.withValue("dateline.subnet." + option, ConfigValueFactory.fromAnyRef(value));
  }

  /**
   * As above.
   *
   * @param partitionFile its name; empty where there is none
   */
  static Config config(String engines, String sweepInterval, String partitionFile) {
    return NodeConfig.load(
        ConfigFactory.parseString(
            """
            dateline.subnet.routing_engine = [%s]
            dateline.subnet.partition_config_file = "%s"
            dateline.subnet.sweep_interval = %s
            """
                .formatted(quoted(engines), partitionFile, sweepInterval)));
  }

  /** A colon is not for words without quotes. */
  private static String quoted(String engines) {
    return Stream.of(engines.split(",", -1)).collect(Collectors.joining("\", \"", "\"", "\""));
  }
}
