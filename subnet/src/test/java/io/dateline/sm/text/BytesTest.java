package io.dateline.sm.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BytesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 bytes",
    "950, 950 bytes",
    "999, 999 bytes",
    "1000, 1.0 kB",
    "9949, 9.9 kB",
    "9950, 10 kB",
    "999499, 999 kB",
    "999500, 1.0 MB",
    "67000000000, 67 GB",
    "9223372036854775807, 9223372 TB"
  })
  void shouldHaveTwoOrThreeFigures(long bytes, String words) {
    assertThat(Bytes.words(bytes)).isEqualTo(words);
  }
}
