package io.dateline.sm.node;

import akka.actor.BootstrapSetup;
import akka.actor.setup.ActorSystemSetup;
import akka.remote.artery.tcp.SSLEngineProvider;
import akka.remote.artery.tcp.SSLEngineProviderSetup;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.sm.config.ClusterSettings;
import io.dateline.sm.config.NodeAddress;
import io.dateline.sm.config.NodeTraffic;
import io.dateline.sm.config.SecuritySettings;
import io.dateline.sm.tls.ClosedTls;
import io.dateline.sm.tls.Credentials;
import io.dateline.sm.tls.MemberTls;
import io.dateline.sm.tls.OutOfDateCredentialsException;
import io.dateline.sm.tls.SharedCredentials;
import io.dateline.sm.tls.UnusableCredentialsException;
import io.dateline.sm.tls.WatchedCredentials;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives an actor system the credentials that its node has. */
public final class NodeTls {
  private static final Logger LOG = LoggerFactory.getLogger(NodeTls.class);

  private NodeTls() {}

  /**
   * Settings of the actor system, and what it shows to others.
   *
   * @param config of a journal that is open
   * @throws ConfigException if the node's certificate cannot be used
   * @throws OutOfDateCredentialsException if it is not valid now
   */
  public static ActorSystemSetup setup(Config config, ClusterSettings cluster) {
    BootstrapSetup bootstrap = BootstrapSetup.create(config);
    NodeTraffic traffic = NodeTraffic.of(config, cluster);
    if (!traffic.isEncrypted()) {
      LOG.warn(
          "Traffic between the nodes is not encrypted, and anything that reaches {}:{} can join them"
              + " (dateline.security.unencrypted = accepted)",
          cluster.host(),
          cluster.port());
      return ActorSystemSetup.create(bootstrap);
    }
    SSLEngineProvider provider = provider(traffic, config, cluster);
    return ActorSystemSetup.create(bootstrap, SSLEngineProviderSetup.create(system -> provider));
  }

  private static SSLEngineProvider provider(
      NodeTraffic traffic, Config config, ClusterSettings cluster) {
    return switch (traffic) {
      case CERTIFIED -> ofHost(config, cluster);
      case SHARED -> {
        Credentials shared = SharedCredentials.of(config, InstantSource.system().instant());
        yield new MemberTls(() -> shared, List.of(SharedCredentials.NAME), false);
      }
      case CLOSED, OPEN -> new ClosedTls();
    };
  }

  private static SSLEngineProvider ofHost(Config config, ClusterSettings cluster) {
    Path directory = SecuritySettings.of(config).certificates().orElseThrow();
    try {
      WatchedCredentials watched = new WatchedCredentials(directory, InstantSource.system());
      if (!watched.get().isFor(cluster.host())) {
        throw new UnusableCredentialsException(
            "%s: the certificate is for %s, not for this node's host, %s"
                .formatted(directory, watched.get().names(), cluster.host()));
      }
      LOG.info("This node's certificate is valid until {}", watched.get().expires());
      return new MemberTls(
          watched, cluster.nodes().stream().map(NodeAddress::host).distinct().toList(), true);
    } catch (OutOfDateCredentialsException e) {
      throw e; // no setting is wrong
    } catch (UnusableCredentialsException e) {
      String key = "dateline.security.certificates";
      throw new ConfigException.BadValue(config.getValue(key).origin(), key, e.getMessage(), e);
    }
  }
}
