package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.Registered;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.sa.SaAnswer.DropReason;
import io.dateline.sm.sa.SaAnswer.Dropped;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * NVIDIA's options of trust, each off and on, over two switches with two hosts each: switches have
 * LIDs 1 and 2, hosts 3 to 6, port GUIDs 0x1001, 0x1011 ...; the requester is LID 3.
 */
class TrustRulesTest {
  private static final long SA_KEY = 7;
  private static final int LID = 3;
  private static final long GUID = 0x1001;
  private static final long OTHER = 0x1011;
  private static final long ALIAS = 0x2C9_0000_0001L;
  private static final Gid MGID = new Gid(0xFF12_401B_FFFF_0000L, 1);
  private static final TrustSettings OFF = TrustSettings.DEFAULTS;
  private static final TrustSettings ON = new TrustSettings(true, true, true, true, false);

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);

  private static SaAnswer answer(
      TrustSettings trust, SubnetView view, int lid, Ask ask, Optional<Gid> sourceGid) {
    SaSettings defaults = SaSettings.DEFAULTS;
    SubnetAdministration administration =
        new SubnetAdministration(
            new SaSettings(
                () -> SA_KEY,
                defaults.respTimeCode(),
                defaults.answerBytesMax(),
                defaults.transfersMax(),
                defaults.transferBytesMax(),
                true,
                defaults.prefixRoutes(),
                defaults.hasQos(),
                () -> trust));
    RegistrationBook book =
        RegistrationBook.of(
            new Registered(
                List.of(), List.of(), List.of(new AliasGuid(new AliasGuid.Id(GUID, 3), ALIAS)), 1));
    return administration.respond(
        view,
        new Register(GroupBook.EMPTY, book, ChangeGate.CLOSED),
        new SaRequest(ask.mad(), lid, 1, 0, sourceGid));
  }

  private Optional<DropReason> drop(TrustSettings trust, Ask ask, Optional<Gid> sourceGid) {
    return answer(trust, builder.build(), LID, ask, sourceGid) instanceof Dropped(var reason)
        ? Optional.of(reason)
        : Optional.empty();
  }

  private void assertLetIn(TrustSettings trust, Ask ask) {
    assertThat(drop(trust, ask, Optional.empty())).isEmpty();
  }

  private void assertUntrusted(TrustSettings trust, Ask ask) {
    assertThat(drop(trust, ask, Optional.empty())).contains(DropReason.UNTRUSTED);
  }

  private static Gid local(long guid) {
    return new Gid(Gid.DEFAULT_PREFIX, guid);
  }

  private static Ask path(Ask ask) {
    return ask.with(PathRecord.SLID, 3).with(PathRecord.DLID, 6);
  }

  private static Ask join(long portGuid) {
    return Ask.method(Mad.SET, AttributeId.MC_MEMBER_RECORD)
        .with(McMemberRecord.MGID, MGID.prefix(), MGID.interfaceId())
        .with(McMemberRecord.PORT_GID, Gid.DEFAULT_PREFIX, portGuid)
        .with(McMemberRecord.JOIN_STATE, 1);
  }

  private static Ask service(int method, long portGuid) {
    return Ask.method(method, AttributeId.SERVICE_RECORD)
        .with(ServiceRecord.SERVICE_ID, 5)
        .with(ServiceRecord.SERVICE_GID, Gid.DEFAULT_PREFIX, portGuid);
  }

  private static Ask subscribe(int trap) {
    Ask ask = Ask.method(Mad.SET, AttributeId.INFORM_INFO);
    InformInfo.in(ask.mad().bytes(), Mad.SA_DATA)
        .lidRangeBegin(0xFFFF)
        .isGeneric(1)
        .subscribe(1)
        .type(0xFFFF)
        .trapNumber(trap)
        .producerType(0xFFFFFF);
    return ask;
  }

  private static Ask guids(int method, int lid) {
    return Ask.method(method, AttributeId.GUID_INFO_RECORD).with(GuidInfoRecord.LID, lid);
  }

  @Test
  void shouldLetEveryPortAskForWhatItNeeds() {
    assertLetIn(ON, Ask.get(AttributeId.CLASS_PORT_INFO));
    assertLetIn(ON, path(Ask.get(AttributeId.PATH_RECORD)));
    assertLetIn(ON, path(Ask.table(AttributeId.PATH_RECORD)));
    assertLetIn(ON, Ask.get(AttributeId.MC_MEMBER_RECORD));
    assertLetIn(ON, join(GUID));
    assertLetIn(ON, service(Mad.SET, GUID));
    assertLetIn(ON, service(Mad.DELETE, GUID));
    assertLetIn(ON, service(Mad.GET, OTHER));
    assertLetIn(ON, subscribe(TrapNumber.PORT_IN_SERVICE));
    assertLetIn(ON, guids(Mad.SET, LID));
  }

  @ParameterizedTest
  @CsvSource({
    "0x11, GET", "0x11, TABLE", "0x12, GET", "0x13, TABLE", "0x14, GET", "0x15, TABLE",
    "0x17, TABLE", "0x18, GET", "0x20, TABLE", "0x30, GET", "0x31, TABLE", "0x33, TABLE",
    "0x35, TABLE", "0x36, TABLE", "0x38, TABLE", "0xF3, TABLE", "0x3A, MULTI", "0x99, GET"
  })
  void shouldWantTheKeyForAllElse(String attribute, String method) {
    int id = Integer.decode(attribute);
    Ask ask =
        switch (method) {
          case "GET" -> Ask.get(id);
          case "TABLE" -> Ask.table(id);
          default -> Ask.method(Mad.GET_MULTI, id);
        };
    assertLetIn(OFF, ask);
    assertUntrusted(ON, ask);
    assertLetIn(ON, ask.smKey(SA_KEY));
  }

  @Test
  void shouldWantTheKeyForPathsOfWhichOneEndIsNotNamed() {
    assertUntrusted(ON, Ask.table(AttributeId.PATH_RECORD).with(PathRecord.SLID, 3));
    assertUntrusted(ON, Ask.table(AttributeId.PATH_RECORD).with(PathRecord.DLID, 3));
    assertLetIn(ON, Ask.get(AttributeId.PATH_RECORD).with(PathRecord.DLID, 3));
  }

  @Test
  void shouldWantTheKeyForNoticesOfKeys() {
    assertLetIn(OFF, subscribe(TrapNumber.BAD_M_KEY));
    assertUntrusted(ON, subscribe(TrapNumber.BAD_M_KEY));
    assertUntrusted(ON, subscribe(TrapNumber.SWITCH_BAD_P_KEY));
    assertLetIn(ON, subscribe(TrapNumber.BAD_M_KEY).smKey(SA_KEY));
  }

  @Test
  void shouldLetPortsSpeakForOthersUnlessTold() {
    TrustSettings strict = new TrustSettings(true, true, true, false, false);
    for (Ask proxy :
        new Ask[] {join(OTHER), service(Mad.SET, OTHER), guids(Mad.SET, 4), guids(Mad.DELETE, 4)}) {
      assertLetIn(ON, proxy);
      assertUntrusted(strict, proxy);
      assertLetIn(new TrustSettings(false, true, true, false, false), proxy);
      assertLetIn(strict, proxy.smKey(SA_KEY));
    }
    assertLetIn(strict, join(GUID));
    assertLetIn(strict, service(Mad.DELETE, GUID));
    assertLetIn(strict, service(Mad.GET, OTHER));
    assertLetIn(strict, guids(Mad.SET, LID));
    Ask nameless =
        Ask.method(Mad.DELETE, AttributeId.SERVICE_RECORD).with(ServiceRecord.SERVICE_ID, 5);
    assertUntrusted(strict, nameless);
  }

  @Test
  void shouldLetPortsSetGuidsUnlessTold() {
    TrustSettings strict = new TrustSettings(true, false, true, true, false);
    assertUntrusted(strict, guids(Mad.SET, LID));
    assertUntrusted(strict, guids(Mad.DELETE, LID));
    assertLetIn(strict, guids(Mad.SET, LID).smKey(SA_KEY));
    assertLetIn(new TrustSettings(false, false, true, true, false), guids(Mad.SET, LID));
  }

  @Test
  void shouldLetVirtualPortsSetGuidsUnlessTold() {
    TrustSettings strict = new TrustSettings(true, true, false, true, false);
    Ask trusted = guids(Mad.SET, LID).smKey(SA_KEY);
    assertThat(drop(ON, trusted, Optional.of(local(ALIAS)))).isEmpty();
    assertThat(drop(strict, trusted, Optional.of(local(ALIAS)))).contains(DropReason.UNTRUSTED);
    assertThat(drop(strict, trusted, Optional.of(local(GUID)))).isEmpty();
    assertThat(drop(strict, trusted, Optional.empty())).isEmpty();
    assertThat(drop(strict, guids(Mad.GET, LID).smKey(SA_KEY), Optional.of(local(ALIAS))))
        .isEmpty();
  }

  @Test
  void shouldLookAtTheGidThatAPacketCameWith() {
    TrustSettings checking = new TrustSettings(false, true, true, true, true);
    Ask ask = path(Ask.get(AttributeId.PATH_RECORD));
    assertThat(drop(OFF, ask, Optional.of(local(OTHER)))).isEmpty();
    assertThat(drop(checking, ask, Optional.of(local(OTHER)))).contains(DropReason.FORGED_SOURCE);
    assertThat(drop(checking, ask, Optional.of(new Gid(0x1234, GUID))))
        .contains(DropReason.FORGED_SOURCE);
    assertThat(drop(checking, ask.smKey(SA_KEY), Optional.of(local(OTHER))))
        .contains(DropReason.FORGED_SOURCE);
    assertThat(drop(checking, ask, Optional.of(local(GUID)))).isEmpty();
    assertThat(drop(checking, ask, Optional.of(local(ALIAS)))).isEmpty();
    assertThat(drop(checking, ask, Optional.empty())).isEmpty();
    assertThat(drop(checking, ask, Optional.of(local(0)))).contains(DropReason.FORGED_SOURCE);
  }

  /** Of an earlier subnet manager, in a block that this one never told. */
  @Test
  void shouldKnowGuidsThatThePortHoldsFromAnEarlierManager() {
    TrustSettings checks = new TrustSettings(false, true, true, true, true);
    SubnetView view = builder.build();
    GuidInfo second = new GuidInfo().guidBlock(2, 0xE1);
    byte[] table = new byte[2 * GuidInfo.BYTES];
    GuidInfo.in(table, 0).guidBlock(0, GUID).guidBlock(3, 0xE2);
    System.arraycopy(second.bytes(), 0, table, GuidInfo.BYTES, GuidInfo.BYTES);
    view.attributes().guidInfo()[view.lids().port(LID)] = table;
    Ask ask = Ask.get(AttributeId.CLASS_PORT_INFO);
    assertThat(answer(checks, view, LID, ask, Optional.of(new Gid(Gid.DEFAULT_PREFIX, 0xE1))))
        .isNotInstanceOf(Dropped.class);
    assertThat(answer(checks, view, LID, ask, Optional.of(new Gid(Gid.DEFAULT_PREFIX, 0xE2))))
        .as("this manager has told the block otherwise")
        .isEqualTo(new Dropped(DropReason.FORGED_SOURCE));
  }

  /** What a router brings has the GID of another subnet. */
  @Test
  void shouldTakeAnyGidOfARouter() {
    Fabric.Builder fabric = new Fabric.Builder();
    Fabric.NodeDraft aSwitch = fabric.node(NodeType.SWITCH, 0x10, 2);
    Fabric.NodeDraft router = fabric.node(NodeType.ROUTER, 0x20, 1);
    fabric.link(aSwitch, 1, router, 1, LinkWidth.X4, LinkSpeed.EDR);
    SubnetView view = SubnetViewBuilder.of(fabric.build()).build();
    Ask ask = Ask.get(AttributeId.CLASS_PORT_INFO);
    TrustSettings checking = new TrustSettings(false, true, true, true, true);
    Optional<Gid> foreign = Optional.of(new Gid(0x1234, 0x5678));
    assertThat(answer(checking, view, 2, ask, foreign)).isInstanceOf(SaAnswer.Reply.class);
    assertThat(answer(checking, view, 1, ask, foreign))
        .isEqualTo(new Dropped(DropReason.FORGED_SOURCE));
  }
}
