package io.dateline.sm.simulation;

import com.typesafe.config.ConfigFactory;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.config.SubnetSettings;

/** Settings of simulated nodes. */
final class Settings {
  private Settings() {}

  /**
   * The defaults, but for engines and the time between light sweeps.
   *
   * @param engines names, with commas between them
   */
  static SubnetSettings of(String engines, String sweepInterval) {
    return SubnetSettings.of(
        NodeConfig.load(
            ConfigFactory.parseString(
                """
                dateline.subnet.routing_engine = [%s]
                dateline.subnet.partition_config_file = ""
                dateline.subnet.sweep_interval = %s
                """
                    .formatted(engines, sweepInterval))));
  }
}
