package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.persistence.archive.RetentionSettings;
import io.dateline.sm.alive.WatchdogSettings;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.sa.SaSettings;
import io.dateline.sm.sa.shell.SaGate;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What one node needs to start: the block {@code dateline}.
 *
 * @param fabric the port into the fabric, {@code umad...} or {@code sim://...}
 * @param stateDir this node's own files
 * @param http its HTTP servers, and what clients may do there
 * @param dumpFolder where dumps are written when they are ordered
 * @param exchange time-outs and windows
 * @param programming how switches are programmed
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
    Path dumpFolder,
    ExchangeSettings exchange,
    ProgrammingSettings programming,
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
        dumpFolder(config, stateDir),
        exchange(config),
        new ProgrammingSettings(
            Ranges.inRange(config, "dateline.programming-parallelism", 1, 100_000),
            Ranges.inRange(config, "dateline.spread-programmers-from", 0, 100_000)),
        SubnetSettings.of(config),
        quotas(config),
        RetentionSettings.of(config, stateDir),
        cluster,
        watchdog(config));
  }

  /** Programmers read these themselves, when a mistake can no longer end the command. */
  private static void checkProgrammers(Config config) {
    String block = "dateline.lft-programmer.";
    Ranges.inRange(config, block + "outstanding-max", 1, ExchangeSettings.PORT_WINDOW_MAX);
    Ranges.inRange(config, block + "confirm-after-blocks", 1, Integer.MAX_VALUE);
    Ranges.inRange(config, block + "passivate-after", Duration.ofMillis(1), Duration.ofDays(30));
  }

  private static Path dumpFolder(Config config, Path stateDir) {
    String key = "dateline.subnet.dump_files_dir";
    String text = config.getString(key);
    try {
      return text.isEmpty() ? stateDir.resolve("dumps") : Path.of(text);
    } catch (InvalidPathException e) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(), key, "is no file name: " + e.getReason(), e);
    }
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
        Ranges.inRange(config, block + "timeout", Duration.ofMillis(1), Duration.ofMinutes(1));
    int window = Ranges.inRange(config, block + "window", 1, ExchangeSettings.PORT_WINDOW_MAX);
    return ExchangeSettings.DEFAULT
        .withPatience((int) timeout.toMillis(), Ranges.inRange(config, block + "retries", 0, 100))
        .withWindows(window, Ranges.inRange(config, block + "window-per-target", 1, window));
  }

  private static WatchdogSettings watchdog(Config config) {
    String block = "dateline.watchdog.";
    Duration interval =
        Ranges.inRange(config, block + "interval", Duration.ofMillis(50), Duration.ofMinutes(1));
    return new WatchdogSettings(
        interval,
        Ranges.inRange(config, block + "patience", interval.multipliedBy(4), Duration.ofHours(1)));
  }

  private static QuotaSettings quotas(Config config) {
    String block = "dateline.quota.";
    return new QuotaSettings(
        Ranges.inRange(config, block + "requests-waiting", 1, SaGate.WAITING_MAX),
        Ranges.inRange(config, block + "transfers", 1, SaSettings.DEFAULTS.transfersMax()),
        Ranges.inRange(config, block + "joins-per-second", 0, QUOTA_MAX),
        Ranges.inRange(config, block + "joins-burst", 1, QUOTA_MAX),
        Ranges.inRange(config, block + "traps-per-second", 0, QUOTA_MAX),
        Ranges.inRange(config, block + "traps-burst", 1, QUOTA_MAX));
  }
}
