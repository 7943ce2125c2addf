package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.remote.FailureDetector;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EvidenceFailureDetectorTest {
  /** Believes what it is told last. */
  private static final class Silence implements FailureDetector {
    private boolean available;
    private boolean monitoring;

    @Override
    public boolean isAvailable() {
      return available;
    }

    @Override
    public boolean isMonitoring() {
      return monitoring;
    }

    @Override
    public void heartbeat() {
      available = true;
      monitoring = true;
    }
  }

  private final Silence silence = new Silence();
  private final AtomicLong nowNs = new AtomicLong();
  private final EvidenceFailureDetector detector = new EvidenceFailureDetector(silence, nowNs::get);

  @Test
  void withoutEvidenceSilenceDecides() {
    assertThat(detector.isMonitoring()).isFalse();
    detector.heartbeat();
    assertThat(detector.isMonitoring()).isTrue();
    assertThat(detector.isAvailable()).isTrue();

    nowNs.addAndGet(Duration.ofSeconds(16).toNanos());
    silence.available = false;
    assertThat(detector.isAvailable()).isFalse();
  }

  @Test
  void aYoungPeerMayBeSilentForAWhile() {
    nowNs.set(-7);
    detector.heartbeat();
    nowNs.addAndGet(Duration.ofSeconds(3).toNanos());
    detector.heartbeat();
    silence.available = false;
    nowNs.addAndGet(Duration.ofSeconds(4).toNanos());
    assertThat(detector.isAvailable()).isTrue();
    nowNs.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(detector.isAvailable()).as("silent for six seconds").isFalse();

    detector.heartbeat();
    silence.available = false;
    nowNs.addAndGet(Duration.ofSeconds(4).toNanos());
    assertThat(detector.isAvailable()).isTrue();
    detector.gone();
    assertThat(detector.isAvailable()).isFalse();
  }

  /** A heartbeat that was under way when the process died arrives after the evidence. */
  @Test
  void evidenceOutweighsALateHeartbeat() {
    detector.heartbeat();
    detector.gone();
    assertThat(detector.isAvailable()).isFalse();
    detector.heartbeat();
    assertThat(detector.isAvailable()).isFalse();
  }
}
