package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import java.nio.file.Path;

/**
 * What one node needs to start: the block {@code dateline}.
 *
 * @param fabric the port into the fabric, {@code umad...} or {@code sim://...}
 * @param stateDir this node's own files
 * @param httpHost address of the HTTP server
 * @param httpPort its port, 0 for a free one
 * @param exchange time-outs and windows
 * @param programmingParallelism switches programmed at the same time
 * @param subnet how the subnet is managed
 */
public record NodeSettings(
    FabricAddress fabric,
    Path stateDir,
    String httpHost,
    int httpPort,
    ExchangeSettings exchange,
    int programmingParallelism,
    SubnetSettings subnet) {

  /**
   * Reads the block {@code dateline}.
   *
   * @throws ConfigException that names the key, if a value is missing, malformed or out of range
   */
  public static NodeSettings of(Config config) {
    Config node = config.getConfig("dateline");
    return new NodeSettings(
        fabric(node),
        Path.of(node.getString("state-dir")),
        node.getString("http.host"),
        inRange(node, "http.port", 0, 65535),
        exchange(node.getConfig("mad")),
        inRange(node, "programming-parallelism", 1, 100_000),
        SubnetSettings.of(config));
  }

  private static FabricAddress fabric(Config node) {
    try {
      return FabricAddress.parse(node.getString("fabric"));
    } catch (IllegalArgumentException e) {
      throw new ConfigException.BadValue(node.origin(), "dateline.fabric", e.getMessage(), e);
    }
  }

  private static ExchangeSettings exchange(Config mad) {
    try {
      return ExchangeSettings.DEFAULT
          .withPatience((int) mad.getDuration("timeout").toMillis(), mad.getInt("retries"))
          .withWindows(mad.getInt("window"), mad.getInt("window-per-target"));
    } catch (IllegalArgumentException e) {
      throw new ConfigException.BadValue(mad.origin(), "dateline.mad", e.getMessage(), e);
    }
  }

  static int inRange(Config config, String key, int min, int max) {
    int value = config.getInt(key);
    if (value < min || value > max) {
      throw new ConfigException.BadValue(
          config.origin(), key, "must be %d to %d, is %d".formatted(min, max, value));
    }
    return value;
  }
}
