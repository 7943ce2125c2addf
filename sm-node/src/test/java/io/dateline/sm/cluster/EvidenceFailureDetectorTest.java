package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.remote.FailureDetector;
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
  private final EvidenceFailureDetector detector = new EvidenceFailureDetector(silence);

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
}
