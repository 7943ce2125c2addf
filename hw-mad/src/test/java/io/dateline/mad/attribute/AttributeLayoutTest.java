package io.dateline.mad.attribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.dateline.mad.attribute.Field.Format;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.InformInfoRecord;
import io.dateline.mad.sa.LinearForwardingTableRecord;
import io.dateline.mad.sa.LinkRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.MultiPathRecord;
import io.dateline.mad.sa.MulticastForwardingTableRecord;
import io.dateline.mad.sa.NodeRecord;
import io.dateline.mad.sa.NoticeReport;
import io.dateline.mad.sa.PKeyTableRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.PortInfoRecord;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.mad.sa.SlToVlMappingTableRecord;
import io.dateline.mad.sa.SmInfoRecord;
import io.dateline.mad.sa.SwitchInfoRecord;
import io.dateline.mad.sa.VlArbitrationTableRecord;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class AttributeLayoutTest {
  static final List<Class<? extends AttributeView>> TYPES =
      List.of(
          BadKeyDetails.class,
          BadMKeyDetails.class,
          ClassPortInfo.class,
          GidDetails.class,
          GuidInfo.class,
          InformInfo.class,
          LedInfo.class,
          LinearForwardingTable.class,
          LinkStateDetails.class,
          LocalChangesDetails.class,
          MlnxExtendedPortInfo.class,
          MulticastForwardingTable.class,
          NodeDescription.class,
          NodeInfo.class,
          Notice.class,
          PKeyTable.class,
          PortErrorDetails.class,
          PortInfo.class,
          RepathDetails.class,
          SlToVlMappingTable.class,
          SmInfo.class,
          SwitchBadPKeyDetails.class,
          SwitchInfo.class,
          SystemImageGuidDetails.class,
          VlArbitrationTable.class,
          GuidInfoRecord.class,
          InformInfoRecord.class,
          LinearForwardingTableRecord.class,
          LinkRecord.class,
          McMemberRecord.class,
          MultiPathRecord.class,
          MulticastForwardingTableRecord.class,
          NodeRecord.class,
          NoticeReport.class,
          PKeyTableRecord.class,
          PathRecord.class,
          PortInfoRecord.class,
          SaHeader.class,
          ServiceRecord.class,
          SlToVlMappingTableRecord.class,
          SmInfoRecord.class,
          SwitchInfoRecord.class,
          VlArbitrationTableRecord.class);

  @ParameterizedTest
  @FieldSource("TYPES")
  void shouldGiveEveryBitToExactlyOneField(Class<? extends AttributeView> type) {
    AttributeLayout layout = Accessors.layout(type);
    int[] owners = new int[layout.bytes() * 8];
    for (Field field : layout.fields()) {
      for (int index = 0; index < field.count(); index++) {
        for (int i = 0; i < field.bits(); i++) {
          owners[field.bit() + index * field.stride() + i]++;
        }
      }
    }

    assertThat(owners).containsOnly(1);
  }

  @ParameterizedTest
  @FieldSource("TYPES")
  void shouldPrintEveryComponentByName(Class<? extends AttributeView> type) {
    AttributeLayout layout = Accessors.layout(type);
    AttributeView view = Accessors.view(type, new byte[layout.bytes()], 0);

    assertThat(view.toString()).startsWith(layout.name() + "[").doesNotContain("reserved");
    for (Field field : layout.fields()) {
      if (!field.isReserved()) {
        assertThat(view.toString()).contains(field.name() + "=");
      }
    }
  }

  @ParameterizedTest
  @FieldSource("TYPES")
  void shouldRefuseTooFewBytesWithTheNumbers(Class<? extends AttributeView> type) {
    AttributeLayout layout = Accessors.layout(type);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Accessors.view(type, new byte[layout.bytes() + 1], 2))
        .withMessage(
            "%s needs %d bytes at offset 2, the array has %d"
                .formatted(layout.name(), layout.bytes(), layout.bytes() + 1));
  }

  @Property(tries = 200)
  void shouldGiveTheSameBytesWhenDecodedAndEncoded(
      @ForAll long seed, @ForAll @IntRange(max = 80) int offset) {
    for (Class<? extends AttributeView> type : TYPES) {
      AttributeLayout layout = Accessors.layout(type);
      byte[] bytes = Accessors.randomBytes(layout, seed);
      byte[] around = new byte[layout.bytes() + 2 * offset];

      Accessors.copyAll(Accessors.view(type, bytes, 0), Accessors.view(type, around, offset));

      byte[] expected = new byte[around.length];
      byte[] masked = Accessors.withoutReserved(layout, bytes);
      System.arraycopy(masked, 0, expected, offset, masked.length);
      assertThat(around).as(layout.name()).isEqualTo(expected);
    }
  }

  @Property(tries = 1000)
  void shouldWriteAFieldAndNothingBeside(
      @ForAll @IntRange(max = 63) int bit,
      @ForAll @IntRange(min = 1, max = 57) int bits,
      @ForAll long value,
      @ForAll boolean ones) {
    Field field = new Field("probe", bit, bits, 1, bits, Format.HEX, 0, 0);
    byte[] bytes = new byte[16];
    Arrays.fill(bytes, (byte) (ones ? 0xFF : 0));
    long fitting = value >>> (64 - bits);

    field.set(bytes, 0, fitting);

    assertThat(field.get(bytes, 0)).isEqualTo(fitting);
    for (int i = 0; i < 128; i++) {
      boolean isSet = (bytes[i / 8] & 0x80 >>> (i % 8)) != 0;
      boolean inside = i >= bit && i < bit + bits;
      boolean expected = inside ? (fitting >>> (bit + bits - 1 - i) & 1) == 1 : ones;
      assertThat(isSet).as("bit %d", i).isEqualTo(expected);
    }
  }

  @Test
  void shouldRefuseAValueThatDoesNotFit() {
    PortInfo port = new PortInfo();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> port.lmc(8))
        .withMessage("lmc: 8 does not fit in 3 bits");
    assertThatIllegalArgumentException().isThrownBy(() -> port.lid(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> port.lid(0x10000));
    assertThat(port).isEqualTo(new PortInfo());
  }

  @Test
  void shouldRefuseATableWithAGapOrAnOverlap() {
    AttributeLayout.Builder gap = AttributeLayout.named("Gap", 2);
    gap.number("first", 0, 8);
    gap.number("second", 9, 7);
    AttributeLayout.Builder overlap = AttributeLayout.named("Overlap", 1);
    overlap.number("first", 0, 5);
    overlap.number("second", 4, 4);
    AttributeLayout.Builder outside = AttributeLayout.named("Outside", 1);
    outside.number("first", 0, 9);

    assertThatIllegalStateException().isThrownBy(gap::build).withMessage("Gap leaves bit 8 out");
    assertThatIllegalStateException().isThrownBy(overlap::build);
    assertThatIllegalStateException().isThrownBy(outside::build);
  }

  @Test
  void shouldCopyBytesOutAndLookAtTheOriginalOtherwise() {
    byte[] mad = new byte[256];
    NodeInfo view = NodeInfo.in(mad, 64);
    byte[] before = view.bytes();

    view.numPorts(36);

    assertThat(mad[67]).isEqualTo((byte) 36);
    assertThat(before).hasSize(40).containsOnly(0);
    assertThat(NodeInfo.of(view.bytes())).isEqualTo(view).hasSameHashCodeAs(view);
  }

  @Test
  void shouldRefuseTextThatIsTooLong() {
    NodeDescription description = new NodeDescription();

    assertThat(description.nodeString("ü".repeat(32)).nodeString()).hasSize(32);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> description.nodeString("ü".repeat(33)))
        .withMessage("nodeString: 66 bytes do not fit in 64");
  }
}
