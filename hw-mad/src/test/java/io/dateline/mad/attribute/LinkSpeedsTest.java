package io.dateline.mad.attribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LinkSpeedsTest {
  @ParameterizedTest
  @EnumSource(LinkSpeed.class)
  void shouldReadTheSpeedThatWasWritten(LinkSpeed speed) {
    PortInfo port = new PortInfo();
    MlnxExtendedPortInfo extended = new MlnxExtendedPortInfo();
    LinkSpeeds.speed(port, extended, LinkSpeed.XDR);
    LinkSpeeds.speed(port, extended, LinkSpeed.FDR10);

    LinkSpeeds.speed(port, extended, speed);

    assertThat(LinkSpeeds.speed(port, extended)).isEqualTo(speed);
    assertThat(LinkSpeeds.speed(port)).isEqualTo(speed == LinkSpeed.FDR10 ? LinkSpeed.QDR : speed);
  }

  // Codes as infiniband-diags reads them.
  @ParameterizedTest
  @CsvSource({
    "SDR, 1, 0, 0",
    "DDR, 2, 0, 0",
    "QDR, 4, 0, 0",
    "FDR10, 4, 0, 0",
    "FDR, 4, 1, 0",
    "EDR, 4, 2, 0",
    "HDR, 4, 4, 0",
    "NDR, 4, 8, 0",
    "XDR, 4, 0, 1"
  })
  void shouldWriteTheCodeOfEveryFamily(LinkSpeed speed, int old, int ext, int ext2) {
    PortInfo port = new PortInfo();

    LinkSpeeds.speed(port, speed);

    assertThat(port.linkSpeedActive()).isEqualTo(old);
    assertThat(port.linkSpeedExtActive()).isEqualTo(ext);
    assertThat(port.linkSpeedExtActive2()).isEqualTo(ext2);
  }

  @Test
  void shouldSupportEverySlowerSpeedToo() {
    PortInfo port = new PortInfo();

    LinkSpeeds.supported(port, LinkSpeed.HDR);
    LinkSpeeds.enabled(port, LinkSpeed.DDR);

    assertThat(port.linkSpeedSupported()).isEqualTo(7);
    assertThat(port.linkSpeedExtSupported()).isEqualTo(7);
    assertThat(port.linkSpeedEnabled()).isEqualTo(3);
    assertThat(port.linkSpeedExtEnabled()).isZero();
  }

  @Test
  void shouldKnowNoSpeedOfNonsense() {
    assertThat(LinkSpeeds.speed(new PortInfo())).isNull();
    assertThat(LinkSpeeds.speed(new PortInfo().linkSpeedActive(3))).isNull();
    assertThat(LinkSpeeds.speed(new PortInfo().linkSpeedActive(4).linkSpeedExtActive(5))).isNull();
    assertThat(LinkSpeeds.width(new PortInfo())).isNull();
  }

  @ParameterizedTest
  @EnumSource(LinkWidth.class)
  void shouldReadTheWidthThatWasWritten(LinkWidth width) {
    PortInfo port = new PortInfo();

    LinkSpeeds.width(port, width);

    assertThat(LinkSpeeds.width(port)).isEqualTo(width);
  }

  // IBA Vol 1, 15.2.5.16, Rate.
  @ParameterizedTest
  @CsvSource({
    "X1, SDR, 2", "X4, SDR, 3", "X12, SDR, 4", "X8, SDR, 6", "X1, DDR, 5", "X4, DDR, 6",
    "X12, DDR, 8", "X8, DDR, 7", "X4, QDR, 7", "X8, QDR, 9", "X12, QDR, 10", "X4, FDR10, 7",
    "X1, FDR, 11", "X2, FDR, 19", "X4, FDR, 12", "X8, FDR, 13", "X12, FDR, 14", "X1, EDR, 15",
    "X2, EDR, 20", "X4, EDR, 16", "X8, EDR, 17", "X12, EDR, 18", "X1, HDR, 20", "X2, HDR, 16",
    "X4, HDR, 17", "X8, HDR, 21", "X12, HDR, 22", "X2, NDR, 17", "X4, NDR, 21", "X8, NDR, 23",
    "X12, NDR, 24", "X4, XDR, 23", "X12, XDR, 24"
  })
  void shouldGiveTheRateCodeOfALink(LinkWidth width, LinkSpeed speed, int code) {
    assertThat(LinkRate.of(width, speed)).isEqualTo(code);
  }

  @Test
  void shouldWalkEveryRateInOrder() {
    int seen = 1;
    for (int code = LinkRate.MIN_CODE; LinkRate.next(code) != LinkRate.NONE; seen++) {
      int next = LinkRate.next(code);
      assertThat(LinkRate.gbps(next)).isGreaterThan(LinkRate.gbps(code));
      assertThat(LinkRate.previous(next)).isEqualTo(code);
      assertThat(LinkRate.slower(next, code)).isEqualTo(code);
      code = next;
    }

    assertThat(seen).isEqualTo(LinkRate.MAX_CODE - LinkRate.MIN_CODE + 1);
    assertThat(LinkRate.previous(LinkRate.MIN_CODE)).isEqualTo(LinkRate.NONE);
    assertThatIllegalArgumentException().isThrownBy(() -> LinkRate.gbps(25));
    assertThatIllegalArgumentException().isThrownBy(() -> LinkRate.next(1));
  }

  @Test
  void shouldTurnMtuCodesIntoBytesAndBack() {
    for (int code = Mtu.MTU_256; code <= Mtu.MTU_4096; code++) {
      assertThat(Mtu.code(Mtu.bytes(code))).isEqualTo(code);
    }
    assertThat(Mtu.bytes(Mtu.MTU_256)).isEqualTo(256);
    assertThatIllegalArgumentException().isThrownBy(() -> Mtu.bytes(6));
    assertThatIllegalArgumentException().isThrownBy(() -> Mtu.code(1500));
  }
}
