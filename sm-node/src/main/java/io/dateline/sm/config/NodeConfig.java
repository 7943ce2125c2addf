package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.dateline.fabric.format.ReadableFile;
import io.dateline.sm.options.OpensmConf;
import java.nio.file.Path;

/** All of a node's settings, layer upon layer. */
public final class NodeConfig {
  private NodeConfig() {}

  /**
   * Reads an operator's file. What it includes has to be there.
   *
   * @throws com.typesafe.config.ConfigException if it cannot be read, or is no such file
   */
  public static Config file(Path file) {
    ReadableFile.problem("configuration file", file, NodeFiles.SETTINGS_BYTES_MAX)
        .ifPresent(
            sentence -> {
              throw new ConfigException.Generic(sentence);
            });
    return ConfigFactory.parseFile(
        file.toFile(),
        ConfigParseOptions.defaults().setAllowMissing(false).prependIncluder(new StrictIncludes()));
  }

  /**
   * As {@link #load(Config, Config)}, where no file was written.
   *
   * @throws com.typesafe.config.ConfigException as that does
   */
  public static Config load(Config commandLine) {
    return load(commandLine, ConfigFactory.empty());
  }

  /**
   * What the command line says, over {@code dateline.subnet.opensm_conf}, over the operator's file,
   * over what {@code dateline.cluster} and a node at all want of Akka, over the defaults of every
   * module and library. System properties lie over all of it.
   *
   * @throws com.typesafe.config.ConfigException if a substitution has no value, {@code
   *     dateline.cluster} is wrong, the operator sets what there is not below {@code dateline}, or
   *     {@code opensm.conf} is wrong or says something else than the operator's file
   */
  public static Config load(Config commandLine, Config file) {
    KnownSettings.check(commandLine);
    KnownSettings.check(file);
    Config given = ConfigFactory.load(commandLine.withFallback(file));
    OpensmConf opensm = OpensmLayer.read(given);
    OpensmLayer.check(opensm, commandLine, OpensmLayer.withUnits(file.resolveWith(given)));
    Config operator = commandLine.withFallback(OpensmLayer.of(opensm)).withFallback(file);
    Config wishes = ConfigFactory.parseResources(NodeConfig.class, "akka.conf");
    Config base = ConfigFactory.load(operator.withFallback(wishes));
    ClusterSettings cluster = ClusterSettings.of(base);
    Config akka = AkkaCluster.of(cluster, NodeTraffic.of(base, cluster));
    return JournalUrl.encrypted(
        OpensmLayer.withUnits(
            ConfigFactory.load(operator.withFallback(akka).withFallback(wishes))));
  }
}
