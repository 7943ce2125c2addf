package io.dateline.sm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KeyDigestsTest {
  private static final byte[] SECRET = {1, 2, 3};
  private static final byte[] OTHER = {1, 2, 4};

  @Test
  void shouldTellKeysApartToThoseThatKnowTheSecret() {
    String digest = KeyDigests.digest(SECRET, OptionalLong.of(1));
    assertThat(KeyDigests.digest(SECRET, OptionalLong.of(1))).isEqualTo(digest);
    assertThat(KeyDigests.digest(SECRET, OptionalLong.of(2))).isNotEqualTo(digest);
    assertThat(KeyDigests.digest(SECRET, OptionalLong.empty())).isNotEqualTo(digest);
    assertThat(KeyDigests.digest(OTHER, OptionalLong.of(1))).isNotEqualTo(digest);
  }
}
