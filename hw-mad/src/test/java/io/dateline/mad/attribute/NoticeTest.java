package io.dateline.mad.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoticeTest {
  @ParameterizedTest
  @CsvSource({
    "64, GidDetails",
    "65, GidDetails",
    "66, GidDetails",
    "67, GidDetails",
    "68, RepathDetails",
    "69, RepathDetails",
    "128, LinkStateDetails",
    "129, PortErrorDetails",
    "130, PortErrorDetails",
    "131, PortErrorDetails",
    "144, LocalChangesDetails",
    "145, SystemImageGuidDetails",
    "256, BadMKeyDetails",
    "257, BadKeyDetails",
    "258, BadKeyDetails",
    "259, SwitchBadPKeyDetails"
  })
  void shouldGiveTheDetailsOfATrapTheirForm(int trap, String form) {
    Notice notice = new Notice().isGeneric(true).trapNumber(trap);

    assertThat(notice.details().getClass().getSimpleName()).isEqualTo(form);
    assertThat(notice.details().layout().bytes()).isEqualTo(NoticeDetails.BYTES);
  }

  @Test
  void shouldGiveNoFormToWhatIbaDoesNotKnow() {
    assertThat(new Notice().isGeneric(true).trapNumber(70).details()).isNull();
    assertThat(new Notice().trapNumber(128).details()).isNull();
  }

  @Test
  void shouldWriteDetailsThroughToTheNotice() {
    byte[] mad = new byte[256];
    Notice notice = Notice.in(mad, 64).isGeneric(true).trapNumber(TrapNumber.LINK_STATE);

    if (notice.details() instanceof LinkStateDetails details) {
      details.lidAddr(0x1234);
    }

    // IBA Vol 1, 13.4.8.2: the details begin at bit 80.
    assertThat(mad[64 + 10]).isEqualTo((byte) 0x12);
    assertThat(mad[64 + 11]).isEqualTo((byte) 0x34);
  }

  @Test
  void shouldReadTheChangeFlagsOfTrap144() {
    byte[] data = new byte[54];
    data[11] = 0x3F; // flags 0x01 to 0x20 of 16 bits at bit 80
    LocalChangesDetails details = LocalChangesDetails.of(data);

    assertThat(details.nodeDescriptionChange()).isTrue();
    assertThat(details.linkWidthEnabledChange()).isTrue();
    assertThat(details.linkSpeedEnabledChange()).isTrue();
    assertThat(details.smPriorityChange()).isTrue();
    assertThat(details.hierarchyInfoChange()).isTrue();
    assertThat(details.capabilityMask2Change()).isTrue();
    details.nodeDescriptionChange(false);
    assertThat(data[11]).isEqualTo((byte) 0x3E);
  }
}
