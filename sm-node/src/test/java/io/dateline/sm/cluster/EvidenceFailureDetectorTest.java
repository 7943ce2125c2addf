package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.remote.FailureDetector;
import java.time.Duration;
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
  private long nowNs = 1;
  private final EvidenceFailureDetector detector =
      new EvidenceFailureDetector(silence, () -> nowNs);

  @Test
  void withoutEvidenceSilenceDecides() {
    assertThat(detector.isMonitoring()).isFalse();
    detector.heartbeat();
    assertThat(detector.isMonitoring()).isTrue();
    assertThat(detector.isAvailable()).isTrue();

    silence.available = false;
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

  /** It was the observer that got no processor; the peer has said something meanwhile, or not. */
  @Test
  void aNodeThatWasHeldUpItselfHearsItsPeersBeforeItCallsThemSilent() {
    detector.heartbeat();
    assertThat(detector.isAvailable()).isTrue();
    silence.available = false;
    passes(Duration.ofMillis(1500));
    assertThat(detector.isAvailable()).as("held up itself").isTrue();
    for (int look = 0; look < 19; look++) {
      passes(Duration.ofMillis(50));
      assertThat(detector.isAvailable()).as("it listens").isTrue();
    }
    passes(Duration.ofMillis(50));
    assertThat(detector.isAvailable()).as("nothing was heard").isFalse();
  }

  @Test
  void aNodeThatLooksAllTheTimeCallsAPeerSilentAtOnce() {
    detector.heartbeat();
    for (int look = 0; look < 100; look++) {
      passes(Duration.ofMillis(50));
      assertThat(detector.isAvailable()).isTrue();
    }
    silence.available = false;
    passes(Duration.ofMillis(400));
    assertThat(detector.isAvailable()).isFalse();
  }

  @Test
  void evidenceNeedsNoHearing() {
    detector.heartbeat();
    passes(Duration.ofSeconds(10));
    detector.gone();
    assertThat(detector.isAvailable()).isFalse();
  }

  private void passes(Duration time) {
    nowNs += time.toNanos();
  }
}
