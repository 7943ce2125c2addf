package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.sm.config.NodeTraffic;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrafficStatusTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private static String warning(NodeTraffic traffic, Duration left) {
    return TrafficStatus.of(traffic, Optional.ofNullable(left).map(NOW::plus), NOW).warning();
  }

  @Test
  void shouldWarnThirtyDaysBeforeTheCertificateRunsOut() {
    assertThat(warning(NodeTraffic.CERTIFIED, Duration.ofDays(31))).isNull();
    assertThat(warning(NodeTraffic.CERTIFIED, Duration.ofDays(29)))
        .contains("runs out at 2030-01-30T00:00:00Z")
        .contains("dateline certificates node");
    assertThat(warning(NodeTraffic.CERTIFIED, Duration.ofDays(-1)))
        .contains("ran out at 2029-12-31T00:00:00Z");
  }

  @Test
  void shouldWarnOfTrafficThatIsNotEncrypted() {
    assertThat(warning(NodeTraffic.OPEN, null)).contains("dateline.security.unencrypted");
    assertThat(warning(NodeTraffic.SHARED, null)).isNull();
    assertThat(warning(NodeTraffic.CLOSED, null)).isNull();
  }

  @Test
  void shouldTellTheTimeInWordsThatToolsRead() throws Exception {
    TrafficStatus status =
        TrafficStatus.of(NodeTraffic.CERTIFIED, Optional.of(NOW.plus(Duration.ofDays(90))), NOW);
    assertThat(new ObjectMapper().writeValueAsString(status))
        .isEqualTo(
            "{\"betweenNodes\":\"CERTIFIED\",\"certificateExpires\":\"2030-04-01T00:00:00Z\"}");
  }
}
