package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.persistence.archive.RetentionSettings;
import io.dateline.sm.alive.WatchdogSettings;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.sa.SaGate;
import io.dateline.sm.sa.SaSettings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What one node needs to start: the block {@code dateline}.
 *
 * @param fabric the port into the fabric, {@code umad...} or {@code sim://...}
 * @param stateDir this node's own files
 * @param http its HTTP servers, and who may do what there
 * @param exchange time-outs and windows
 * @param programmingParallelism switches programmed at the same time
 * @param subnet how the subnet is managed
 * @param quotas how much one port may ask for
 * @param retention how long events stay in the journal
 * @param cluster this node's place among the SM nodes
 * @param watchdog how closely it watches itself
 */
public record NodeSettings(
    FabricAddress fabric,
    Path stateDir,
    HttpSettings http,
    ExchangeSettings exchange,
    int programmingParallelism,
    SubnetSettings subnet,
    QuotaSettings quotas,
    RetentionSettings retention,
    ClusterSettings cluster,
    WatchdogSettings watchdog) {
  private static final int QUOTA_MAX = 1_000_000;

  /**
   * Reads the block {@code dateline}.
   *
   * @throws ConfigException that names the key, if a value is missing, malformed or out of range
   */
  public static NodeSettings of(Config config) {
    checkProgrammers(config);
    Path stateDir = Path.of(config.getString("dateline.state-dir"));
    ClusterSettings cluster = ClusterSettings.of(config);
    return new NodeSettings(
        fabric(config),
        stateDir,
        HttpSettings.of(config, stateDir, cluster.management()),
        exchange(config),
        inRange(config, "dateline.programming-parallelism", 1, 100_000),
        SubnetSettings.of(config),
        quotas(config),
        RetentionSettings.of(config, stateDir),
        cluster,
        watchdog(config));
  }

  /** Programmers read these themselves, when a mistake can no longer end the command. */
  private static void checkProgrammers(Config config) {
    String block = "dateline.lft-programmer.";
    inRange(config, block + "outstanding-max", 1, ExchangeSettings.PORT_WINDOW_MAX);
    inRange(config, block + "confirm-after-blocks", 1, Integer.MAX_VALUE);
    inRange(config, block + "passivate-after", Duration.ofMillis(1), Duration.ofDays(30));
  }

  private static FabricAddress fabric(Config config) {
    try {
      return FabricAddress.parse(config.getString("dateline.fabric"));
    } catch (IllegalArgumentException e) {
      throw new ConfigException.BadValue(
          config.getValue("dateline.fabric").origin(), "dateline.fabric", e.getMessage(), e);
    }
  }

  private static ExchangeSettings exchange(Config config) {
    String block = "dateline.mad.";
    Duration timeout =
        inRange(config, block + "timeout", Duration.ofMillis(1), Duration.ofMinutes(1));
    int window = inRange(config, block + "window", 1, ExchangeSettings.PORT_WINDOW_MAX);
    return ExchangeSettings.DEFAULT
        .withPatience((int) timeout.toMillis(), inRange(config, block + "retries", 0, 100))
        .withWindows(window, inRange(config, block + "window-per-target", 1, window));
  }

  private static WatchdogSettings watchdog(Config config) {
    String block = "dateline.watchdog.";
    Duration interval =
        inRange(config, block + "interval", Duration.ofMillis(50), Duration.ofMinutes(1));
    return new WatchdogSettings(
        interval,
        inRange(config, block + "patience", interval.multipliedBy(4), Duration.ofHours(1)));
  }

  private static QuotaSettings quotas(Config config) {
    String block = "dateline.quota.";
    return new QuotaSettings(
        inRange(config, block + "requests-waiting", 1, SaGate.WAITING_MAX),
        inRange(config, block + "transfers", 1, SaSettings.DEFAULTS.transfersMax()),
        inRange(config, block + "joins-per-second", 0, QUOTA_MAX),
        inRange(config, block + "joins-burst", 1, QUOTA_MAX),
        inRange(config, block + "traps-per-second", 0, QUOTA_MAX),
        inRange(config, block + "traps-burst", 1, QUOTA_MAX));
  }

  static Duration inRange(Config config, String key, Duration min, Duration max) {
    Duration value = config.getDuration(key);
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(),
          key,
          "must be %d to %d ms, is %d ms"
              .formatted(min.toMillis(), max.toMillis(), value.toMillis()));
    }
    return value;
  }

  static int inRange(Config config, String key, int min, int max) {
    int value = config.getInt(key);
    if (value < min || value > max) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(), key, "must be %d to %d, is %d".formatted(min, max, value));
    }
    return value;
  }
}
