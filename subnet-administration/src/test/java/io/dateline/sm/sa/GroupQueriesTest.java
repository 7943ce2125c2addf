package io.dateline.sm.sa;

import static io.dateline.sm.sa.GroupClients.creating;
import static io.dateline.sm.sa.GroupClients.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.ClassPortInfo;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.group.GroupSettings;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told of groups. Hosts 0 to 3 have LIDs 3 to 6; host 3 is in another partition. */
class GroupQueriesTest {
  private static final Gid FIRST = new Gid(0xFF12_0000_0000_0000L, 1);
  private static final Gid SECOND = new Gid(0xFF15_0000_0000_0000L, 2);
  private static final long TRUSTED = 1;

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);
  private final SubnetView view =
      builder.pKeys(builder.host(3), 0x8005).pKeys(builder.host(2), 0xFFFF, 0x8005).build();
  private final GroupClients clients = new GroupClients(view, GroupSettings.DEFAULTS);

  private int lid(int host) {
    return view.lids().baseLid(builder.host(host));
  }

  private long guid(int host) {
    return builder.fabric.portGuid(builder.host(host));
  }

  @BeforeEach
  void join() {
    clients.tell(creating(FIRST, guid(0), 1), lid(0));
    clients.tell(joining(FIRST, guid(1), 4), lid(1));
    clients.tell(creating(SECOND, guid(1), 1).with(McMemberRecord.SL, 3), lid(1));
  }

  private static Ask table() {
    return Ask.table(AttributeId.MC_MEMBER_RECORD);
  }

  private List<McMemberRecord> records(Ask ask, int host) {
    return Ask.records(ask.in(view, clients.book, lid(host)), McMemberRecord::in);
  }

  @Test
  void shouldTellOfGroupsButNotWhoIsInThem() {
    List<McMemberRecord> records = records(table(), 2);
    assertThat(records).extracting(McMemberRecord::mgid).containsExactly(FIRST, SECOND);
    assertThat(records).extracting(McMemberRecord::mlid).containsExactly(0xC000, 0xC001);
    assertThat(records).extracting(McMemberRecord::sl).containsExactly(0, 3);
    assertThat(records).extracting(McMemberRecord::joinState).containsOnly(0);
    assertThat(records).extracting(McMemberRecord::portGid).containsOnly(Gid.ZERO);
  }

  @Test
  void shouldTellWhoIsInThemToTheTrusted() {
    List<McMemberRecord> records = records(table().smKey(TRUSTED), 2);
    assertThat(records).extracting(McMemberRecord::mgid).containsExactly(FIRST, FIRST, SECOND);
    assertThat(records).extracting(McMemberRecord::joinState).containsExactly(1, 4, 1);
    assertThat(records)
        .extracting(record -> record.portGid().interfaceId())
        .containsExactly(guid(0), guid(1), guid(1));
    assertThat(
            records(
                table().smKey(TRUSTED).with(McMemberRecord.PORT_GID, Gid.DEFAULT_PREFIX, guid(0)),
                2))
        .hasSize(1);
    assertThat(records(table().smKey(TRUSTED).with(McMemberRecord.JOIN_STATE, 4), 2)).hasSize(1);
  }

  @Test
  void shouldFindByWhatTheyAre() {
    assertThat(records(table().with(McMemberRecord.MLID, 0xC001), 0))
        .extracting(McMemberRecord::mgid)
        .containsExactly(SECOND);
    assertThat(records(table().with(McMemberRecord.SL, 3), 0)).hasSize(1);
    assertThat(records(table().with(McMemberRecord.SCOPE, 5), 0)).hasSize(1);
    assertThat(
            records(
                table()
                    .with(McMemberRecord.MTU_SELECTOR, Selector.LESS_THAN)
                    .with(McMemberRecord.MTU, 5),
                0))
        .isEmpty();
    assertThat(records(table().with(McMemberRecord.MGID, SECOND.prefix(), SECOND.interfaceId()), 0))
        .hasSize(1);
    Ask none = Ask.get(AttributeId.MC_MEMBER_RECORD).with(McMemberRecord.MLID, 0xC005);
    assertThat(none.in(view, clients.book, lid(0)).status()).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldHideGroupsOfOtherPartitions() {
    assertThat(records(table(), 3)).isEmpty();
    clients.tell(
        creating(new Gid(FIRST.prefix(), 9), guid(3), 1).with(McMemberRecord.P_KEY, 0x8005),
        lid(3));
    assertThat(records(table(), 3)).hasSize(1);
    assertThat(records(table(), 0)).hasSize(2);
    assertThat(records(table(), 2)).hasSize(3);
  }

  @Test
  void shouldHaveNoGroupsWhereAnOperatorWantsNone() {
    SubnetAdministration without =
        new SubnetAdministration(
            new SaSettings(
                () -> 1, 16, 1 << 20, 1, 1 << 20, false, () -> PrefixRoutes.NONE, () -> false));
    SaRequest join = new SaRequest(creating(FIRST, guid(0), 1).mad(), lid(0));
    assertThat(without.respond(view, Register.EMPTY, join))
        .extracting("status")
        .isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
    SaRequest ask = new SaRequest(Ask.get(AttributeId.CLASS_PORT_INFO).mad(), lid(0));
    SaAnswer.Reply reply = (SaAnswer.Reply) without.respond(view, Register.EMPTY, ask);
    assertThat(ClassPortInfo.of(reply.records()).capabilityMask()).isEqualTo(0x2400);
    GroupSettings disabled = new GroupSettings(true, true, true, false, 0);
    assertThat(Register.of(disabled, clients.book, RegistrationBook.EMPTY, ChangeGate.CLOSED))
        .isEqualTo(Register.EMPTY);
  }

  private static Ask path(Gid group) {
    return Ask.get(AttributeId.PATH_RECORD)
        .with(PathRecord.DGID, group.prefix(), group.interfaceId());
  }

  @Test
  void shouldTellThePathToAGroup() {
    Ask ask = path(SECOND).with(PathRecord.SGID, Gid.DEFAULT_PREFIX, guid(1));
    PathRecord path = Ask.records(ask.in(view, clients.book, lid(1)), PathRecord::in).getFirst();
    assertThat(path.dgid()).isEqualTo(SECOND);
    assertThat(path.dlid()).isEqualTo(0xC001);
    assertThat(path.slid()).isEqualTo(lid(1));
    assertThat(path.sl()).isEqualTo(3);
    assertThat(path.mtu()).isEqualTo(5);
    assertThat(path.mtuSelector()).isEqualTo(Selector.EXACTLY);
    assertThat(path.rate()).isEqualTo(16);
    assertThat(path.packetLifeTime()).isEqualTo(18);
    assertThat(path.pKey()).isEqualTo(0xFFFF);
    assertThat(path.hopLimit()).as("beyond the subnet").isEqualTo(0xFF);
    assertThat(path.numbPath()).isEqualTo(1);
  }

  @Test
  void shouldTellThePathToAGroupThatOnlyItsLidIsKnownOf() {
    Ask ask = Ask.get(AttributeId.PATH_RECORD).with(PathRecord.DLID, 0xC001);
    PathRecord path = Ask.records(ask.in(view, clients.book, lid(1)), PathRecord::in).getFirst();
    assertThat(path.dgid()).isEqualTo(SECOND);
    assertThat(path.dlid()).isEqualTo(0xC001);
    Ask none = Ask.get(AttributeId.PATH_RECORD).with(PathRecord.DLID, 0xC005);
    assertThat(none.in(view, clients.book, lid(1)).status()).isEqualTo(SaStatus.NO_RECORDS);
  }

  /** Limited members of a partition may be in its groups, and do not see each other. */
  @Test
  void shouldNotTellOfMembersThatThePortMayNotSee() {
    SubnetViewBuilder row = SubnetViewBuilder.row(2, 2);
    SubnetView limited = row.pKeys(row.host(0), 0x7FFF).pKeys(row.host(1), 0x7FFF).build();
    GroupClients members = new GroupClients(limited, GroupSettings.DEFAULTS);
    members.tell(creating(FIRST, guid(2), 1), lid(2));
    members.tell(joining(FIRST, guid(1), 1), lid(1));
    Ask member =
        Ask.get(AttributeId.MC_MEMBER_RECORD)
            .with(McMemberRecord.MGID, FIRST.prefix(), FIRST.interfaceId())
            .with(McMemberRecord.PORT_GID, Gid.DEFAULT_PREFIX, guid(1));
    Ask byGid = path(FIRST).with(PathRecord.SGID, Gid.DEFAULT_PREFIX, guid(1));
    Ask byLid = path(FIRST).with(PathRecord.SLID, lid(1));
    for (Ask ask : List.of(member, byGid, byLid)) {
      assertThat(ask.in(limited, members.book, lid(0)).status()).isEqualTo(SaStatus.NO_RECORDS);
      assertThat(ask.in(limited, members.book, lid(2)).status()).as("a full member").isZero();
      assertThat(ask.in(limited, members.book, lid(1)).status()).as("itself").isZero();
    }
  }

  @Test
  void shouldTellNoPathThatDoesNotSuit() {
    for (Ask ask :
        List.of(
            path(new Gid(FIRST.prefix(), 77)),
            path(SECOND).with(PathRecord.SGID, Gid.DEFAULT_PREFIX, guid(0)),
            path(SECOND).with(PathRecord.SLID, lid(0)),
            path(SECOND).with(PathRecord.DLID, 0xC000),
            path(SECOND).with(PathRecord.SL, 0),
            path(SECOND).with(PathRecord.P_KEY, 0x8005))) {
      assertThat(ask.in(view, clients.book, lid(0)).status()).isEqualTo(SaStatus.NO_RECORDS);
    }
    assertThat(path(SECOND).in(view, clients.book, lid(0)).status()).isZero();
    assertThat(path(SECOND).in(view, clients.book, lid(3)).status())
        .as("of another partition")
        .isEqualTo(SaStatus.NO_RECORDS);
  }
}
