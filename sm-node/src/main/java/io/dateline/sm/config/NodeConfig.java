package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;

/** All of a node's settings, layer upon layer. */
public final class NodeConfig {
  private NodeConfig() {}

  /**
   * What the operator says, over what a node wants of Akka, over the defaults of every module and
   * library. System properties lie over all of it.
   *
   * @throws com.typesafe.config.ConfigException if a substitution has no value
   */
  public static Config load(Config operator) {
    return ConfigFactory.load(
        operator.withFallback(ConfigFactory.parseResources(NodeConfig.class, "akka.conf")));
  }
}
