package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.InformInfoRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.MultiPathRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.sm.registration.RegistrationSettings;
import io.dateline.sm.subnet.SubnetView;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Alias GUIDs (IBA Vol 1, 15.2.5.18), and requests that name ports by them. Host 0 has room for 12
 * GUIDs; host 3 is in partition 5 alone, host 2 in both.
 */
class AliasGuidsTest {
  private static final long TRUSTED = 1;
  private static final long CHOSEN = 0x0014_0500_0000_0001L;
  private static final long ALIAS = 0xA11A5;

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);
  private final SubnetView view = view();
  private final RegistrationClients clients =
      new RegistrationClients(view, new RegistrationSettings(0, 0, false, 20, 0));

  private SubnetView view() {
    builder.portInfo(builder.host(0)).guidCap(12);
    return builder.pKeys(builder.host(3), 0x8005).pKeys(builder.host(2), 0xFFFF, 0x8005).build();
  }

  private int lid(int host) {
    return view.lids().baseLid(builder.host(host));
  }

  private long guid(int host) {
    return builder.fabric.portGuid(builder.host(host));
  }

  private Ask ask(int method, int host, int block) {
    return Ask.method(method, AttributeId.GUID_INFO_RECORD)
        .with(GuidInfoRecord.LID, lid(host))
        .with(GuidInfoRecord.BLOCK_NUM, block);
  }

  private static Ask with(Ask ask, int entry, long guid) {
    GuidInfoRecord.GUIDS.set(ask.mad().bytes(), Mad.SA_DATA, entry, guid);
    SaHeader header = SaHeader.of(ask.mad());
    header.componentMask(header.componentMask() | GuidInfoRecord.GUIDS.mask(entry));
    return ask;
  }

  private Ask set(int host, int block, int entry, long guid) {
    return with(ask(Mad.SET, host, block), entry, guid);
  }

  private int status(Ask ask, int host) {
    return clients.tell(ask, lid(host)).status();
  }

  private long granted(Ask ask, int host, int entry) {
    RegistrationClients.Got got = clients.tell(ask, lid(host));
    assertThat(got.status()).isZero();
    return GuidInfoRecord.of(got.record()).guidInfo().guidBlock(entry);
  }

  private static Gid gid(long guid) {
    return new Gid(Gid.DEFAULT_PREFIX, guid);
  }

  private List<GuidInfoRecord> records(Ask ask, int host) {
    return Ask.records(clients.reply(ask, lid(host)), GuidInfoRecord::in);
  }

  @Test
  void shouldGrantWhatIsAskedForAndChooseWhereNothingIs() {
    assertThat(granted(set(0, 0, 1, 0), 0, 1)).isEqualTo(CHOSEN);
    assertThat(granted(set(0, 1, 3, ALIAS), 0, 3)).isEqualTo(ALIAS);
    assertThat(granted(set(1, 0, 1, ALIAS), 1, 1)).as("another port has it").isZero();
    assertThat(granted(set(1, 0, 1, guid(2)), 1, 1)).as("a port's own").isZero();
    List<GuidInfoRecord> told = records(Ask.table(AttributeId.GUID_INFO_RECORD), 0);
    assertThat(told.stream().filter(record -> record.lid() == lid(0)))
        .extracting(GuidInfoRecord::blockNum)
        .as("room for 12")
        .containsExactly(0, 1);
    assertThat(records(ask(Mad.GET, 0, 1), 1).getFirst().guidInfo().guidBlock(3)).isEqualTo(ALIAS);
    assertThat(records(with(Ask.table(AttributeId.GUID_INFO_RECORD), 3, ALIAS), 1))
        .extracting(GuidInfoRecord::blockNum)
        .containsExactly(1);
  }

  @Test
  void shouldShowWhatWasTakenBackAsEmptyThoughThePortStillHoldsIt() {
    builder.attributes.guidInfo()[builder.host(0)] =
        new GuidInfo().guidBlock(0, guid(0)).guidBlock(1, 0xAB).bytes();
    assertThat(records(ask(Mad.GET, 0, 0), 1).getFirst().guidInfo().guidBlock(1)).isEqualTo(0xAB);
    assertThat(granted(set(0, 0, 1, 0), 0, 1)).as("it stays").isEqualTo(0xAB);
    assertThat(granted(with(ask(Mad.DELETE, 0, 0), 1, 0), 0, 1)).isZero();
    assertThat(records(ask(Mad.GET, 0, 0), 1).getFirst().guidInfo().guidBlock(1)).isZero();
  }

  @Test
  void shouldRefuseAsOpensmAndIbaDo() {
    Ask noBlock =
        with(
            Ask.method(Mad.SET, AttributeId.GUID_INFO_RECORD).with(GuidInfoRecord.LID, lid(0)),
            1,
            0);
    assertThat(status(noBlock, 0)).isEqualTo(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    for (int method : new int[] {Mad.SET, Mad.DELETE}) {
      assertThat(status(with(ask(method, 0, 0), 0, 7), 0))
          .as("its own GUID")
          .isEqualTo(SaStatus.REQ_INVALID);
      assertThat(status(with(ask(method, 0, 2), 0, 7), 0))
          .as("no such block")
          .isEqualTo(SaStatus.NO_RECORDS);
      assertThat(status(with(ask(method, 3, 0), 1, 7), 0))
          .as("of another partition")
          .isEqualTo(SaStatus.NO_RECORDS);
      Ask nobody =
          Ask.method(method, AttributeId.GUID_INFO_RECORD)
              .with(GuidInfoRecord.LID, 0xBEEF)
              .with(GuidInfoRecord.BLOCK_NUM, 0);
      assertThat(status(nobody, 0)).isEqualTo(SaStatus.NO_RECORDS);
      assertThat(status(with(ask(method, 0, 0), 1, 7), 1))
          .as("another port's table")
          .isEqualTo(SaStatus.REQ_DENIED);
    }
    assertThat(status(set(0, 1, 0, 7), 0)).as("index 0 of block 1").isZero();
    assertThat(status(set(0, 0, 1, 8).smKey(TRUSTED), 1)).as("trusted").isZero();
    assertThat(clients.journal()).hasSize(2);
  }

  @Test
  void shouldAnswerPathsByTheGidsThatWereAsked() {
    clients.tell(set(0, 0, 1, ALIAS), lid(0));
    clients.tell(set(1, 0, 1, ALIAS + 1), lid(1));
    Ask ask =
        Ask.get(AttributeId.PATH_RECORD)
            .with(PathRecord.SGID, Gid.DEFAULT_PREFIX, ALIAS)
            .with(PathRecord.DGID, Gid.DEFAULT_PREFIX, ALIAS + 1);
    PathRecord path = Ask.records(clients.reply(ask, lid(2)), PathRecord::in).getFirst();
    assertThat(path.sgid()).isEqualTo(gid(ALIAS));
    assertThat(path.dgid()).isEqualTo(gid(ALIAS + 1));
    assertThat(path.slid()).isEqualTo(lid(0));
    assertThat(path.dlid()).isEqualTo(lid(1));
    Ask byLid =
        Ask.get(AttributeId.PATH_RECORD)
            .with(PathRecord.SLID, lid(0))
            .with(PathRecord.DGID, Gid.DEFAULT_PREFIX, ALIAS + 1);
    assertThat(Ask.records(clients.reply(byLid, lid(2)), PathRecord::in).getFirst().sgid())
        .isEqualTo(gid(guid(0)));
    assertThat(clients.reply(ask, lid(3)).status())
        .as("shares no partition with their ports")
        .isEqualTo(SaStatus.NO_RECORDS);
    clients.tell(with(ask(Mad.DELETE, 0, 0), 1, 0), lid(0));
    assertThat(clients.reply(ask, lid(2)).status()).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldAnswerMultiPathsByTheGidsThatWereAsked() {
    clients.tell(set(0, 0, 1, ALIAS), lid(0));
    Ask ask =
        Ask.method(Mad.GET_MULTI, AttributeId.MULTI_PATH_RECORD)
            .with(MultiPathRecord.SGID_COUNT, 2)
            .with(MultiPathRecord.DGID_COUNT, 1);
    SaHeader.of(ask.mad()).rmppFlags(Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST);
    ByteBuffer gids = ByteBuffer.wrap(ask.mad().bytes());
    gids.position(Mad.SA_DATA + MultiPathRecord.BYTES);
    for (long guid : new long[] {ALIAS, guid(0), guid(1)}) {
      gids.putLong(Gid.DEFAULT_PREFIX).putLong(guid);
    }
    assertThat(Ask.records(clients.reply(ask, lid(1)), PathRecord::in))
        .extracting(PathRecord::sgid)
        .containsExactly(gid(ALIAS), gid(guid(0)));
  }

  private Ask join(int method, long guid) {
    return Ask.method(method, AttributeId.MC_MEMBER_RECORD)
        .with(McMemberRecord.MGID, 0xFF15_0000_0000_0000L, 7)
        .with(McMemberRecord.PORT_GID, Gid.DEFAULT_PREFIX, guid)
        .with(McMemberRecord.JOIN_STATE, McMemberRecord.JOIN_FULL)
        .with(McMemberRecord.Q_KEY, 0xB1B)
        .with(McMemberRecord.P_KEY, 0xFFFF)
        .with(McMemberRecord.SL, 0)
        .with(McMemberRecord.FLOW_LABEL, 0)
        .with(McMemberRecord.T_CLASS, 0);
  }

  @Test
  void shouldJoinGroupsByAnAlias() {
    clients.tell(set(0, 0, 1, ALIAS), lid(0));
    assertThat(status(join(Mad.SET, ALIAS + 1), 0)).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(join(Mad.SET, ALIAS), 0)).isZero();
    assertThat(status(join(Mad.SET, guid(0)), 0)).as("twice in it").isZero();
    List<McMemberRecord> members =
        Ask.records(
            clients.reply(Ask.table(AttributeId.MC_MEMBER_RECORD).smKey(TRUSTED), lid(1)),
            McMemberRecord::in);
    assertThat(members)
        .extracting(McMemberRecord::portGid)
        .containsExactlyInAnyOrder(gid(ALIAS), gid(guid(0)));
    assertThat(members).noneMatch(McMemberRecord::proxyJoin);
    Ask path =
        Ask.get(AttributeId.PATH_RECORD)
            .with(PathRecord.SGID, Gid.DEFAULT_PREFIX, ALIAS)
            .with(PathRecord.DGID, 0xFF15_0000_0000_0000L, 7);
    assertThat(Ask.records(clients.reply(path, lid(1)), PathRecord::in).getFirst().sgid())
        .isEqualTo(gid(ALIAS));

    assertThat(status(with(ask(Mad.DELETE, 0, 0), 1, 0), 0)).isEqualTo(SaStatus.REQ_DENIED);
    assertThat(status(set(0, 0, 1, ALIAS + 1), 0)).isEqualTo(SaStatus.REQ_DENIED);
    assertThat(status(join(Mad.DELETE, ALIAS), 1)).as("not its").isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(join(Mad.DELETE, ALIAS), 0)).isZero();
    assertThat(status(with(ask(Mad.DELETE, 0, 0), 1, 0), 0)).isZero();
  }

  @Test
  void shouldRegisterServicesOfAnAliasInThePartitionsOfItsPort() {
    clients.tell(set(3, 0, 1, ALIAS), lid(3));
    Ask service =
        Ask.method(Mad.SET, AttributeId.SERVICE_RECORD)
            .with(ServiceRecord.SERVICE_ID, 7)
            .with(ServiceRecord.SERVICE_GID, Gid.DEFAULT_PREFIX, ALIAS)
            .with(ServiceRecord.SERVICE_PKEY, 0xFFFF);
    assertThat(status(service, 2)).as("not in the default one").isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(service.with(ServiceRecord.SERVICE_PKEY, 0x8005), 2)).isZero();
  }

  @Test
  void shouldSubscribeToThePortOfAnAlias() {
    clients.tell(set(1, 0, 1, ALIAS), lid(1));
    Ask subscribe = Ask.method(Mad.SET, AttributeId.INFORM_INFO);
    InformInfo.in(subscribe.mad().bytes(), Mad.SA_DATA)
        .gid(gid(ALIAS))
        .isGeneric(1)
        .subscribe(1)
        .type(0xFFFF)
        .trapNumber(0xFFFF);
    assertThat(status(subscribe, 3)).as("of another partition").isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(subscribe, 0)).isZero();
    assertThat(
            Ask.records(
                    clients.reply(Ask.table(AttributeId.INFORM_INFO_RECORD), lid(0)),
                    InformInfoRecord::in)
                .getFirst()
                .informInfo()
                .gid())
        .isEqualTo(gid(guid(1)));
    InformInfo.in(subscribe.mad().bytes(), Mad.SA_DATA).subscribe(0);
    assertThat(status(subscribe, 0)).as("ends it by the same GID").isZero();
    assertThat(clients.book().subscriptions()).isEmpty();
  }

  @Test
  void shouldStayWithinItsShare() {
    RegistrationClients few =
        new RegistrationClients(view, new RegistrationSettings(0, 0, false, 2, 0));
    Ask three = with(with(set(0, 0, 1, 0), 2, 0), 3, 0);
    assertThat(few.tell(three, lid(0)).status()).isEqualTo(SaStatus.NO_RESOURCES);
    assertThat(few.tell(with(set(0, 0, 1, 0), 2, 0), lid(0)).status()).isZero();
    assertThat(few.tell(set(0, 1, 1, 0), lid(0)).status()).isEqualTo(SaStatus.NO_RESOURCES);
  }

  /** No request, however wild, changes the own GUID of a port or gives two ports one GUID. */
  @Test
  void shouldOutliveWildRequests() {
    Random random = new Random(38);
    for (int i = 0; i < 20_000; i++) {
      Ask ask = ask(random.nextBoolean() ? Mad.SET : Mad.DELETE, random.nextInt(4), 0);
      byte[] bytes = ask.mad().bytes();
      for (int at = Mad.SA_DATA + 2; at < Mad.SA_DATA + GuidInfoRecord.BYTES; at++) {
        bytes[at] = (byte) (random.nextInt(8) == 0 ? random.nextInt() : 0);
      }
      SaHeader.of(ask.mad()).componentMask(random.nextLong() | random.nextInt(4));
      clients.tell(ask, lid(random.nextInt(4)));
    }
    assertThat(clients.book().aliases().aliases())
        .isNotEmpty()
        .allSatisfy(alias -> assertThat(alias.id().index()).isPositive())
        .extracting(alias -> alias.guid())
        .doesNotHaveDuplicates();
    for (int host = 0; host < 4; host++) {
      assertThat(records(ask(Mad.GET, host, 0), host == 3 ? 3 : 2).getFirst().guidInfo())
          .extracting(guids -> guids.guidBlock(0))
          .isEqualTo(guid(host));
    }
  }
}
