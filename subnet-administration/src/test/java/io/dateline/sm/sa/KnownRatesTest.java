package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.CapabilityMask2;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.PortInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values of shared/cases/33 and of OpenSM's code. */
class KnownRatesTest {
  @ParameterizedTest
  @CsvSource({
    "100, '', 80",
    "56, '', 40",
    "40, '', 40",
    "100, EXT, 100",
    "300, EXT, 300",
    "28, EXT, 25",
    "28, '', 20",
    "28, EXT 2X, 28",
    "50, EXT, 40",
    "50, EXT 2X, 50",
    "50, EXT HDR, 50",
    "50, EXT NDR, 40",
    "400, EXT, 300",
    "400, EXT HDR, 400",
    "600, EXT NDR, 600",
    "800, EXT, 300",
    "800, EXT HDR, 600",
    "1200, EXT HDR, 600",
    "1200, EXT NDR, 1200",
  })
  void shouldLowerARateToOneThatIsKnown(int gbps, String capabilities, int expected) {
    int mask2 = 0;
    mask2 |= capabilities.contains("2X") ? CapabilityMask2.IS_LINK_WIDTH_2X_SUPPORTED : 0;
    mask2 |= capabilities.contains("HDR") ? CapabilityMask2.IS_LINK_SPEED_HDR_SUPPORTED : 0;
    mask2 |= capabilities.contains("NDR") ? CapabilityMask2.IS_LINK_SPEED_NDR_SUPPORTED : 0;
    int mask = mask2 == 0 ? 0 : CapabilityMask.IS_CAPABILITY_MASK2_SUPPORTED;
    mask |= capabilities.contains("EXT") ? CapabilityMask.IS_EXTENDED_SPEEDS_SUPPORTED : 0;
    int known = KnownRates.known(new PortInfo().capabilityMask(mask).capabilityMask2(mask2));
    int rank = KnownRates.lower(PathChannels.rateRankOf(code(gbps)), known);
    assertThat(LinkRate.gbps(PathChannels.rateCode(rank))).isEqualTo(expected);
  }

  private static int code(int gbps) {
    for (int code = LinkRate.MIN_CODE; code <= LinkRate.MAX_CODE; code++) {
      if (LinkRate.gbps(code) == gbps) {
        return code;
      }
    }
    throw new IllegalArgumentException("no code for " + gbps);
  }
}
