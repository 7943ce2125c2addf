package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.HashMap;
import java.util.Map;

/** What Akka has to be told so that the nodes of {@code dateline.cluster} are one cluster. */
final class AkkaCluster {
  private static final String SPLIT = "akka.cluster.split-brain-resolver.";

  private AkkaCluster() {}

  static Config of(ClusterSettings settings, NodeTraffic traffic) {
    Map<String, Object> akka = new HashMap<>();
    akka.put("akka.remote.artery.canonical.hostname", settings.host());
    akka.put("akka.remote.artery.canonical.port", settings.port());
    akka.put("akka.remote.artery.transport", traffic.isEncrypted() ? "tls-tcp" : "tcp");
    String version = AkkaCluster.class.getPackage().getImplementationVersion();
    if (version != null) { // classes that are in no jar have none
      akka.put("akka.cluster.app-version", version);
    }
    if (!settings.isAlone()) {
      akka.put(
          "akka.cluster.downing-provider-class", "akka.cluster.sbr.SplitBrainResolverProvider");
      // Of two nodes neither is a majority: they ask the journal's database, and only in a split.
      akka.put(
          SPLIT + "active-strategy",
          settings.nodes().size() == 2 ? "lease-majority" : "keep-majority");
      akka.put(SPLIT + "lease-majority.lease-implementation", "dateline.persistence.lease");
    }
    return ConfigFactory.parseMap(akka, "dateline.cluster");
  }
}
