package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.LinkSpeeds;
import io.dateline.mad.attribute.Mtu;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;
import io.dateline.sm.registration.Register;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PathRecord (IBA Vol 1, 15.2.5.16) over three switches in a row with two hosts each: switches have
 * LIDs 1 to 3, hosts 4 to 9, port GUIDs 0x1001, 0x1011 ...; the requester is LID 4.
 *
 * <p>Long because each component of the attribute has its own tests.
 */
class PathRecordsTest {
  private static final long PREFIX = SubnetViewBuilder.PREFIX;
  private static final int RATE_100 = 16;
  private static final int RATE_80 = 9;
  private static final int RATE_40 = 7;

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(3, 2);

  @Test
  void shouldDescribeThePathBetweenTwoLids() {
    PathRecord path = only(between(4, 9));
    assertThat(path.slid()).isEqualTo(4);
    assertThat(path.dlid()).isEqualTo(9);
    assertThat(path.sgid()).isEqualTo(new Gid(PREFIX, 0x1001));
    assertThat(path.dgid()).isEqualTo(new Gid(PREFIX, 0x1051));
    assertThat(path.mtuSelector()).isEqualTo(Selector.EXACTLY);
    assertThat(path.mtu()).isEqualTo(Mtu.MTU_4096);
    assertThat(path.rateSelector()).isEqualTo(Selector.EXACTLY);
    assertThat(path.rate()).isEqualTo(RATE_100);
    assertThat(path.packetLifeTimeSelector()).isEqualTo(Selector.EXACTLY);
    assertThat(path.packetLifeTime()).isEqualTo(SubnetViewBuilder.SUBNET_TIMEOUT_CODE);
    assertThat(path.pKey()).isEqualTo(0xFFFF);
    assertThat(path.sl()).isZero();
    assertThat(path.reversible()).isTrue();
    assertThat(path.hopLimit()).isZero();
    assertThat(path.preference()).isZero();
  }

  /** A path that packets may come back by has a rate that both ends know. */
  @Test
  void shouldOfferARateThatBothEndsKnow() {
    int old = view().fabric().endPortByGuid(0x1051); // LID 9
    builder.portInfo(old).capabilityMask(0);
    assertThat(only(between(4, 9)).rate()).isEqualTo(RATE_80);
    assertThat(only(between(9, 4)).rate()).isEqualTo(RATE_80);
    assertThat(only(between(4, 8)).rate()).isEqualTo(RATE_100);
  }

  /** A path to itself crosses no link. */
  @Test
  void shouldGiveASwitchsPathToItselfTheRateOfItsPort0OrOfItsFastestLink() {
    assertThat(only(between(2, 2)).rate()).isEqualTo(RATE_100);
    assertThat(only(between(2, 2)).packetLifeTime()).isZero();
    LinkSpeeds.width(builder.portInfo(builder.switchPort(1, 0)), LinkWidth.X4);
    LinkSpeeds.speed(builder.portInfo(builder.switchPort(1, 0)), LinkSpeed.QDR);
    assertThat(only(between(2, 2)).rate()).isEqualTo(RATE_40);
    assertThat(only(between(2, 9)).rate()).as("port 0 is no link").isEqualTo(RATE_100);
  }

  @Test
  void shouldTakeLidsAndGidsInAnyMix() {
    List<UnaryOperator<Ask>> sources =
        List.of(
            ask -> ask.with(PathRecord.SLID, 4),
            ask -> ask.with(PathRecord.SGID, PREFIX, 0x1001),
            ask -> ask.with(PathRecord.SLID, 4).with(PathRecord.SGID, PREFIX, 0x1001));
    List<UnaryOperator<Ask>> destinations =
        List.of(
            ask -> ask.with(PathRecord.DLID, 9),
            ask -> ask.with(PathRecord.DGID, PREFIX, 0x1051),
            ask -> ask.with(PathRecord.DLID, 9).with(PathRecord.DGID, PREFIX, 0x1051));
    PathRecord expected = only(between(4, 9));
    for (UnaryOperator<Ask> source : sources) {
      for (UnaryOperator<Ask> destination : destinations) {
        assertThat(only(destination.apply(source.apply(get())))).isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldTakeTheDefaultPrefixOnAnySubnet() {
    SubnetView view = builder.prefix(0xFEC0_0000_0000_0001L).build();
    Ask ask = get().with(PathRecord.SLID, 4).with(PathRecord.DGID, Gid.DEFAULT_PREFIX, 0x1051);
    assertThat(ask.recordsIn(view, PathRecord::in))
        .extracting(PathRecord::dgid)
        .containsExactly(new Gid(0xFEC0_0000_0000_0001L, 0x1051));
  }

  @Test
  void shouldCallAForeignPrefixInvalid() {
    assertThat(get().with(PathRecord.SLID, 4).with(PathRecord.DGID, 0xFEC1L << 48, 1).in(view(), 4))
        .extracting(SaAnswer.Reply::status)
        .isEqualTo(SaStatus.REQ_INVALID_GID);
    assertThat(status(table().with(PathRecord.SGID, 0xFEC1L << 48, 0x1001)))
        .isEqualTo(SaStatus.REQ_INVALID_GID);
  }

  @Test
  void shouldFindNoPathWhenLidAndGidNameDifferentPorts() {
    assertThat(status(between(4, 9).with(PathRecord.SGID, PREFIX, 0x1011)))
        .isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(4, 9).with(PathRecord.DGID, PREFIX, 0x1041)))
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldFindNoPathToUnknownEnds() {
    assertThat(status(between(4, 99))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(0, 9))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(get().with(PathRecord.SLID, 4).with(PathRecord.DGID, PREFIX, 0xDEAD)))
        .isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(get().with(PathRecord.SLID, 4).with(PathRecord.DGID, PREFIX, 0x1000)))
        .as("a CA's node GUID is no port")
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldFindNoPathToGroups() {
    assertThat(status(get().with(PathRecord.SLID, 4).with(PathRecord.DGID, 0xFF12L << 48, 1)))
        .isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(4, 0xC000))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldGivePathsToEveryPortWhenOneEndIsMissing() {
    assertThat(paths(table().with(PathRecord.SLID, 4)))
        .containsExactly("4-1", "4-2", "4-3", "4-4", "4-5", "4-6", "4-7", "4-8", "4-9");
    assertThat(paths(table().with(PathRecord.DGID, PREFIX, 0x1001)))
        .containsExactly("1-4", "2-4", "3-4", "4-4", "5-4", "6-4", "7-4", "8-4", "9-4");
  }

  @Test
  void shouldGiveAllPathsWhenNoEndIsGiven() {
    assertThat(paths(table())).hasSize(81).doesNotHaveDuplicates();
  }

  @Test
  void shouldGetTheFirstPathThatSuits() {
    assertThat(paths(get().with(PathRecord.SLID, 4))).containsExactly("4-1");
    assertThat(paths(get())).containsExactly("1-1");
  }

  @Test
  void shouldRefuseToLookAtMorePairsThanItsBound() {
    SubnetAdministration small =
        new SubnetAdministration(
            new SaSettings(
                () -> 1, 16, 80 * 64, 1, 80 * 64, true, () -> PrefixRoutes.NONE, () -> false));
    SaRequest everything = new SaRequest(table().mad(), 4);
    SaRequest row = new SaRequest(table().with(PathRecord.SLID, 4).mad(), 4);
    assertThat(((SaAnswer.Reply) small.respond(view(), Register.EMPTY, everything)).status())
        .isEqualTo(SaStatus.NO_RESOURCES);
    assertThat(((SaAnswer.Reply) small.respond(view(), Register.EMPTY, row)).recordCount())
        .isEqualTo(9);
  }

  @Test
  void shouldGiveAPathToOneselfThatLivesForNoTime() {
    for (int lid : new int[] {1, 4}) {
      PathRecord path = only(between(lid, lid));
      assertThat(path.packetLifeTime()).isZero();
      assertThat(path.reversible()).isTrue();
      assertThat(path.mtu()).isEqualTo(Mtu.MTU_4096);
    }
  }

  @Test
  void shouldGivePathsToAndFromSwitches() {
    assertThat(only(between(1, 3)).rate()).isEqualTo(RATE_100);
    assertThat(only(between(4, 3)).dgid()).isEqualTo(new Gid(PREFIX, 0x12));
    assertThat(only(between(3, 4)).sgid()).isEqualTo(new Gid(PREFIX, 0x12));
  }

  @Test
  void shouldOfferTheSmallestMtuOnTheWay() {
    builder.portInfo(builder.switchPort(0, 2)).neighborMtu(Mtu.MTU_1024);
    builder.portInfo(builder.switchPort(1, 1)).neighborMtu(Mtu.MTU_1024);
    assertThat(only(between(4, 9)).mtu()).isEqualTo(Mtu.MTU_1024);
    assertThat(only(between(4, 5)).mtu()).isEqualTo(Mtu.MTU_4096);
  }

  /** A routing is answered from before its new links are set up. */
  @Test
  void shouldNotGoByTheNeighborMtuOfALinkThatIsStillToBeSet() {
    for (int port : new int[] {builder.switchPort(0, 2), builder.switchPort(1, 1)}) {
      builder.portInfo(port).neighborMtu(Mtu.MTU_256).portState(PortState.INIT);
    }
    assertThat(only(between(4, 9)).mtu()).isEqualTo(Mtu.MTU_4096);
  }

  @Test
  void shouldNotGoByTheNeighborMtuOfAPortWithoutNeighbour() {
    builder.portInfo(builder.switchPort(0, 0)).neighborMtu(Mtu.MTU_256).mtuCap(Mtu.MTU_1024);
    assertThat(only(between(1, 4)).mtu()).isEqualTo(Mtu.MTU_1024);
    assertThat(only(between(4, 1)).mtu()).isEqualTo(Mtu.MTU_1024);
  }

  @Test
  void shouldOfferNoMoreThanTheReceiverCan() {
    builder.portInfo(builder.host(5)).mtuCap(Mtu.MTU_2048);
    assertThat(only(between(4, 9)).mtu()).isEqualTo(Mtu.MTU_2048);
    assertThat(only(between(9, 4)).mtu()).isEqualTo(Mtu.MTU_2048);
  }

  @Test
  void shouldGoByMtuCapWhereNeighborMtuIsNotSet() {
    for (int port = 0; port < builder.fabric.portCount(); port++) {
      if (builder.attributes.portInfo()[port] != null) {
        builder.portInfo(port).neighborMtu(0).mtuCap(Mtu.MTU_2048);
      }
    }
    assertThat(only(between(4, 9)).mtu()).isEqualTo(Mtu.MTU_2048);
  }

  @Test
  void shouldOfferTheSmallestMtuWherePortsWereNeverRead() {
    builder.attributes.portInfo()[builder.switchPort(0, 2)] = null;
    assertThat(only(between(4, 9)).mtu()).isEqualTo(Mtu.MTU_256);
  }

  @Test
  void shouldOfferTheRateOfTheSlowestLink() {
    Fabric.Builder fabric = new Fabric.Builder();
    Fabric.NodeDraft a = fabric.node(NodeType.SWITCH, 1, 4);
    Fabric.NodeDraft b = fabric.node(NodeType.SWITCH, 2, 4);
    Fabric.NodeDraft x = fabric.node(NodeType.CA, 0x10, 1);
    Fabric.NodeDraft y = fabric.node(NodeType.CA, 0x20, 1);
    fabric.link(a, 1, b, 1, LinkWidth.X4, LinkSpeed.QDR); // 40 Gb/s, code 7
    fabric.link(a, 2, x, 1, LinkWidth.X12, LinkSpeed.SDR); // 30 Gb/s, code 4
    fabric.link(b, 2, y, 1, LinkWidth.X12, LinkSpeed.QDR); // 120 Gb/s, code 10
    SubnetView view = SubnetViewBuilder.of(fabric.build()).build(); // LIDs 1 to 4
    assertThat(rate(view, 3, 4)).isEqualTo(4);
    assertThat(rate(view, 1, 4)).isEqualTo(7);
    assertThat(rate(view, 2, 4)).isEqualTo(10);
    assertThat(rate(view, 4, 4)).isEqualTo(10);
  }

  @Test
  void shouldConnectHostsWithoutASwitch() {
    Fabric.Builder fabric = new Fabric.Builder();
    Fabric.NodeDraft x = fabric.node(NodeType.CA, 0x10, 1);
    Fabric.NodeDraft y = fabric.node(NodeType.CA, 0x20, 1);
    fabric.link(x, 1, y, 1, LinkWidth.X4, LinkSpeed.QDR);
    SubnetView view = SubnetViewBuilder.of(fabric.build()).build();
    assertThat(rate(view, 1, 2)).isEqualTo(RATE_40);
  }

  @Test
  void shouldFindNoPathIntoABlackHole() {
    SubnetView view = builder.tables(tables -> tables.set(1, 9, ForwardingTables.NO_PORT)).build();
    assertThat(between(4, 9).in(view, 4).status()).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(between(4, 8).in(view, 4).status()).isZero();
  }

  @Test
  void shouldFindNoPathThatGoesRoundInCircles() {
    SubnetView view = builder.tables(tables -> tables.set(1, 9, 1)).build();
    assertThat(between(4, 9).in(view, 4).status()).isEqualTo(SaStatus.NO_RECORDS);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3, 77})
  void shouldFindNoPathThatEndsElsewhere(int portOfLastSwitch) {
    // port 0 is the switch itself, 2 is down, 3 is another host, 77 does not exist
    SubnetView view = builder.tables(tables -> tables.set(2, 9, portOfLastSwitch)).build();
    assertThat(between(4, 9).in(view, 4).status()).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldCountAPathOfSixtyFourSwitchesButNotOfMore() {
    SubnetViewBuilder row = SubnetViewBuilder.row(65, 1); // hosts have LIDs 66 to 130
    assertThat(between(66, 129).in(row.build(), 66).status()).isZero();
    assertThat(between(66, 130).in(row.build(), 66).status()).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldFindAReversiblePathWhereOneIsAskedFor() {
    assertThat(only(between(4, 9).with(PathRecord.REVERSIBLE, 1)).reversible()).isTrue();
  }

  @Test
  void shouldSayWhetherThereIsAWayBack() {
    SubnetView view = builder.tables(tables -> tables.set(2, 4, ForwardingTables.NO_PORT)).build();
    assertThat(between(4, 9).recordsIn(view, PathRecord::in))
        .extracting(PathRecord::reversible)
        .containsExactly(false);
    assertThat(between(4, 9).with(PathRecord.REVERSIBLE, 0).in(view, 4).status()).isZero();
    assertThat(between(4, 9).with(PathRecord.REVERSIBLE, 1).in(view, 4).status())
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldApplySelectorsToThePath() {
    assertThat(only(limited(PathRecord.MTU_SELECTOR, 1, PathRecord.MTU, 3)).mtu()).isEqualTo(2);
    assertThat(status(limited(PathRecord.MTU_SELECTOR, 0, PathRecord.MTU, 5)))
        .isEqualTo(SaStatus.NO_RECORDS);
    assertThat(only(limited(PathRecord.RATE_SELECTOR, 1, PathRecord.RATE, RATE_40)).rate())
        .isEqualTo(4); // 30 Gb/s
    assertThat(status(limited(PathRecord.RATE_SELECTOR, 2, PathRecord.RATE, RATE_40)))
        .isEqualTo(SaStatus.NO_RECORDS);
    assertThat(
            only(limited(PathRecord.PACKET_LIFE_TIME_SELECTOR, 1, PathRecord.PACKET_LIFE_TIME, 16))
                .packetLifeTime())
        .isEqualTo(15);
  }

  @Test
  void shouldIgnoreAValueWithoutItsSelectorAndTheReverse() {
    PathRecord plain = only(between(4, 9));
    assertThat(only(between(4, 9).with(PathRecord.MTU, 1))).isEqualTo(plain);
    assertThat(only(between(4, 9).with(PathRecord.MTU_SELECTOR, 1))).isEqualTo(plain);
    assertThat(only(between(4, 9).with(PathRecord.RATE, 2))).isEqualTo(plain);
    assertThat(only(between(4, 9).with(PathRecord.RATE_SELECTOR, 2))).isEqualTo(plain);
    assertThat(only(between(4, 9).with(PathRecord.PACKET_LIFE_TIME, 1))).isEqualTo(plain);
    assertThat(only(between(4, 9).with(PathRecord.PACKET_LIFE_TIME_SELECTOR, 2))).isEqualTo(plain);
  }

  @Test
  void shouldCallImpossibleCodesInvalid() {
    assertThat(status(limited(PathRecord.MTU_SELECTOR, 2, PathRecord.MTU, 9)))
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(limited(PathRecord.RATE_SELECTOR, 2, PathRecord.RATE, 1)))
        .isEqualTo(SaStatus.REQ_INVALID);
  }

  @Test
  void shouldGiveTheServiceLevelOfTheRouting() {
    builder.pathSl((source, destination) -> source < destination ? 3 : 5);
    assertThat(only(between(4, 9)).sl()).isEqualTo(3);
    assertThat(only(between(9, 4)).sl()).isEqualTo(5);
  }

  @Test
  void shouldFindNoPathOnAServiceLevelThatTheRoutingDoesNotGive() {
    builder.pathSl((source, destination) -> 3);
    assertThat(only(between(4, 9).with(PathRecord.SL, 3)).sl()).isEqualTo(3);
    assertThat(status(between(4, 9).with(PathRecord.SL, 0))).isEqualTo(SaStatus.NO_RECORDS);
  }

  /** As torus-2QoS has them: of an SL that is asked for only bit 3 counts. */
  @Test
  void shouldTellTheRoutingWhichServiceLevelIsAskedFor() {
    builder.pathSl(SubnetViewBuilder.TORUS_LEVELS);
    assertThat(only(between(4, 9)).sl()).isEqualTo(3);
    assertThat(only(between(4, 9).with(PathRecord.SL, 3)).sl()).isEqualTo(3);
    assertThat(only(between(4, 9).with(PathRecord.SL, 11)).sl()).isEqualTo(11);
    assertThat(status(between(4, 9).with(PathRecord.SL, 8))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldGrantAnyServiceLevelWithALaneWhereTheRoutingDoesNotCare() {
    int middle = 1;
    builder.slToVl(
        (node, input, output, sl) -> node == middle && sl == 2 && output == 2 ? SlToVl.DROP : 0);
    assertThat(only(between(4, 9).with(PathRecord.SL, 7)).sl()).isEqualTo(7);
    assertThat(status(between(4, 9).with(PathRecord.SL, 2))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(only(between(4, 6).with(PathRecord.SL, 2)).sl()).as("turns off before").isEqualTo(2);
    assertThat(only(between(4, 2).with(PathRecord.SL, 2)).sl()).as("ends before").isEqualTo(2);
    assertThat(only(between(9, 4).with(PathRecord.SL, 2)).reversible()).isFalse();
  }

  /** Options may have made other maps than the routing's, in which every SL has its own lane. */
  @Test
  void shouldGrantServiceLevelsByTheMapsThatPortsHold() {
    byte[] map = new byte[8];
    map[3] = (byte) 0x0F; // SL 7 has none; SL 15, without one before, has VL 0
    for (int port = 0; port < builder.fabric.portCount(); port++) {
      if (builder.fabric.isSwitch(builder.fabric.nodeOf(port))) {
        builder.attributes.slToVl()[port] = new byte[8 * 5];
        System.arraycopy(map, 0, builder.attributes.slToVl()[port], 8 * 3, 8);
      }
    }
    assertThat(only(between(4, 9).with(PathRecord.SL, 8)).sl()).isEqualTo(8);
    assertThat(status(between(4, 9).with(PathRecord.SL, 7))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(4, 9).with(PathRecord.SL, 15)))
        .as("the host was told no map")
        .isEqualTo(SaStatus.NO_RECORDS);
    builder.attributes.slToVl()[builder.host(0)] = new byte[8];
    assertThat(only(between(4, 9).with(PathRecord.SL, 15)).sl()).isEqualTo(15);
    assertThat(status(between(4, 9).with(PathRecord.SL, 7))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldGiveAKeyThatBothEndsShare() {
    builder.pKeys(builder.host(0), 0xFFFF, 0x8002, 0x0003).pKeys(builder.host(5), 0x7FFF, 0x8003);
    assertThat(only(between(4, 9)).pKey()).isEqualTo(0x0003);
    assertThat(only(between(9, 4)).pKey()).as("as its source holds it").isEqualTo(0x8003);
    assertThat(only(between(4, 9).with(PathRecord.P_KEY, 0xFFFF)).pKey()).isEqualTo(0xFFFF);
    assertThat(only(between(4, 9).with(PathRecord.P_KEY, 0x8003)).pKey()).isEqualTo(0x8003);
    assertThat(status(between(4, 9).with(PathRecord.P_KEY, 0x8002))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldFindNoPathBetweenPartitions() {
    builder.pKeys(builder.host(0), 0x8001, 0x8002);
    builder.pKeys(builder.host(1), 0x8001).pKeys(builder.host(2), 0x8002);
    assertThat(paths(table().with(PathRecord.SLID, 4))).containsExactly("4-4", "4-5", "4-6");
    assertThat(status(between(5, 6)))
        .as("who each share one with the requester")
        .isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(7, 8)))
        .as("who share one that is not the requester's")
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  /** IBA Vol 1, 10.9.3: of two limited keys none matches the other. */
  @Test
  void shouldFindNoPathOfALimitedMemberToItself() {
    builder.pKeys(builder.host(0), 0x7FFF);
    assertThat(status(between(4, 4))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(4, 4).with(PathRecord.P_KEY, 0xFFFF))).isEqualTo(SaStatus.NO_RECORDS);
    builder.pKeys(builder.host(0), 0x7FFF, 0x8001);
    assertThat(only(between(4, 4)).pKey()).isEqualTo(0x8001);
    assertThat(status(between(4, 4).with(PathRecord.P_KEY, 0x7FFF))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldGiveRawTrafficNoKey() {
    PathRecord path =
        only(between(4, 9).with(PathRecord.RAW_TRAFFIC, 1).with(PathRecord.P_KEY, 0x8009));
    assertThat(path.pKey()).isZero();
    assertThat(path.rawTraffic()).isTrue();
  }

  @Test
  void shouldRepeatWhatDoesNotDependOnThePath() {
    PathRecord path =
        only(
            between(4, 9)
                .with(PathRecord.FLOW_LABEL, 0xABCDE)
                .with(PathRecord.HOP_LIMIT, 63)
                .with(PathRecord.T_CLASS, 0x20)
                .with(PathRecord.QOS_CLASS, 0x123)
                .with(PathRecord.SERVICE_ID8_MSB, 0x10)
                .with(PathRecord.SERVICE_ID56_LSB, 0x6000001L));
    assertThat(path.flowLabel()).isEqualTo(0xABCDE);
    assertThat(path.hopLimit()).isEqualTo(63);
    assertThat(path.tClass()).isEqualTo(0x20);
    assertThat(path.qosClass()).isEqualTo(0x123);
    assertThat(path.serviceId8Msb()).isEqualTo(0x10);
    assertThat(path.serviceId56Lsb()).isEqualTo(0x6000001L);
  }

  @Test
  void shouldNotRepeatWhatWasNotSelected() {
    Ask ask = between(4, 9);
    PathRecord.FLOW_LABEL.set(ask.mad().bytes(), 56, 0xABCDE);
    PathRecord.T_CLASS.set(ask.mad().bytes(), 56, 1);
    assertThat(only(ask)).isEqualTo(only(between(4, 9)));
  }

  @Test
  void shouldWantBothHalvesOfAServiceId() {
    assertThat(status(between(4, 9).with(PathRecord.SERVICE_ID8_MSB, 1)))
        .isEqualTo(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    assertThat(status(between(4, 9).with(PathRecord.SERVICE_ID56_LSB, 1)))
        .isEqualTo(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
  }

  @Test
  void shouldOfferLidsOfEqualOffsetFirst() {
    builder.lmc(1); // hosts have LIDs 4-5, 6-7 ...
    List<PathRecord> records =
        table()
            .with(PathRecord.SGID, PREFIX, 0x1001)
            .with(PathRecord.DGID, PREFIX, 0x1011)
            .recordsIn(view(), PathRecord::in);
    assertThat(records)
        .extracting(path -> path.slid() + "-" + path.dlid() + " " + path.preference())
        .containsExactly("4-6 0", "5-7 0", "4-7 2", "5-6 2");
  }

  @Test
  void shouldKeepToTheLidsAskedFor() {
    builder.lmc(1);
    assertThat(paths(table().with(PathRecord.SLID, 5).with(PathRecord.DGID, PREFIX, 0x1011)))
        .containsExactly("5-6", "5-7");
    assertThat(paths(table().with(PathRecord.SLID, 5).with(PathRecord.DLID, 7)))
        .containsExactly("5-7");
  }

  @Test
  void shouldGiveNoMorePathsAPairThanAskedFor() {
    builder.lmc(1);
    Ask ask = table().with(PathRecord.SLID, 4).with(PathRecord.NUMB_PATH, 1);
    assertThat(paths(ask)).hasSize(9).contains("4-1", "4-4", "4-6");
    Ask three =
        table()
            .with(PathRecord.SGID, PREFIX, 0x1001)
            .with(PathRecord.DGID, PREFIX, 0x1011)
            .with(PathRecord.NUMB_PATH, 3);
    assertThat(paths(three)).containsExactly("4-6", "5-7", "4-7");
    assertThat(paths(three.with(PathRecord.NUMB_PATH, 0))).isEmpty();
  }

  @Test
  void shouldMixPortsWithAndWithoutLmc() {
    builder.lmc(1);
    assertThat(
            paths(
                table().with(PathRecord.SGID, PREFIX, 0x1001).with(PathRecord.DGID, PREFIX, 0x10)))
        .containsExactly("4-1", "5-1");
  }

  private SubnetView view() {
    return builder.build();
  }

  private static Ask get() {
    return Ask.get(AttributeId.PATH_RECORD);
  }

  private static Ask table() {
    return Ask.table(AttributeId.PATH_RECORD);
  }

  private static Ask between(int sourceLid, int destinationLid) {
    return get().with(PathRecord.SLID, sourceLid).with(PathRecord.DLID, destinationLid);
  }

  private static Ask limited(Field selector, int code, Field component, int value) {
    return between(4, 9).with(selector, code).with(component, value);
  }

  private PathRecord only(Ask ask) {
    List<PathRecord> records = Ask.records(ask.in(view(), 4), PathRecord::in);
    assertThat(records).hasSize(1);
    return records.get(0);
  }

  private int status(Ask ask) {
    return ask.in(view(), 4).status();
  }

  private List<String> paths(Ask ask) {
    return Ask.records(ask.in(view(), 4), PathRecord::in).stream()
        .map(path -> path.slid() + "-" + path.dlid())
        .toList();
  }

  private static int rate(SubnetView view, int sourceLid, int destinationLid) {
    return between(sourceLid, destinationLid).recordsIn(view, PathRecord::in).get(0).rate();
  }
}
