package io.dateline.mad.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dateline.mad.attribute.Accessors;
import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** ComponentMask bits (IBA Vol 1, 15.2.5), as OpenSM numbers them, and matching by them. */
class ComponentMaskTest {
  static final List<AttributeLayout> LAYOUTS =
      List.of(
          NodeRecord.LAYOUT,
          PortInfoRecord.LAYOUT,
          SlToVlMappingTableRecord.LAYOUT,
          SwitchInfoRecord.LAYOUT,
          LinearForwardingTableRecord.LAYOUT,
          MulticastForwardingTableRecord.LAYOUT,
          VlArbitrationTableRecord.LAYOUT,
          SmInfoRecord.LAYOUT,
          PKeyTableRecord.LAYOUT,
          InformInfoRecord.LAYOUT,
          LinkRecord.LAYOUT,
          GuidInfoRecord.LAYOUT,
          ServiceRecord.LAYOUT,
          PathRecord.LAYOUT,
          McMemberRecord.LAYOUT,
          MultiPathRecord.LAYOUT);

  private static AttributeLayout layout(String name) {
    return LAYOUTS.stream().filter(layout -> layout.name().equals(name)).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NodeRecord | 0 | lid
          NodeRecord | 2 | nodeInfo.baseVersion
          NodeRecord | 3 | nodeInfo.classVersion
          NodeRecord | 4 | nodeInfo.nodeType
          NodeRecord | 5 | nodeInfo.numPorts
          NodeRecord | 6 | nodeInfo.systemImageGuid
          NodeRecord | 7 | nodeInfo.nodeGuid
          NodeRecord | 8 | nodeInfo.portGuid
          NodeRecord | 9 | nodeInfo.partitionCap
          NodeRecord | 10 | nodeInfo.deviceId
          NodeRecord | 11 | nodeInfo.revision
          NodeRecord | 12 | nodeInfo.localPortNum
          NodeRecord | 13 | nodeInfo.vendorId
          NodeRecord | 14 | nodeDescription.nodeString
          PortInfoRecord | 0 | endportLid
          PortInfoRecord | 1 | portNum
          PortInfoRecord | 2 | options
          PortInfoRecord | 3 | portInfo.mKey
          PortInfoRecord | 5 | portInfo.lid
          PortInfoRecord | 7 | portInfo.capabilityMask
          PortInfoRecord | 15 | portInfo.portState
          PortInfoRecord | 18 | portInfo.mKeyProtectBits
          PortInfoRecord | 20 | portInfo.lmc
          PortInfoRecord | 23 | portInfo.neighborMtu
          PortInfoRecord | 31 | portInfo.mtuCap
          PortInfoRecord | 34 | portInfo.operationalVls
          PortInfoRecord | 42 | portInfo.guidCap
          PortInfoRecord | 43 | portInfo.clientReregister
          PortInfoRecord | 44 | portInfo.multicastPKeyTrapSuppressionEnabled
          PortInfoRecord | 45 | portInfo.subnetTimeout
          PortInfoRecord | 47 | portInfo.respTimeValue
          PortInfoRecord | 50 | portInfo.maxCreditHint
          PortInfoRecord | 51 | portInfo.linkSpeedExtActive2
          PortInfoRecord | 51 | portInfo.linkSpeedExtEnabled2
          PortInfoRecord | 52 | portInfo.linkRoundTripLatency
          PortInfoRecord | 53 | portInfo.capabilityMask2
          PortInfoRecord | 54 | portInfo.linkSpeedExtActive
          PortInfoRecord | 55 | portInfo.linkSpeedExtSupported
          PortInfoRecord | 57 | portInfo.linkSpeedExtEnabled
          SLtoVLMappingTableRecord | 0 | lid
          SLtoVLMappingTableRecord | 1 | inputPortNum
          SLtoVLMappingTableRecord | 2 | outputPortNum
          SwitchInfoRecord | 0 | lid
          LinearForwardingTableRecord | 0 | lid
          LinearForwardingTableRecord | 1 | blockNum
          MulticastForwardingTableRecord | 0 | lid
          MulticastForwardingTableRecord | 1 | position
          MulticastForwardingTableRecord | 3 | blockNum
          SMInfoRecord | 0 | lid
          SMInfoRecord | 2 | smInfo.guid
          SMInfoRecord | 3 | smInfo.smKey
          SMInfoRecord | 5 | smInfo.priority
          SMInfoRecord | 6 | smInfo.smState
          InformInfoRecord | 0 | subscriberGid
          InformInfoRecord | 1 | enumeration
          InformInfoRecord | 3 | informInfo.gid
          InformInfoRecord | 7 | informInfo.isGeneric
          InformInfoRecord | 10 | informInfo.trapNumber
          InformInfoRecord | 15 | informInfo.producerType
          LinkRecord | 0 | fromLid
          LinkRecord | 1 | fromPort
          LinkRecord | 2 | toPort
          LinkRecord | 3 | toLid
          P_KeyTableRecord | 0 | lid
          P_KeyTableRecord | 1 | blockNum
          P_KeyTableRecord | 2 | portNum
          VLArbitrationTableRecord | 0 | lid
          VLArbitrationTableRecord | 1 | outputPortNum
          VLArbitrationTableRecord | 2 | blockNum
          GUIDInfoRecord | 0 | lid
          GUIDInfoRecord | 1 | blockNum
          ServiceRecord | 0 | serviceId
          ServiceRecord | 1 | serviceGid
          ServiceRecord | 2 | servicePKey
          ServiceRecord | 4 | serviceLease
          ServiceRecord | 5 | serviceKey
          ServiceRecord | 6 | serviceName
          PathRecord | 0 | serviceId8Msb
          PathRecord | 1 | serviceId56Lsb
          PathRecord | 2 | dgid
          PathRecord | 3 | sgid
          PathRecord | 4 | dlid
          PathRecord | 5 | slid
          PathRecord | 6 | rawTraffic
          PathRecord | 8 | flowLabel
          PathRecord | 9 | hopLimit
          PathRecord | 10 | tClass
          PathRecord | 11 | reversible
          PathRecord | 12 | numbPath
          PathRecord | 13 | pKey
          PathRecord | 14 | qosClass
          PathRecord | 15 | sl
          PathRecord | 16 | mtuSelector
          PathRecord | 17 | mtu
          PathRecord | 18 | rateSelector
          PathRecord | 19 | rate
          PathRecord | 20 | packetLifeTimeSelector
          PathRecord | 21 | packetLifeTime
          MCMemberRecord | 0 | mgid
          MCMemberRecord | 1 | portGid
          MCMemberRecord | 2 | qKey
          MCMemberRecord | 3 | mlid
          MCMemberRecord | 4 | mtuSelector
          MCMemberRecord | 7 | pKey
          MCMemberRecord | 12 | sl
          MCMemberRecord | 15 | scope
          MCMemberRecord | 16 | joinState
          MCMemberRecord | 17 | proxyJoin
          MultiPathRecord | 5 | reversible
          MultiPathRecord | 6 | numbPath
          MultiPathRecord | 8 | qosClass
          MultiPathRecord | 15 | packetLifeTime
          MultiPathRecord | 16 | serviceId8Msb
          MultiPathRecord | 17 | independenceSelector
          MultiPathRecord | 19 | sgidCount
          MultiPathRecord | 20 | dgidCount
          MultiPathRecord | 21 | serviceId56Lsb
          """)
  void shouldNumberComponentsAsIbaDoes(String record, int bit, String component) {
    assertThat(layout(record).field(component).mask()).isEqualTo(1L << bit);
  }

  @Test
  void shouldNumberEveryElementOfArraysThatAreSelectedByElement() {
    Field guid = layout("GUIDInfoRecord").field("guidInfo.guidBlock");

    assertThat(guid.mask()).isEqualTo(0xFF0);
    assertThat(guid.mask(7)).isEqualTo(1 << 11);
    assertThat(ServiceRecord.SERVICE_DATA8.mask(0)).isEqualTo(1L << 7);
    assertThat(ServiceRecord.SERVICE_DATA16.mask(0)).isEqualTo(1L << 23);
    assertThat(ServiceRecord.SERVICE_DATA32.mask(3)).isEqualTo(1L << 34);
    assertThat(ServiceRecord.SERVICE_DATA64.mask()).isEqualTo(3L << 35);
  }

  @ParameterizedTest
  @FieldSource("LAYOUTS")
  void shouldMatchWhateverAnEmptyMaskSelects(AttributeLayout layout) {
    byte[] zeros = new byte[layout.bytes()];
    byte[] random = Accessors.randomBytes(layout, 7);

    assertThat(RecordMatcher.matches(layout, zeros, 0, random, 0, 0)).isTrue();
  }

  /** A naive twin: one bit of the record is flipped; only the mask of its owner may notice. */
  @Property(tries = 500)
  void shouldNoticeADifferenceExactlyWhereTheMaskSelectsIt(
      @ForAll long seed, @ForAll long componentMask) {
    Random random = new Random(seed);
    AttributeLayout layout = LAYOUTS.get(random.nextInt(LAYOUTS.size()));
    byte[] query = Accessors.randomBytes(layout, seed);
    byte[] record = query.clone();
    int bit = random.nextInt(layout.bytes() * 8);
    record[bit / 8] ^= (byte) (0x80 >>> (bit % 8));

    boolean selected = false;
    for (Field field : layout.fields()) {
      for (int index = 0; index < field.count(); index++) {
        int from = field.bit() + index * field.stride();
        int component = field.component() + index * field.componentStep();
        selected |=
            !field.isReserved()
                && bit >= from
                && bit < from + field.bits()
                && component < 64
                && (componentMask >>> component & 1) == 1;
      }
    }

    assertThat(RecordMatcher.matches(layout, record, 0, query, 0, componentMask))
        .isEqualTo(!selected);
    assertThat(RecordMatcher.matches(layout, query, 0, query, 0, componentMask)).isTrue();
  }

  @Test
  void shouldCompareRecordsWhereverTheyLie() {
    byte[] table = new byte[300];
    PathRecord.in(table, 72).dgid(new Gid(1, 2)).dlid(5).slid(9);
    PathRecord query = new PathRecord().dgid(new Gid(1, 2)).slid(8);
    long mask = PathRecord.DGID.mask();

    assertThat(RecordMatcher.matches(PathRecord.LAYOUT, table, 72, query.bytes(), 0, mask))
        .isTrue();
    assertThat(
            RecordMatcher.matches(PathRecord.in(table, 72), query, mask | PathRecord.SLID.mask()))
        .isFalse();
  }

  @Test
  void shouldRefuseToCompareDifferentKindsOfRecord() {
    AttributeView link = new LinkRecord();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordMatcher.matches(new PathRecord(), link, 1))
        .withMessage("a LinkRecord is no PathRecord");
  }

  @Test
  void shouldSplitTheServiceIdIntoItsTwoComponents() {
    PathRecord path = new PathRecord().serviceId(0x8877_6655_4433_2211L);
    MultiPathRecord multi = new MultiPathRecord().serviceId(0x8877_6655_4433_2211L);

    assertThat(path.serviceId()).isEqualTo(0x8877_6655_4433_2211L);
    assertThat(path.serviceId8Msb()).isEqualTo(0x88);
    assertThat(multi.serviceId()).isEqualTo(0x8877_6655_4433_2211L);
    assertThat(multi.bytes()[13]).isEqualTo((byte) 0x88);
    assertThat(multi.bytes()[17]).isEqualTo((byte) 0x77);
  }
}
