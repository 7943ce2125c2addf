package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.MulticastRow;
import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.CapabilityMask2;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.attribute.VlArbitrationTable;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.LinearForwardingTableRecord;
import io.dateline.mad.sa.LinkRecord;
import io.dateline.mad.sa.MulticastForwardingTableRecord;
import io.dateline.mad.sa.NodeRecord;
import io.dateline.mad.sa.PKeyTableRecord;
import io.dateline.mad.sa.PortInfoRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.SlToVlMappingTableRecord;
import io.dateline.mad.sa.SmInfoRecord;
import io.dateline.mad.sa.SwitchInfoRecord;
import io.dateline.mad.sa.VlArbitrationTableRecord;
import io.dateline.sm.subnet.SubnetView;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Records of each attribute but PathRecord (IBA Vol 1, 15.2.5), over two switches in a row with two
 * hosts each: switches have LIDs 1 and 2, ports 1 to 4; hosts have LIDs 3 to 6.
 *
 * <p>Long because there is a test for each attribute, and all ask the same subnet.
 */
class RecordSourcesTest {
  private static final long TRUSTED = SaSettings.DEFAULTS.saKey().getAsLong();

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);

  @Test
  void shouldGiveOneNodeRecordAnEndPort() {
    List<NodeRecord> records = Ask.table(AttributeId.NODE_RECORD).recordsIn(view(), NodeRecord::in);
    assertThat(records).extracting(NodeRecord::lid).containsExactly(3, 4, 5, 6, 1, 2);
    assertThat(records)
        .extracting(record -> record.nodeDescription().nodeString())
        .containsExactly("host 0", "host 1", "host 2", "host 3", "switch 0", "switch 1");
    assertThat(records)
        .extracting(record -> record.nodeInfo().localPortNum())
        .containsExactly(1, 1, 1, 1, 0, 0);
    assertThat(records.getFirst().nodeInfo().portGuid()).isEqualTo(0x1001);
    assertThat(records.getFirst().nodeInfo().vendorId()).isEqualTo(0x2c9);
  }

  @Test
  void shouldGiveEachPortOfAChannelAdapterItsOwnNodeRecord() {
    Fabric.Builder fabric = new Fabric.Builder();
    Fabric.NodeDraft node = fabric.node(NodeType.SWITCH, 0x10, 4);
    Fabric.NodeDraft host = fabric.node(NodeType.CA, 0x100, 3);
    fabric.link(node, 1, host, 1, LinkWidth.X4, LinkSpeed.EDR);
    fabric.link(node, 2, host, 3, LinkWidth.X4, LinkSpeed.EDR);
    SubnetView twoPorts = SubnetViewBuilder.of(fabric.build()).build();
    List<NodeRecord> records =
        Ask.table(AttributeId.NODE_RECORD)
            .with(NodeRecord.LAYOUT.field("nodeInfo.nodeGuid"), 0x100)
            .recordsIn(twoPorts, NodeRecord::in);
    assertThat(records).extracting(NodeRecord::lid).containsExactly(2, 3);
    assertThat(records).extracting(r -> r.nodeInfo().portGuid()).containsExactly(0x101L, 0x103L);
    assertThat(records).extracting(r -> r.nodeInfo().localPortNum()).containsExactly(1, 3);
  }

  @Test
  void shouldFindNodesByEveryKindOfComponent() {
    assertThat(nodeLids(node("nodeInfo.nodeGuid"), 0x1010)).containsExactly(4);
    assertThat(nodeLids(node("nodeInfo.portGuid"), 0x1011)).containsExactly(4);
    assertThat(nodeLids(node("nodeInfo.nodeType"), 2)).containsExactly(1, 2);
    assertThat(nodeLids(node("nodeInfo.numPorts"), 1)).containsExactly(3, 4, 5, 6);
    assertThat(nodeLids(node("nodeInfo.systemImageGuid"), 0x11)).containsExactly(2);
    assertThat(
            Ask.table(AttributeId.NODE_RECORD)
                .with(node("nodeDescription.nodeString"), "host 3")
                .recordsIn(view(), NodeRecord::in))
        .extracting(NodeRecord::lid)
        .containsExactly(6);
  }

  @Test
  void shouldRequireEveryComponentAskedFor() {
    Ask ask = Ask.table(AttributeId.NODE_RECORD).with(NodeRecord.LID, 3);
    assertThat(ask.with(node("nodeInfo.nodeType"), 2).recordsIn(view(), NodeRecord::in)).isEmpty();
    assertThat(ask.with(node("nodeInfo.nodeType"), 1).recordsIn(view(), NodeRecord::in)).hasSize(1);
  }

  @Test
  void shouldFindAPortByAnyOfItsLids() {
    SubnetView many = builder.lmc(2).build(); // hosts from LID 4 on
    assertThat(
            Ask.get(AttributeId.NODE_RECORD)
                .with(NodeRecord.LID, 10)
                .recordsIn(many, NodeRecord::in))
        .extracting(NodeRecord::lid)
        .containsExactly(8);
  }

  @Test
  void shouldLeaveOutPortsWithoutLid() {
    SubnetView view = builder.withoutLid(builder.host(1)).build();
    assertThat(Ask.table(AttributeId.NODE_RECORD).recordsIn(view, NodeRecord::in)).hasSize(5);
    assertThat(Ask.table(AttributeId.LINK_RECORD).recordsIn(view, LinkRecord::in)).hasSize(8);
    assertThat(
            Ask.get(AttributeId.NODE_RECORD).with(node("nodeInfo.portGuid"), 0x1011).statusIn(view))
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldCutADescriptionThatDoesNotFit() {
    Fabric.Builder fabric = new Fabric.Builder();
    Fabric.NodeDraft node = fabric.node(NodeType.SWITCH, 0x10, 4);
    node.description("\uFFFD".repeat(64)); // 3 bytes each
    SubnetView view = SubnetViewBuilder.of(fabric.build()).build();
    assertThat(Ask.get(AttributeId.NODE_RECORD).in(view).records())
        .hasSize(112)
        .endsWith(0, 0, 0, 0);
  }

  @Test
  void shouldGiveEveryPortOfASwitchAPortInfoRecord() {
    List<PortInfoRecord> records =
        Ask.table(AttributeId.PORT_INFO_RECORD)
            .with(PortInfoRecord.ENDPORT_LID, 2)
            .recordsIn(view(), PortInfoRecord::in);
    assertThat(records).extracting(PortInfoRecord::portNum).containsExactly(0, 1, 2, 3, 4);
    assertThat(records).extracting(PortInfoRecord::endportLid).containsOnly(2);
    assertThat(records).extracting(r -> r.portInfo().portState()).containsExactly(4, 4, 1, 4, 4);
    assertThat(Ask.table(AttributeId.PORT_INFO_RECORD).in(view()).recordCount()).isEqualTo(14);
  }

  @Test
  void shouldGetOnePortOfASwitch() {
    assertThat(
            Ask.get(AttributeId.PORT_INFO_RECORD)
                .with(PortInfoRecord.ENDPORT_LID, 1)
                .with(PortInfoRecord.PORT_NUM, 2)
                .recordsIn(view(), PortInfoRecord::in))
        .singleElement()
        .satisfies(record -> assertThat(record.portInfo().linkWidthActive()).isEqualTo(2));
  }

  @Test
  void shouldLeaveOutPortsThatWereNeverRead() {
    builder.attributes.portInfo()[builder.switchPort(0, 4)] = null;
    assertThat(Ask.table(AttributeId.PORT_INFO_RECORD).in(view()).recordCount()).isEqualTo(13);
  }

  @Test
  void shouldShowMKeysToTrustedRequestersOnly() {
    builder.portInfo(builder.host(0)).mKey(0x1234);
    Ask ask = Ask.get(AttributeId.PORT_INFO_RECORD).with(PortInfoRecord.ENDPORT_LID, 3);
    assertThat(ask.recordsIn(view(), PortInfoRecord::in))
        .extracting(record -> record.portInfo().mKey())
        .containsExactly(0L);
    assertThat(ask.smKey(TRUSTED).recordsIn(view(), PortInfoRecord::in))
        .extracting(record -> record.portInfo().mKey())
        .containsExactly(0x1234L);
    assertThat(builder.portInfo(builder.host(0)).mKey()).as("the view itself").isEqualTo(0x1234);
  }

  @Test
  void shouldNotLetMKeysBeGuessed() {
    builder.portInfo(builder.host(0)).mKey(0x1234);
    Ask ask =
        Ask.table(AttributeId.PORT_INFO_RECORD)
            .with(PortInfoRecord.LAYOUT.field("portInfo.mKey"), 0x1234);
    assertThat(ask.recordsIn(view(), PortInfoRecord::in)).isEmpty();
    assertThat(ask.smKey(TRUSTED).recordsIn(view(), PortInfoRecord::in)).hasSize(1);
  }

  @Test
  void shouldMatchCapabilitiesBitByBitWhenTheModifierSaysSo() {
    Field capabilities = PortInfoRecord.LAYOUT.field("portInfo.capabilityMask");
    builder
        .portInfo(builder.host(1))
        .capabilityMask(CapabilityMask.IS_SM | CapabilityMask.IS_TRAP_SUPPORTED);
    Ask ask = Ask.table(AttributeId.PORT_INFO_RECORD).with(capabilities, CapabilityMask.IS_SM);
    assertThat(ask.recordsIn(view(), PortInfoRecord::in)).as("equal").isEmpty();
    assertThat(ask.modifier(1 << 31).recordsIn(view(), PortInfoRecord::in))
        .extracting(PortInfoRecord::endportLid)
        .containsExactly(4);
  }

  @Test
  void shouldMatchTheSecondMaskOfCapabilitiesInTheSameWay() {
    Field capabilities = PortInfoRecord.LAYOUT.field("portInfo.capabilityMask2");
    builder
        .portInfo(builder.host(1))
        .capabilityMask2(
            CapabilityMask2.IS_LINK_WIDTH_2X_SUPPORTED
                | CapabilityMask2.IS_SWITCH_PORT_STATE_TABLE_SUPPORTED);
    Ask ask =
        Ask.table(AttributeId.PORT_INFO_RECORD)
            .with(capabilities, CapabilityMask2.IS_SWITCH_PORT_STATE_TABLE_SUPPORTED);
    assertThat(ask.recordsIn(view(), PortInfoRecord::in)).as("equal").isEmpty();
    assertThat(ask.modifier(1 << 31).recordsIn(view(), PortInfoRecord::in))
        .extracting(PortInfoRecord::endportLid)
        .containsExactly(4);
  }

  /** They say how a record is to be told, and are no property of a port. */
  @Test
  void shouldFindAndTellPortsWhateverTheOptions() {
    Ask all = Ask.table(AttributeId.PORT_INFO_RECORD);
    int count = all.in(view()).recordCount();
    builder.portInfo(builder.host(1)).linkSpeedActive(1).linkSpeedExtActive(2);
    for (int options : new int[] {0, 0x80, 0x7F}) {
      Ask ask = Ask.table(AttributeId.PORT_INFO_RECORD).with(PortInfoRecord.OPTIONS, options);
      List<PortInfoRecord> records = ask.recordsIn(view(), PortInfoRecord::in);
      assertThat(records).hasSize(count).allMatch(record -> record.options() == options);
      assertThat(records.get(11).portInfo().linkSpeedActive())
          .as("QDR to those that know no extended speeds")
          .isEqualTo(options == 0x80 ? 1 : 5);
    }
    assertThat(all.recordsIn(view(), PortInfoRecord::in).get(11))
        .satisfies(record -> assertThat(record.portInfo().linkSpeedActive()).isEqualTo(5));
    assertThat(builder.portInfo(builder.host(1)).linkSpeedActive()).as("the view").isEqualTo(1);
  }

  /** The sweep has read it before the switch was told its tables. */
  @Test
  void shouldTellTheTopsThatASwitchWasTold() {
    builder
        .portInfo(builder.switchPort(0, 0))
        .capabilityMask(CapabilityMask.IS_MULTICAST_FDB_TOP_SUPPORTED);
    for (int node = 0; node < 2; node++) {
      SwitchInfo.of(builder.attributes.switchInfo()[node])
          .multicastFdbCap(1024)
          .linearFdbTop(3)
          .multicastFdbTop(0x1234);
    }
    MulticastRow row = new MulticastRow.Builder().set(0xC021, 1).build();
    SubnetView view = builder.multicast(0x10, row).multicast(0x11, row).build();
    List<SwitchInfoRecord> records =
        Ask.table(AttributeId.SWITCH_INFO_RECORD).recordsIn(view, SwitchInfoRecord::in);
    assertThat(records).extracting(r -> r.switchInfo().linearFdbTop()).containsOnly(6);
    assertThat(records)
        .as("the second switch does not look at it")
        .extracting(r -> r.switchInfo().multicastFdbTop())
        .containsExactly(0xC03F, 0x1234);
  }

  @Test
  void shouldGiveSwitchInfoOfSwitchesOnly() {
    assertThat(Ask.table(AttributeId.SWITCH_INFO_RECORD).recordsIn(view(), SwitchInfoRecord::in))
        .extracting(SwitchInfoRecord::lid)
        .containsExactly(1, 2);
    assertThat(
            Ask.get(AttributeId.SWITCH_INFO_RECORD)
                .with(SwitchInfoRecord.LID, 2)
                .in(view())
                .records())
        .hasSize(24);
    assertThat(
            Ask.get(AttributeId.SWITCH_INFO_RECORD).with(SwitchInfoRecord.LID, 3).statusIn(view()))
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldGiveBothDirectionsOfEveryLink() {
    assertThat(Ask.table(AttributeId.LINK_RECORD).recordsIn(view(), LinkRecord::in))
        .extracting(RecordSourcesTest::text)
        .containsExactly(
            "1/2-2/1", "1/3-3/1", "1/4-4/1", "2/1-1/2", "2/3-5/1", "2/4-6/1", "3/1-1/3", "4/1-1/4",
            "5/1-2/3", "6/1-2/4");
  }

  @Test
  void shouldFindLinksByEitherEnd() {
    assertThat(links(Ask.table(AttributeId.LINK_RECORD).with(LinkRecord.FROM_LID, 2)))
        .containsExactly("2/1-1/2", "2/3-5/1", "2/4-6/1");
    assertThat(links(Ask.table(AttributeId.LINK_RECORD).with(LinkRecord.TO_LID, 2)))
        .containsExactly("1/2-2/1", "5/1-2/3", "6/1-2/4");
    assertThat(
            links(
                Ask.table(AttributeId.LINK_RECORD)
                    .with(LinkRecord.FROM_LID, 1)
                    .with(LinkRecord.TO_LID, 4)))
        .containsExactly("1/4-4/1");
    assertThat(
            links(
                Ask.table(AttributeId.LINK_RECORD)
                    .with(LinkRecord.TO_LID, 2)
                    .with(LinkRecord.TO_PORT, 3)))
        .containsExactly("5/1-2/3");
    assertThat(links(Ask.table(AttributeId.LINK_RECORD).with(LinkRecord.TO_LID, 99))).isEmpty();
  }

  @Test
  void shouldGiveEachOfSeveralParallelLinksOnce() {
    Fabric.Builder fabric = new Fabric.Builder();
    Fabric.NodeDraft a = fabric.node(NodeType.SWITCH, 1, 2);
    Fabric.NodeDraft b = fabric.node(NodeType.SWITCH, 2, 2);
    fabric.link(a, 1, b, 2, LinkWidth.X4, LinkSpeed.EDR);
    fabric.link(a, 2, b, 1, LinkWidth.X4, LinkSpeed.EDR);
    SubnetView parallel = SubnetViewBuilder.of(fabric.build()).build();
    assertThat(
            Ask.table(AttributeId.LINK_RECORD)
                .with(LinkRecord.TO_LID, 1)
                .recordsIn(parallel, LinkRecord::in))
        .extracting(RecordSourcesTest::text)
        .containsExactly("2/1-1/2", "2/2-1/1");
  }

  @Test
  void shouldGiveForwardingTablesByBlock() {
    SubnetView view = SubnetViewBuilder.row(1, 70).build(); // LIDs 1 to 71
    List<LinearForwardingTableRecord> records =
        Ask.table(AttributeId.LINEAR_FORWARDING_TABLE_RECORD)
            .recordsIn(view, LinearForwardingTableRecord::in);
    assertThat(records).extracting(LinearForwardingTableRecord::blockNum).containsExactly(0, 1);
    ForwardingTables tables = view.routing().tables();
    assertThat(records.get(1).linearForwardingTable().bytes())
        .isEqualTo(Arrays.copyOfRange(tables.row(0), 64, 128));
    assertThat(
            Ask.get(AttributeId.LINEAR_FORWARDING_TABLE_RECORD)
                .with(LinearForwardingTableRecord.LID, 1)
                .with(LinearForwardingTableRecord.BLOCK_NUM, 1)
                .recordsIn(view, LinearForwardingTableRecord::in))
        .containsExactly(records.get(1));
    assertThat(
            Ask.get(AttributeId.LINEAR_FORWARDING_TABLE_RECORD)
                .with(LinearForwardingTableRecord.LID, 1)
                .with(LinearForwardingTableRecord.BLOCK_NUM, 0xFFFF)
                .statusIn(view))
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldGiveNoMulticastTablesWhileThereAreNoGroups() {
    assertThat(
            Ask.table(AttributeId.MULTICAST_FORWARDING_TABLE_RECORD)
                .recordsIn(view(), MulticastForwardingTableRecord::in))
        .isEmpty();
  }

  @Test
  void shouldGiveMulticastTablesByBlockAndPosition() {
    SubnetViewBuilder row = SubnetViewBuilder.row(2, 1);
    long guid = row.build().fabric().nodeGuid(1);
    MulticastRow entries =
        new MulticastRow.Builder().set(0xC001, 1).set(0xC021, 2).set(0xC021, 17).build();
    SubnetView view = row.multicast(guid, entries).build();
    List<MulticastForwardingTableRecord> records =
        Ask.table(AttributeId.MULTICAST_FORWARDING_TABLE_RECORD)
            .recordsIn(view, MulticastForwardingTableRecord::in);
    assertThat(records)
        .extracting(
            record ->
                record.lid()
                    + " "
                    + record.blockNum()
                    + "/"
                    + record.position()
                    + " "
                    + record.multicastForwardingTable().portMaskBlock(1))
        .containsExactly("2 0/0 2", "2 1/0 4", "2 1/1 2");
    assertThat(
            Ask.get(AttributeId.MULTICAST_FORWARDING_TABLE_RECORD)
                .with(MulticastForwardingTableRecord.LID, 2)
                .with(MulticastForwardingTableRecord.BLOCK_NUM, 1)
                .with(MulticastForwardingTableRecord.POSITION, 1)
                .recordsIn(view, MulticastForwardingTableRecord::in))
        .containsExactly(records.get(2));
  }

  @Test
  void shouldNameTheSubnetManagersWithoutTheirKeys() {
    builder.manager(
        builder.host(2), new SmInfo().guid(0x1021).smKey(5).priority(9).smState(3).bytes());
    builder.manager(builder.host(0), new SmInfo().guid(0x1001).priority(9).smState(2).bytes());
    List<SmInfoRecord> records =
        Ask.table(AttributeId.SM_INFO_RECORD).recordsIn(view(), SmInfoRecord::in);
    assertThat(records).extracting(SmInfoRecord::lid).containsExactly(5, 3);
    assertThat(records.get(0).smInfo().smKey()).isZero();
    assertThat(records.get(0).smInfo().guid()).isEqualTo(0x1021);
    Field state = SmInfoRecord.LAYOUT.field("smInfo.smState");
    assertThat(
            Ask.get(AttributeId.SM_INFO_RECORD).with(state, 2).recordsIn(view(), SmInfoRecord::in))
        .extracting(SmInfoRecord::lid)
        .containsExactly(3);
    assertThat(Ask.get(AttributeId.SM_INFO_RECORD).with(SmInfoRecord.LID, 5).statusIn(view()))
        .isZero();
    assertThat(Ask.get(AttributeId.SM_INFO_RECORD).with(SmInfoRecord.LID, 1).statusIn(view()))
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldShowPKeyTablesToTrustedRequestersOnly() {
    short[] table = new short[64];
    table[0] = (short) 0xFFFF;
    table[33] = (short) 0x8001;
    builder.attributes.pKeys()[builder.host(0)] = table;
    Ask ask = Ask.table(AttributeId.P_KEY_TABLE_RECORD).with(PKeyTableRecord.LID, 3);
    assertThat(ask.statusIn(view())).isEqualTo(SaStatus.REQ_INVALID);
    List<PKeyTableRecord> records = ask.smKey(TRUSTED).recordsIn(view(), PKeyTableRecord::in);
    assertThat(records).extracting(PKeyTableRecord::blockNum).containsExactly(0, 1);
    assertThat(records).extracting(PKeyTableRecord::portNum).containsExactly(1, 1);
    assertThat(records.get(0).pKeyTable().pKeyBlock(0)).isEqualTo(0xFFFF);
    assertThat(records.get(1).pKeyTable().pKeyBlock(1)).isEqualTo(0x8001);
  }

  @Test
  void shouldGiveAllBlocksOfAllPortsOfASwitchThatWereRead() {
    builder.attributes.pKeys()[builder.switchPort(1, 0)] = new short[] {(short) 0xFFFF};
    short[] table = new short[40];
    table[39] = (short) 0x8005;
    builder.attributes.pKeys()[builder.switchPort(1, 3)] = table;
    Ask ask = Ask.table(AttributeId.P_KEY_TABLE_RECORD).smKey(TRUSTED);
    List<PKeyTableRecord> records = ask.recordsIn(view(), PKeyTableRecord::in);
    assertThat(records)
        .extracting(r -> r.lid() + ":" + r.portNum() + "/" + r.blockNum())
        .containsExactly("2:0/0", "2:3/0", "2:3/1");
    assertThat(records.get(2).pKeyTable().pKeyBlock(7)).isEqualTo(0x8005);
    assertThat(
            Ask.get(AttributeId.P_KEY_TABLE_RECORD)
                .smKey(TRUSTED)
                .with(PKeyTableRecord.LID, 2)
                .with(PKeyTableRecord.PORT_NUM, 3)
                .with(PKeyTableRecord.BLOCK_NUM, 1)
                .recordsIn(view(), PKeyTableRecord::in))
        .containsExactly(records.get(2));
  }

  @Test
  void shouldGiveSlToVlOfEveryPairOfPortsOfASwitch() {
    byte[] rows = new byte[5 * 8];
    rows[3 * 8] = 0x12; // from port 3: SL 0 on VL 1, SL 1 on VL 2
    builder.attributes.slToVl()[builder.switchPort(0, 2)] = rows;
    builder.attributes.slToVl()[builder.host(0)] = new byte[8];
    assertThat(
            Ask.table(AttributeId.SL_TO_VL_MAPPING_TABLE_RECORD)
                .recordsIn(view(), SlToVlMappingTableRecord::in))
        .extracting(r -> r.lid() + ":" + r.inputPortNum() + ">" + r.outputPortNum())
        .containsExactly("1:0>2", "1:1>2", "1:2>2", "1:3>2", "1:4>2", "3:0>1");
    assertThat(
            Ask.get(AttributeId.SL_TO_VL_MAPPING_TABLE_RECORD)
                .with(SlToVlMappingTableRecord.LID, 1)
                .with(SlToVlMappingTableRecord.INPUT_PORT_NUM, 3)
                .with(SlToVlMappingTableRecord.OUTPUT_PORT_NUM, 2)
                .recordsIn(view(), SlToVlMappingTableRecord::in))
        .singleElement()
        .satisfies(r -> assertThat(r.slToVlMappingTable().slToVl(1)).isEqualTo(2));
  }

  @Test
  void shouldGiveTheArbitrationBlocksThatAPortHas() {
    byte[] blocks = new byte[4 * 64];
    for (int block = 0; block < 4; block++) {
      VlArbitrationTable.in(blocks, block * 64).weight(0, block + 10);
    }
    builder.attributes.vlArbitration()[builder.host(0)] = blocks;
    List<VlArbitrationTableRecord> records =
        Ask.table(AttributeId.VL_ARBITRATION_TABLE_RECORD)
            .recordsIn(view(), VlArbitrationTableRecord::in);
    assertThat(records)
        .as("low table of 64 entries, high table of 32")
        .extracting(VlArbitrationTableRecord::blockNum)
        .containsExactly(1, 2, 3);
    assertThat(records)
        .extracting(record -> record.vlArbitrationTable().weight(0))
        .containsExactly(10, 11, 12);
  }

  @Test
  void shouldGiveGuidsOfAPortItsOwnFirst() {
    builder.attributes.guidInfo()[builder.host(1)] =
        new GuidInfo().guidBlock(0, 0x1011).guidBlock(1, 0xAB).bytes();
    List<GuidInfoRecord> records =
        Ask.table(AttributeId.GUID_INFO_RECORD).recordsIn(view(), GuidInfoRecord::in);
    assertThat(records).hasSize(6);
    assertThat(records.get(2).guidInfo().guidBlock(0)).as("never read").isEqualTo(0x1001);
    assertThat(records.get(3).guidInfo().guidBlock(1)).isEqualTo(0xAB);
    assertThat(
            Ask.get(AttributeId.GUID_INFO_RECORD)
                .with(GuidInfoRecord.LID, 3)
                .with(GuidInfoRecord.BLOCK_NUM, 1)
                .statusIn(view()))
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldWithholdWhatBelongsToOtherPartitions() {
    builder.pKeys(builder.host(0), 0x8001).pKeys(builder.host(1), 0x8001, 0xFFFF);
    SubnetView view = view();
    assertThat(nodeLidsFor(view, 3)).as("shares 0x0001 with LID 4").containsExactly(3, 4);
    assertThat(nodeLidsFor(view, 5)).as("default partition").containsExactly(4, 5, 6, 1, 2);
    assertThat(Ask.records(Ask.table(AttributeId.LINK_RECORD).in(view, 5), LinkRecord::in))
        .extracting(LinkRecord::fromLid)
        .doesNotContain(3);
    assertThat(Ask.records(Ask.table(AttributeId.LINK_RECORD).in(view, 5), LinkRecord::in))
        .extracting(LinkRecord::toLid)
        .doesNotContain(3);
    assertThat(Ask.get(AttributeId.NODE_RECORD).with(NodeRecord.LID, 3).in(view, 5).status())
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldNotLetLimitedMembersSeeEachOther() {
    builder.pKeys(builder.host(0), 0x7FFF).pKeys(builder.host(1), 0x7FFF);
    assertThat(nodeLidsFor(view(), 3)).containsExactly(3, 5, 6, 1, 2);
  }

  private SubnetView view() {
    return builder.build();
  }

  private static Field node(String component) {
    return NodeRecord.LAYOUT.field(component);
  }

  private List<Integer> nodeLids(Field component, long value) {
    return Ask.table(AttributeId.NODE_RECORD)
        .with(component, value)
        .recordsIn(view(), NodeRecord::in)
        .stream()
        .map(NodeRecord::lid)
        .toList();
  }

  private static List<Integer> nodeLidsFor(SubnetView view, int requesterLid) {
    return Ask.records(Ask.table(AttributeId.NODE_RECORD).in(view, requesterLid), NodeRecord::in)
        .stream()
        .map(NodeRecord::lid)
        .toList();
  }

  private List<String> links(Ask ask) {
    return ask.recordsIn(view(), LinkRecord::in).stream().map(RecordSourcesTest::text).toList();
  }

  private static String text(LinkRecord link) {
    return "%d/%d-%d/%d".formatted(link.fromLid(), link.fromPort(), link.toLid(), link.toPort());
  }
}
