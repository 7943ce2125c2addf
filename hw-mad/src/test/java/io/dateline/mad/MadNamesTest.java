package io.dateline.mad;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MadNamesTest {
  /** IBA Vol 1, 13.4.7: bits 2 to 4 say it, whatever else is set. */
  @ParameterizedTest
  @CsvSource({
    "0x0004, status 0x0004 (class or version not supported)",
    "0x000C, status 0x000c (attribute not supported)",
    "0x801C, status 0x801c (a value is not valid)",
    "0x0300, status 0x0300"
  })
  void shouldSayWhatAStatusMeans(String status, String words) {
    assertThat(MadNames.status(Integer.decode(status))).isEqualTo(words);
  }
}
