package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.sa.InformInfoRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.registration.RegistrationSettings;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** InformInfo and InformInfoRecord (IBA Vol 1, 13.4.11, 15.2.5.12). Host 3 is in partition 5. */
class SubscriptionsTest {
  private static final long TRUSTED = 1;
  private static final int QUEUE_PAIR = 0x1234;

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);
  private final SubnetView view = builder.pKeys(builder.host(3), 0x8005).build();
  private final RegistrationClients clients =
      new RegistrationClients(view, new RegistrationSettings(3, 3, false, 3, 0));

  private int lid(int host) {
    return view.lids().baseLid(builder.host(host));
  }

  private long guid(int host) {
    return builder.fabric.portGuid(builder.host(host));
  }

  /** To every notice of every port; InformInfo has no ComponentMask. */
  private static Ask inform(boolean isBegin) {
    Ask ask = Ask.method(Mad.SET, AttributeId.INFORM_INFO);
    InformInfo.in(ask.mad().bytes(), Mad.SA_DATA)
        .lidRangeBegin(0xFFFF)
        .isGeneric(1)
        .subscribe(isBegin ? 1 : 0)
        .type(0xFFFF)
        .trapNumber(0xFFFF)
        .respTimeValue(18)
        .producerType(0xFFFFFF);
    return ask;
  }

  private static Ask subscribe(Field component, int value) {
    return set(inform(true), component, value);
  }

  private static Ask set(Ask ask, Field component, int value) {
    component.setInt(ask.mad().bytes(), Mad.SA_DATA, value);
    return ask;
  }

  private static Ask ofGid(long guid) {
    Ask ask = inform(true);
    InformInfo.in(ask.mad().bytes(), Mad.SA_DATA).gid(new Gid(Gid.DEFAULT_PREFIX, guid));
    return ask;
  }

  private static Ask ofLids(int begin, int end) {
    return set(subscribe(InformInfo.LID_RANGE_BEGIN, begin), InformInfo.LID_RANGE_END, end);
  }

  private int status(Ask ask, int host) {
    return clients.tell(ask, lid(host), QUEUE_PAIR).status();
  }

  private List<InformInfoRecord> records(Ask ask, int host) {
    return Ask.records(clients.reply(ask, lid(host)), InformInfoRecord::in);
  }

  private static Ask table() {
    return Ask.table(AttributeId.INFORM_INFO_RECORD);
  }

  @Test
  void shouldBeginOnceAndEndByTheQueuePairThatBegan() {
    RegistrationClients.Got got = clients.tell(inform(true), lid(0), QUEUE_PAIR);
    assertThat(got.status()).isZero();
    assertThat(InformInfo.of(got.record()).trapNumber()).isEqualTo(0xFFFF);
    assertThat(status(inform(true), 0)).as("again").isZero();
    assertThat(clients.journal()).hasSize(1);
    assertThat(clients.tell(inform(true), lid(0), 1).status()).as("another queue pair").isZero();
    assertThat(clients.book().subscriptions()).hasSize(2);

    assertThat(status(set(inform(false), InformInfo.QPN, 77), 0)).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(set(inform(false), InformInfo.QPN, 1), 0)).as("named").isZero();
    assertThat(status(inform(false), 1)).as("of another port").isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(inform(false), 0)).as("its own").isZero();
    assertThat(status(inform(false), 0)).as("none is left").isEqualTo(SaStatus.REQ_INVALID);
    assertThat(clients.book().subscriptions()).isEmpty();
    assertThat(clients.journal().getLast()).isInstanceOf(SubnetEvent.SubscriptionsRemoved.class);
  }

  /** Osmtest asks so, and OpenSM grants it. */
  @Test
  void shouldGrantWhatNamesNoSourceAndARangeWithoutAnEnd() {
    assertThat(status(ofLids(0, 0), 0)).isZero();
    assertThat(status(ofLids(lid(1), 0), 0)).isZero();
  }

  @Test
  void shouldRefuseWhatMakesNoSense() {
    assertThat(status(subscribe(InformInfo.SUBSCRIBE, 2), 0)).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(subscribe(InformInfo.IS_GENERIC, 2), 0)).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(ofGid(0x77), 0)).as("no such port").isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(ofLids(3, 1), 0)).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(ofLids(500, 600), 0)).as("no port").isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(ofLids(0xC000, 0xC001), 0)).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(clients.journal()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {Mad.GET, Mad.GET_TABLE, Mad.DELETE})
  void shouldHaveNoOtherMethod(int method) {
    assertThat(clients.reply(Ask.method(method, AttributeId.INFORM_INFO), lid(0)).status())
        .isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
  }

  @Test
  void shouldHearOnlyOfPortsOfItsPartition() {
    assertThat(status(ofGid(guid(1)), 0)).isZero();
    assertThat(status(ofGid(guid(3)), 0)).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(ofGid(guid(3)), 3)).as("itself").isZero();
    assertThat(status(ofLids(lid(0), lid(2)), 0)).isZero();
    assertThat(status(ofLids(lid(0), lid(3)), 0)).isEqualTo(SaStatus.REQ_INVALID);
  }

  /** Of M_Keys, P_Keys and Q_Keys. */
  @ParameterizedTest
  @ValueSource(ints = {256, 257, 258, 259})
  void shouldHearOfKeysOnlyIfItIsTrusted(int trap) {
    assertThat(status(subscribe(InformInfo.TRAP_NUMBER, trap), 0)).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(status(subscribe(InformInfo.TRAP_NUMBER, trap).smKey(TRUSTED), 0)).isZero();
    assertThat(clients.book().subscriptions().iterator().next().isTrusted()).isTrue();
  }

  @Test
  void shouldBoundThoseOfOnePort() {
    for (int trap = 64; trap <= 66; trap++) {
      assertThat(status(subscribe(InformInfo.TRAP_NUMBER, trap), 0)).isZero();
    }
    assertThat(status(subscribe(InformInfo.TRAP_NUMBER, 67), 0)).isEqualTo(SaStatus.NO_RESOURCES);
    assertThat(status(subscribe(InformInfo.TRAP_NUMBER, 66), 0)).as("it has it").isZero();
    assertThat(status(subscribe(InformInfo.TRAP_NUMBER, 67), 1)).as("another port").isZero();
  }

  @Test
  void shouldBeShownWithNumbersThatAreGivenAgain() {
    for (int trap = 64; trap <= 66; trap++) {
      clients.tell(subscribe(InformInfo.TRAP_NUMBER, trap), lid(0), QUEUE_PAIR);
    }
    clients.tell(inform(true), lid(1));
    List<InformInfoRecord> all = records(table(), 2);
    assertThat(all).extracting(InformInfoRecord::enumeration).containsExactly(0, 1, 2, 0);
    assertThat(all).extracting(record -> record.informInfo().qpn()).containsOnly(0);
    assertThat(all).extracting(record -> record.informInfo().subscribe()).containsOnly(1);
    assertThat(records(table().smKey(TRUSTED), 2))
        .extracting(record -> record.informInfo().qpn())
        .containsExactly(QUEUE_PAIR, QUEUE_PAIR, QUEUE_PAIR, 1);
    assertThat(records(table(), 3)).as("of another partition").isEmpty();

    status(set(set(inform(false), InformInfo.TRAP_NUMBER, 65), InformInfo.QPN, QUEUE_PAIR), 0);
    clients.tell(subscribe(InformInfo.TRAP_NUMBER, 144), lid(0), QUEUE_PAIR);
    Ask second =
        Ask.get(AttributeId.INFORM_INFO_RECORD)
            .with(InformInfoRecord.SUBSCRIBER_GID, Gid.DEFAULT_PREFIX, guid(0))
            .with(InformInfoRecord.ENUMERATION, 1);
    assertThat(records(second, 0))
        .extracting(record -> record.informInfo().trapNumber())
        .containsExactly(144);
  }
}
