package io.dateline.sm.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.GidDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.EventSubscription.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which subscriptions a notice is for (IBA Vol 1, 13.4.8.3 and 13.4.11). */
class SubnetNoticeTest {
  private static final int ANY = 0xFFFF;
  private static final Gid PORT = new Gid(Gid.DEFAULT_PREFIX, 0x77);
  private static final SubnetNotice.Issuer MANAGER =
      new SubnetNotice.Issuer(9, new Gid(Gid.DEFAULT_PREFIX, 0x9));
  private static final SubnetNotice CAME =
      SubnetNotice.portInService(MANAGER, PORT, new short[] {-1});

  private static EventSubscription to(Topic topic) {
    return new EventSubscription(new EventSubscription.Id(1, 0), 1, topic, 18, false);
  }

  /** To a trap number, of a type, by a producer. */
  private static EventSubscription to(int trap, int type, int producer) {
    return to(new Topic(0, 0, ANY, 0, true, type, trap, producer));
  }

  private static EventSubscription fromLids(int begin, int end) {
    return to(new Topic(0, 0, begin, end, true, ANY, ANY, 0xFFFFFF));
  }

  private static SubnetNotice trap(int number) {
    Notice notice =
        new Notice()
            .isGeneric(true)
            .type(Notice.TYPE_SECURITY)
            .producerType(1)
            .trapNumber(number)
            .issuerLid(500); // not to be believed
    return SubnetNotice.ofTrap(notice, new SubnetNotice.Issuer(5, PORT), new short[] {-1});
  }

  @Test
  void shouldSayWhatOpenSmSays() {
    Notice notice = CAME.report().notice();
    assertThat(notice.isGeneric()).isTrue();
    assertThat(notice.type()).isEqualTo(3);
    assertThat(notice.producerType()).isEqualTo(4);
    assertThat(notice.trapNumber()).isEqualTo(64);
    assertThat(notice.issuerLid()).isEqualTo(9);
    assertThat(CAME.report().issuerGid()).isEqualTo(MANAGER.gid());
    assertThat(((GidDetails) notice.details()).gidAddr()).isEqualTo(PORT);
    assertThat(SubnetNotice.portOutOfService(MANAGER, PORT, null).report().notice().trapNumber())
        .isEqualTo(65);
    SubnetNotice made = SubnetNotice.groupCreated(MANAGER, new Gid(-1, 1), 0x0005);
    assertThat(made.report().notice().trapNumber()).isEqualTo(66);
    assertThat(made.pKeys()).as("limited members hear of it").containsExactly((short) 0x8005);
    assertThat(SubnetNotice.groupDeleted(MANAGER, new Gid(-1, 1), 5).report().notice().trapNumber())
        .isEqualTo(67);
  }

  @Test
  void shouldCompareNumberTypeAndProducer() {
    assertThat(CAME.isFor(to(ANY, ANY, 0xFFFFFF))).isTrue();
    assertThat(CAME.isFor(to(64, 3, 4))).as("as srp_daemon asks").isTrue();
    assertThat(CAME.isFor(to(65, ANY, 0xFFFFFF))).isFalse();
    assertThat(CAME.isFor(to(64, 4, 0xFFFFFF))).isFalse();
    assertThat(CAME.isFor(to(64, ANY, 1))).isFalse();
    assertThat(CAME.isFor(to(new Topic(0, 0, ANY, 0, false, ANY, ANY, 0xFFFFFF))))
        .as("of vendors")
        .isFalse();
  }

  @Test
  void shouldCompareWhereItComesFrom() {
    assertThat(CAME.isFor(fromLids(9, 9))).isTrue();
    assertThat(CAME.isFor(fromLids(1, 8))).isFalse();
    assertThat(CAME.isFor(fromLids(10, 20))).isFalse();
    assertThat(trap(TrapNumber.LINK_STATE).isFor(fromLids(5, 5)))
        .as("the LID that it came from")
        .isTrue();
    Topic ofPort = new Topic(PORT.prefix(), PORT.interfaceId(), 1, 1, true, ANY, ANY, 0xFFFFFF);
    assertThat(trap(TrapNumber.LINK_STATE).isFor(to(ofPort))).as("the GID goes first").isTrue();
    assertThat(CAME.isFor(to(ofPort))).as("it is about the port, and not from it").isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {256, 257, 258, 259})
  void shouldTellOfKeysToTheTrustedOnly(int number) {
    Topic everything = new Topic(0, 0, ANY, 0, true, ANY, ANY, 0xFFFFFF);
    assertThat(trap(number).isFor(to(everything))).isFalse();
    assertThat(
            trap(number)
                .isFor(
                    new EventSubscription(new EventSubscription.Id(1, 0), 1, everything, 18, true)))
        .isTrue();
  }
}
