package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;

/** All of a node's settings, layer upon layer. */
public final class NodeConfig {
  private NodeConfig() {}

  /**
   * What the operator says, over what {@code dateline.cluster} and a node at all want of Akka, over
   * the defaults of every module and library. System properties lie over all of it.
   *
   * @throws com.typesafe.config.ConfigException if a substitution has no value, {@code
   *     dateline.cluster} is wrong, or the operator sets what there is not below {@code dateline}
   */
  public static Config load(Config operator) {
    KnownSettings.check(operator);
    Config wishes = ConfigFactory.parseResources(NodeConfig.class, "akka.conf");
    ClusterSettings cluster = ClusterSettings.of(ConfigFactory.load(operator.withFallback(wishes)));
    return ConfigFactory.load(operator.withFallback(AkkaCluster.of(cluster)).withFallback(wishes));
  }
}
