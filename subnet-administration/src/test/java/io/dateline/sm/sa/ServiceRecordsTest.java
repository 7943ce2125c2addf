package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.registration.RegistrationSettings;
import io.dateline.sm.registration.ServiceRules;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import org.junit.jupiter.api.Test;

/** ServiceRecord (IBA Vol 1, 15.2.5.14). Host 3 is in partition 5 alone, host 2 in both. */
class ServiceRecordsTest {
  private static final long TRUSTED = 1;
  private static final byte[] KEY = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);
  private final SubnetView view =
      builder.pKeys(builder.host(3), 0x8005).pKeys(builder.host(2), 0xFFFF, 0x8005).build();
  private final RegistrationClients clients =
      new RegistrationClients(view, new RegistrationSettings(3, 3, false, 3, 0));

  private int lid(int host) {
    return view.lids().baseLid(builder.host(host));
  }

  private long guid(int host) {
    return builder.fabric.portGuid(builder.host(host));
  }

  private Ask ask(int method, long id, int host) {
    return Ask.method(method, AttributeId.SERVICE_RECORD)
        .with(ServiceRecord.SERVICE_ID, id)
        .with(ServiceRecord.SERVICE_GID, Gid.DEFAULT_PREFIX, guid(host));
  }

  private Ask register(long id, int host) {
    return ask(Mad.SET, id, host);
  }

  private static Ask withKey(Ask ask, byte[] key) {
    ServiceRecord.SERVICE_KEY.setBytes(ask.mad().bytes(), Mad.SA_DATA, key);
    return ask;
  }

  private static Ask table() {
    return Ask.table(AttributeId.SERVICE_RECORD);
  }

  private List<ServiceRecord> records(Ask ask, int host) {
    return Ask.records(clients.reply(ask, lid(host)), ServiceRecord::in);
  }

  private int status(Ask ask, int host) {
    return clients.tell(ask, lid(host)).status();
  }

  @Test
  void shouldStayForEverInTheDefaultPartitionUnlessSaidOtherwise() {
    RegistrationClients.Got got =
        clients.tell(register(7, 0).with(ServiceRecord.SERVICE_NAME, "seven"), lid(0));
    assertThat(got.status()).isZero();
    ServiceRecord record = ServiceRecord.of(got.record());
    assertThat(record.servicePKey()).isEqualTo(0xFFFF);
    assertThat(record.serviceLease()).isEqualTo(ServiceRules.LEASE_FOR_EVER);
    clients.pass(Long.MAX_VALUE / 2);
    clients.endLeases();
    assertThat(records(table(), 1)).extracting(ServiceRecord::serviceName).containsExactly("seven");
  }

  @Test
  void shouldNeedIdAndGid() {
    Ask incomplete =
        Ask.method(Mad.SET, AttributeId.SERVICE_RECORD).with(ServiceRecord.SERVICE_ID, 7);
    assertThat(status(incomplete, 0)).isEqualTo(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    assertThat(clients.journal()).isEmpty();
  }

  @Test
  void shouldBeFoundByEveryComponent() {
    Ask full = register(7, 0).with(ServiceRecord.SERVICE_NAME, "seven");
    ServiceRecord asked = ServiceRecord.in(full.mad().bytes(), Mad.SA_DATA);
    asked.serviceData8(15, 8).serviceData16(7, 16).serviceData32(3, 32).serviceData64(1, 64);
    clients.tell(full, lid(0));
    clients.tell(register(8, 0), lid(0));
    assertThat(records(table().with(ServiceRecord.SERVICE_ID, 7), 1)).hasSize(1);
    assertThat(records(table().with(ServiceRecord.SERVICE_NAME, "seven"), 1)).hasSize(1);
    assertThat(records(table().with(ServiceRecord.SERVICE_PKEY, 0xFFFF), 1)).hasSize(2);
    assertThat(records(table().with(ServiceRecord.SERVICE_GID, Gid.DEFAULT_PREFIX, guid(0)), 1))
        .hasSize(2);
    assertThat(records(table().with(ServiceRecord.SERVICE_LEASE, 0xFFFF_FFFFL), 1)).hasSize(2);
    for (int bit = 7; bit <= 36; bit++) {
      Ask ofData = table();
      System.arraycopy(full.mad().bytes(), Mad.SA_DATA, ofData.mad().bytes(), Mad.SA_DATA, 176);
      SaHeader.of(ofData.mad()).componentMask(1L << bit);
      boolean tellsApart = bit == 22 || bit == 30 || bit == 34 || bit == 36;
      assertThat(records(ofData, 1)).as("bit %d", bit).hasSize(tellsApart ? 1 : 2);
    }
  }

  @Test
  void shouldReplaceTheServiceOfTheSameIdGidAndPartition() {
    clients.tell(register(7, 0).with(ServiceRecord.SERVICE_NAME, "old"), lid(0));
    clients.tell(register(7, 0).with(ServiceRecord.SERVICE_NAME, "new"), lid(0));
    clients.tell(register(7, 1).with(ServiceRecord.SERVICE_NAME, "elsewhere"), lid(1));
    assertThat(records(table(), 1))
        .extracting(ServiceRecord::serviceName)
        .containsExactly("new", "elsewhere");
    int events = clients.journal().size();
    clients.tell(register(7, 0).with(ServiceRecord.SERVICE_NAME, "new"), lid(0));
    assertThat(clients.journal()).as("a Set that is repeated changes nothing").hasSize(events);
  }

  @Test
  void shouldEndWithItsLease() {
    clients.tell(register(7, 0).with(ServiceRecord.SERVICE_LEASE, 100), lid(0));
    clients.pass(2_500);
    assertThat(records(table(), 1)).extracting(ServiceRecord::serviceLease).containsExactly(98L);
    clients.pass(97_500);
    assertThat(records(table(), 1)).as("before the manager has looked").isEmpty();
    assertThat(clients.book().services()).hasSize(1);
    clients.endLeases();
    assertThat(clients.book().services()).isEmpty();
    assertThat(clients.journal().getLast()).isInstanceOf(SubnetEvent.ServicesRemoved.class);
  }

  @Test
  void shouldHoldTheKeyOfItsPartitionAtBothPorts() {
    assertThat(status(register(7, 0).with(ServiceRecord.SERVICE_PKEY, 0x8005), 0))
        .as("the requester does not")
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(register(7, 0).with(ServiceRecord.SERVICE_PKEY, 0x8005), 2))
        .as("the port of the GID does not")
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(register(7, 3).with(ServiceRecord.SERVICE_PKEY, 0x8005), 2)).isZero();
    assertThat(status(register(7, 3), 3)).as("0xFFFF").isEqualTo(SaStatus.REQ_INVALID);
    assertThat(records(table(), 2)).hasSize(1);
    assertThat(records(table(), 0)).as("of another partition").isEmpty();
    assertThat(status(ask(Mad.DELETE, 7, 3), 0)).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldBeTakenBackByAPortThatHasLeftThePartition() {
    assertThat(status(register(7, 2).with(ServiceRecord.SERVICE_PKEY, 0x8005), 2)).isZero();
    SubnetViewBuilder later = SubnetViewBuilder.row(2, 2);
    clients.become(later.pKeys(later.host(3), 0x8005).build());
    assertThat(records(table(), 2)).as("it does not see it any more").isEmpty();
    assertThat(status(ask(Mad.DELETE, 7, 2), 0)).as("another port").isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(ask(Mad.DELETE, 7, 2), 2)).isZero();
    assertThat(records(table(), 3)).isEmpty();
  }

  @Test
  void shouldTakeAGidWithoutAPortUnlessItsPartitionIsNamed() {
    Ask elsewhere =
        Ask.method(Mad.SET, AttributeId.SERVICE_RECORD)
            .with(ServiceRecord.SERVICE_ID, 7)
            .with(ServiceRecord.SERVICE_GID, Gid.DEFAULT_PREFIX, 0x77);
    assertThat(status(elsewhere, 0)).isZero();
    assertThat(status(elsewhere.with(ServiceRecord.SERVICE_PKEY, 0xFFFF), 0))
        .isEqualTo(SaStatus.REQ_INVALID);
    Ask ofGroup =
        Ask.method(Mad.SET, AttributeId.SERVICE_RECORD)
            .with(ServiceRecord.SERVICE_ID, 8)
            .with(ServiceRecord.SERVICE_GID, 0xFF12_0000_0000_0000L, 0x77)
            .with(ServiceRecord.SERVICE_PKEY, 0xFFFF);
    assertThat(status(ofGroup, 0)).isZero();
  }

  @Test
  void shouldShowItsKeyToTheTrustedOnly() {
    clients.tell(withKey(register(7, 0), KEY), lid(0));
    assertThat(records(table(), 0).getFirst().serviceKey()).containsOnly(0);
    assertThat(records(table().smKey(TRUSTED), 0).getFirst().serviceKey()).isEqualTo(KEY);
    Ask byKey = withKey(table(), KEY);
    SaHeader.of(byKey.mad()).componentMask(ServiceRecord.SERVICE_KEY.mask());
    assertThat(records(byKey, 1)).as("found by one that knows it, and not shown").hasSize(1);
    assertThat(records(byKey, 1).getFirst().serviceKey()).containsOnly(0);
  }

  @Test
  void shouldBeChangedByItsOwnerOrThoseThatKnowItsKey() {
    clients.tell(withKey(register(7, 0), KEY), lid(0));
    assertThat(status(register(7, 0), 1)).isEqualTo(SaStatus.REQ_DENIED);
    assertThat(status(ask(Mad.DELETE, 7, 0), 1)).isEqualTo(SaStatus.REQ_DENIED);
    assertThat(status(withKey(register(7, 0), KEY), 1)).as("knows the key").isZero();
    assertThat(status(withKey(register(7, 0), KEY), 0)).isZero();
    assertThat(status(ask(Mad.DELETE, 7, 0).smKey(TRUSTED), 1)).isZero();
    assertThat(clients.book().services()).isEmpty();
    clients.tell(register(8, 0), lid(0));
    assertThat(status(ask(Mad.DELETE, 8, 0), 1)).as("as with OpenSM").isZero();
  }

  @Test
  void shouldRemoveTheOneThatTheMaskMatches() {
    clients.tell(register(7, 0).with(ServiceRecord.SERVICE_NAME, "seven"), lid(0));
    clients.tell(register(8, 0).with(ServiceRecord.SERVICE_NAME, "eight"), lid(0));
    Ask all = Ask.method(Mad.DELETE, AttributeId.SERVICE_RECORD);
    assertThat(status(all, 0)).isEqualTo(SaStatus.TOO_MANY_RECORDS);
    Ask byName =
        Ask.method(Mad.DELETE, AttributeId.SERVICE_RECORD)
            .with(ServiceRecord.SERVICE_NAME, "seven");
    RegistrationClients.Got gone = clients.tell(byName, lid(0));
    assertThat(gone.status()).isZero();
    assertThat(ServiceRecord.of(gone.record()).serviceId()).isEqualTo(7);
    assertThat(status(byName, 0)).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(records(table(), 0)).extracting(ServiceRecord::serviceId).containsExactly(8L);
  }

  @Test
  void shouldBoundThoseOfOnePort() {
    for (int id = 1; id <= 3; id++) {
      assertThat(status(register(id, 0), 0)).isZero();
    }
    assertThat(status(register(4, 0), 0)).isEqualTo(SaStatus.NO_RESOURCES);
    assertThat(status(register(3, 0), 0)).as("in the place of its own").isZero();
    assertThat(status(register(3, 0), 1)).as("another port takes one over").isZero();
    assertThat(status(register(4, 0), 0)).isZero();
    assertThat(status(ask(Mad.DELETE, 4, 0), 0)).isZero();
    assertThat(status(register(5, 0), 0)).isZero();
  }

  @Test
  void shouldTellHowManyThereAre() {
    Ask get = Ask.get(AttributeId.SERVICE_RECORD);
    assertThat(clients.reply(get, lid(0)).status()).isEqualTo(SaStatus.NO_RECORDS);
    clients.tell(register(7, 0), lid(0));
    assertThat(clients.reply(get, lid(0)).recordCount()).isEqualTo(1);
    clients.tell(register(8, 0), lid(0));
    assertThat(clients.reply(get, lid(0)).status()).isEqualTo(SaStatus.TOO_MANY_RECORDS);
  }
}
