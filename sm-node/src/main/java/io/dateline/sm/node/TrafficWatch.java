package io.dateline.sm.node;

import akka.actor.typed.ActorSystem;
import com.typesafe.config.Config;
import io.dateline.sm.config.ClusterSettings;
import io.dateline.sm.config.NodeTraffic;
import io.dateline.sm.config.SecuritySettings;
import io.dateline.sm.http.TrafficStatus;
import io.dateline.sm.tls.CertificateExpiry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows what protects this node's traffic, and logs once a day what is wrong with that. */
final class TrafficWatch {
  private static final Logger LOG = LoggerFactory.getLogger(TrafficWatch.class);
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration AGAIN = Duration.ofDays(1);

  private final NodeTraffic betweenNodes;
  private final Supplier<Optional<Instant>> expires;
  private final InstantSource clock;

  TrafficWatch(Config config, ClusterSettings cluster, InstantSource clock) {
    betweenNodes = NodeTraffic.of(config, cluster);
    Optional<CertificateExpiry> expiry =
        SecuritySettings.of(config).certificates().map(CertificateExpiry::new);
    expires = () -> expiry.flatMap(CertificateExpiry::get);
    this.clock = clock;
  }

  /** As it is now. */
  TrafficStatus now() {
    return TrafficStatus.of(betweenNodes, expires.get(), clock.instant());
  }

  /** Begins to log. */
  void begin(ActorSystem<?> system) {
    system
        .scheduler()
        .scheduleWithFixedDelay(
            FIRST,
            AGAIN,
            () -> Optional.ofNullable(now().warning()).ifPresent(LOG::warn),
            system.executionContext());
  }
}
