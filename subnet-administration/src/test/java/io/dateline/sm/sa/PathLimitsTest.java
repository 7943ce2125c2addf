package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Selectors of MTU, rate and packet life time (IBA Vol 1, 15.2.5.16). */
class PathLimitsTest {
  private static final int ALL_CODES = -1;
  private static final int RATE_20 = 6;
  private static final int RATE_30 = 4;
  private static final int RATE_40 = 7;

  @ParameterizedTest
  @CsvSource({
    // selector, asked, available, offered (-1: no path)
    "0, 3, 4, 4",
    "0, 4, 4, -1",
    "0, 5, 4, -1",
    "1, 5, 4, 4",
    "1, 4, 4, 3",
    "1, 2, 4, 1",
    "1, 1, 4, -1",
    "2, 4, 4, 4",
    "2, 2, 4, 2",
    "2, 5, 4, -1",
    "3, 1, 4, 4",
    "-1, 1, 4, 4"
  })
  void shouldOfferMtu(int selector, int asked, int available, int offered) {
    assertThat(new PathLimits(selector, asked, -1, 0, -1, 0).mtuOf(available)).isEqualTo(offered);
  }

  @ParameterizedTest
  @CsvSource({
    // codes: 2 is 2.5, 5 is 5, 3 is 10, 7 is 40, 12 is 56, 16 is 100, 10 is 120 Gb/s
    "0, 7, 16, 16",
    "0, 16, 16, -1",
    "0, 10, 16, -1",
    "1, 10, 16, 16",
    "1, 7, 16, 4",
    "1, 5, 16, 2",
    "1, 2, 16, -1",
    "2, 16, 16, 16",
    "2, 7, 16, -1",
    "2, 10, 16, -1",
    "3, 2, 16, 16",
    "-1, 2, 16, 16"
  })
  void shouldOfferRate(int selector, int asked, int available, int offered) {
    assertThat(
            new PathLimits(-1, 0, selector, asked, -1, 0)
                .rateOf(PathChannels.rateRankOf(available), ALL_CODES))
        .isEqualTo(offered);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 17, 18, 18",
    "0, 18, 18, -1",
    "1, 19, 18, 18",
    "1, 18, 18, 17",
    "1, 1, 18, 0",
    "1, 0, 18, -1",
    "1, 5, 0, 0",
    "2, 18, 18, 18",
    "2, 10, 18, 10",
    "2, 19, 18, -1",
    "3, 0, 18, 18",
    "-1, 0, 18, 18"
  })
  void shouldOfferPacketLife(int selector, int asked, int available, int offered) {
    assertThat(new PathLimits(-1, 0, -1, 0, selector, asked).lifeOf(available)).isEqualTo(offered);
  }

  @Test
  void shouldOrderRatesByWhatTheyAreNotByCode() {
    for (int code = LinkRate.MIN_CODE; code <= LinkRate.MAX_CODE; code++) {
      assertThat(PathChannels.rateCode(PathChannels.rateRankOf(code))).isEqualTo(code);
      for (int other = LinkRate.MIN_CODE; other <= LinkRate.MAX_CODE; other++) {
        assertThat(PathChannels.rateRankOf(code) < PathChannels.rateRankOf(other))
            .isEqualTo(LinkRate.gbps(code) < LinkRate.gbps(other));
      }
    }
  }

  @Test
  void shouldCallCodesThatDoNotExistInvalid() {
    assertThat(new PathLimits(Selector.EXACTLY, 6, -1, 0, -1, 0).check())
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(new PathLimits(-1, 0, Selector.LESS_THAN, 63, -1, 0).check())
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(new PathLimits(-1, 6, Selector.BEST, 0, -1, 0).check())
        .as("values that do not count")
        .isZero();
  }

  /** 28 Gb/s would be less, too. */
  @Test
  void shouldLowerToARateThatIsKnown() {
    int known = KnownRates.known(new PortInfo());
    PathLimits limits =
        new PathLimits(PathLimits.ANY, 0, Selector.LESS_THAN, RATE_30, PathLimits.ANY, 0);
    assertThat(limits.rateOf(PathChannels.rateRankOf(RATE_40), known)).isEqualTo(RATE_20);
  }
}
