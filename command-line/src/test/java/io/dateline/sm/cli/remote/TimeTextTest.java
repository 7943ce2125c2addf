package io.dateline.sm.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.sm.cli.console.BadInput;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T23:30:00Z"), ZONE);

  @ParameterizedTest
  @CsvSource({
    "17,17",
    "-1,-1",
    "2026,2026",
    "2026-11-21T16:40:00Z,2026-11-21T16:40:00Z",
    "2026-11-21T16:40:00.123+01:00,2026-11-21T15:40:00.123Z",
    "2026-11-21 16:40:00.5Z,2026-11-21T16:40:00.500Z",
    "2026-11-21T16:40,2026-11-21T15:40:00Z",
    "2026-11-21 16:40:01,2026-11-21T15:40:01Z",
    "2026-07-01T16:40,2026-07-01T14:40:00Z",
    "2026-11-21,2026-11-20T23:00:00Z",
    "00:10,2026-11-21T23:10:00Z", // the 22nd in Berlin
    "00:10:05.250,2026-11-21T23:10:05.250Z",
  })
  void shouldTakeNumbersAndTimes(String text, String place) {
    assertThat(TimeText.place("--at", text, CLOCK)).isEqualTo(place);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "noon",
        "1e3",
        "+5",
        "12345678901234567890",
        "2026-02-30",
        "25:00",
        "1.5"
      })
  void shouldSayWhatItTakes(String text) {
    assertThatThrownBy(() -> TimeText.place("--at", text, CLOCK))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("--at takes the number of an event or a time")
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void shouldTakeWhatItPrints() {
    String instant = "2026-11-21T15:40:00.120Z";
    String printed = TimeText.local(instant, ZONE);

    assertThat(printed).isEqualTo("2026-11-21T16:40:00.120+01:00");
    assertThat(TimeText.place("--at", printed, CLOCK)).isEqualTo(instant);
  }
}
