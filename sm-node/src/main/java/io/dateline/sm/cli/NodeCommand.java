package io.dateline.sm.cli;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.InputFiles;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.config.SettingsFiles;
import io.dateline.sm.log.BuildId;
import io.dateline.sm.log.NodeLog;
import io.dateline.sm.node.SmNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dateline node}: one SM node, until it is told to stop. */
@Command(
    name = "node",
    description = "Runs one SM node. Without --config: alone, with an embedded journal.",
    mixinStandardHelpOptions = true)
final class NodeCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(NodeCommand.class);

  @Option(names = "--config", paramLabel = "FILE", description = "HOCON file over the defaults")
  private Path configFile;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "this node's own files (default: ./state)")
  private Path stateDir;

  @Option(
      names = "--fabric",
      paramLabel = "PORT",
      description = "umad[:CA[/PORT]] or sim://HOST:PORT[/NODE] (default: umad)")
  private String fabric;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      split = ",",
      description =
          "routing engines, tried in this order; then minhop, unless no_fallback is among them"
              + " (default: minhop)")
  private List<String> engines;

  @Option(
      names = "-D",
      paramLabel = "key=value",
      description = "overrides a setting of the configuration")
  private final Map<String, String> overrides = new LinkedHashMap<>();

  @Override
  public Integer call() throws InterruptedException {
    Config config = config();
    NodeLog.begin(config);
    LOG.info(
        "Dateline {} on Java {}, process {}",
        BuildId.OWN,
        Runtime.version(),
        ProcessHandle.current().pid());
    LOG.info(
        "Settings: {}the command line",
        SettingsFiles.of(config, Optional.ofNullable(configFile)).stream()
            .map(Path::toString)
            .reduce((some, next) -> some + ", " + next)
            .map(files -> files + " and ")
            .orElse(""));
    SmNode.start(config, this::config).awaitTermination();
    return ExitCode.DONE;
  }

  private Config config() {
    Config config = ConfigFactory.parseMap(overrides, "-D on the command line");
    if (stateDir != null) {
      config = with(config, "dateline.state-dir", stateDir.toString());
    }
    if (fabric != null) {
      config = with(config, "dateline.fabric", fabric);
    }
    if (engines != null) {
      config = with(config, "dateline.subnet.routing_engine", engines);
    }
    if (configFile == null) {
      return NodeConfig.load(config);
    }
    InputFiles.readable("configuration file", configFile);
    return NodeConfig.load(config, NodeConfig.file(configFile));
  }

  private static Config with(Config config, String key, Object value) {
    return config.withValue(key, ConfigValueFactory.fromAnyRef(value, "the command line"));
  }
}
