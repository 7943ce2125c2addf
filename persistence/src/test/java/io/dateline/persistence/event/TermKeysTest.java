package io.dateline.persistence.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TermKeysTest {
  private static final byte[] SECRET =
      HexFormat.of().parseHex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");

  /**
   * By openssl: the label, then the GUID, under the secret. What ports hold must stay derivable.
   */
  @Test
  void shouldDeriveWhatWasDerivedByEarlierVersions() {
    assertThat(TermKeys.derived(SECRET).of(0x0002_c903_0000_0001L))
        .isEqualTo(0xf1f4_4ebc_9818_e2afL);
  }

  @Test
  void shouldGiveEachPortItsOwnKey() {
    TermKeys keys = TermKeys.random();
    TermKeys others = TermKeys.random();
    Set<Long> all = new HashSet<>();
    for (long guid = 1; guid <= 10_000; guid++) {
      all.add(keys.of(guid));
      all.add(others.of(guid));
    }

    assertThat(all).hasSize(20_000).doesNotContain(0L);
    assertThat(keys.of(7)).isEqualTo(TermKeys.derived(keys.secret().orElseThrow()).of(7));
  }

  @Test
  void shouldHaveOneKeyForAllPortsOfTermsOfOld() {
    TermKeys keys = TermKeys.shared(0x77);

    assertThat(keys.of(1)).isEqualTo(0x77).isEqualTo(keys.of(2));
    assertThat(keys.secret()).isEmpty();
    assertThat(TermKeys.shared(0)).isEqualTo(TermKeys.NONE);
    assertThat(TermKeys.NONE.of(1)).isZero();
  }

  @Test
  void shouldBeEqualBySecret() {
    assertThat(TermKeys.derived(SECRET)).isEqualTo(TermKeys.derived(SECRET.clone()));
    assertThat(TermKeys.derived(SECRET)).isNotEqualTo(TermKeys.random());
    assertThat(TermKeys.shared(1)).isNotEqualTo(TermKeys.shared(2));
  }

  @Test
  void shouldTellNothingWhenPrinted() {
    assertThat(TermKeys.derived(SECRET)).hasToString("M_Keys");
    assertThat(TermKeys.shared(0x77)).hasToString("M_Keys");
    assertThat(TermKeys.NONE).hasToString("no M_Keys");
  }

  @Test
  void shouldRefuseAShortSecret() {
    assertThatThrownBy(() -> TermKeys.derived(new byte[31]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
