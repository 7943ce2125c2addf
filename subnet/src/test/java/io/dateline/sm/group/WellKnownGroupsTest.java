package io.dateline.sm.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Terms;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.GroupsWithdrawn;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.sm.group.WellKnownGroups.Setting;
import io.dateline.sm.partition.PartitionFile;
import io.dateline.sm.partition.Partitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WellKnownGroupsTest {
  private static final Setting PLAIN = new Setting(18, false, Optional.empty(), false);
  private static final Gid RED = Gid.parse("ff12:401b:8001::ffff:ffff");
  private static final String FILE = "Default=0x7fff,ipoib:ALL=full;Red=1,ipoib:ALL=full;";

  private final List<SubnetEvent> events = new ArrayList<>();
  private GroupBook book = GroupBook.EMPTY;

  private List<String> settle(String file, Setting setting) {
    return settle(PartitionFile.read(file).partitions(), setting);
  }

  private List<String> settle(Partitions partitions, Setting setting) {
    GroupChanges changes = new GroupChanges(book, "test", 0);
    List<String> warnings = WellKnownGroups.settle(changes, partitions, setting);
    events.clear();
    events.addAll(changes.events());
    for (SubnetEvent event : events) {
      book =
          switch (event) {
            case MulticastJoined joined -> book.with(joined);
            case GroupsWithdrawn gone -> book.with(gone);
            default -> throw new AssertionError(event);
          };
    }
    return warnings;
  }

  private void join(Gid mgid, long guid) {
    Membership member =
        new Membership(mgid.prefix(), mgid.interfaceId(), guid, MulticastGroup.FULL_MEMBER, false);
    book = book.with(new MulticastJoined(List.of(), List.of(member), "test", 0));
  }

  private Terms terms(String mgid) {
    return book.group(Gid.parse(mgid)).terms();
  }

  @Test
  void shouldBeginWithTheBroadcastGroup() {
    assertThat(settle(Partitions.DEFAULT, PLAIN)).isEmpty();

    MulticastGroup broadcast = book.groups().iterator().next();
    assertThat(GroupBook.mgid(broadcast)).hasToString("ff12:401b:ffff:0:0:0:ffff:ffff");
    assertThat(broadcast.isWellKnown()).isTrue();
    assertThat(broadcast.terms()).isEqualTo(new Terms(0xB1B, 0xFFFF, 4, 3, 18, 0, 0, 0, 0, 2));
    assertThat(book.ofMlid(0xC000)).containsExactly(broadcast);
    assertThat(settle(Partitions.DEFAULT, new Setting(19, true, Optional.of(List.of(3, 0)), false)))
        .isEmpty();
    assertThat(events).isEmpty();
  }

  /** Such as one that was made while another engine routed: nothing would lead its packets on. */
  @Test
  void shouldMakeAnewWhatTheRoutingHasNoTreeFor() {
    Setting any = new Setting(18, true, Optional.empty(), false);
    Setting torus = new Setting(18, true, Optional.of(List.of(0, 8)), false);
    String file = "Default=0x7fff,ipoib:ALL=full;Red=1,ipoib,sl=1:ALL=full;";
    settle(file, any);
    assertThat(book.group(RED).terms().sl()).isEqualTo(1);

    assertThat(settle(file, torus)).isEmpty();

    assertThat(book.group(RED).terms().sl()).isZero();
    assertThat(((GroupsWithdrawn) events.getFirst()).reason())
        .isEqualTo("the routing has no tree for its SL 1");
    assertThat(settle(file, torus)).isEmpty();
    assertThat(events).isEmpty();

    settle(file, any);
    join(RED, 0x11);
    settle(file, torus);
    assertThat(events).as("hosts keep to what they were told").isEmpty();
    assertThat(book.group(RED).terms().sl()).isEqualTo(1);
  }

  @Test
  void shouldMakeWhatPartitionsSay() {
    settle(
        """
        Default=0x7fff,ipoib,mtu=5,rate=2,scope=2,scope=5,TClass=7,FlowLabel=9:ALL=full
        mgid=ff15:401b::ffff:ffff,TClass=7
        mgid=ff12:601b::16
        mgid=ff12::5,Q_Key=0x11,mtu=1,rate=6;
        Red=1,ipoib,Q_Key=0x22:ALL=full;
        """,
        PLAIN);

    assertThat(terms("ff12:401b:ffff::ffff:ffff"))
        .isEqualTo(new Terms(0xB1B, 0xFFFF, 5, 2, 18, 0, 7, 9, 0, 2));
    assertThat(terms("ff15:401b:ffff::ffff:ffff"))
        .isEqualTo(new Terms(0xB1B, 0xFFFF, 5, 2, 18, 0, 7, 9, 255, 5));
    assertThat(terms("ff12:601b:ffff::16"))
        .isEqualTo(new Terms(0xB1B, 0xFFFF, 5, 2, 18, 0, 0, 9, 0, 2));
    assertThat(terms("ff12::5")).isEqualTo(new Terms(0x11, 0xFFFF, 1, 6, 18, 0, 0, 9, 0, 2));
    assertThat(book.group(RED).terms()).isEqualTo(new Terms(0x22, 0x8001, 4, 3, 18, 0, 0, 0, 0, 2));
    assertThat(book.groups()).hasSize(7).allMatch(MulticastGroup::isWellKnown);
    assertThat(events).hasSize(1);
  }

  @Test
  void shouldGiveAnSlThatCounts() {
    String file = "Default=0x7fff,ipoib,sl=4:ALL=full\nmgid=ff12::1,sl=5;";

    assertThat(sls(file, PLAIN)).containsExactly(5, 0);
    assertThat(sls(file, new Setting(18, true, Optional.empty(), false))).containsExactly(5, 4);
    assertThat(sls(file, new Setting(18, true, Optional.of(List.of(6, 4)), false)))
        .containsExactly(6, 4);
    assertThat(
            sls(
                "Default=0x7fff,ipoib:ALL=f;",
                new Setting(18, false, Optional.of(List.of(4, 5)), false)))
        .containsExactly(4);
  }

  private List<Integer> sls(String file, Setting setting) {
    book = GroupBook.EMPTY;
    settle(file, setting);
    return book.groups().stream().map(group -> group.terms().sl()).toList();
  }

  @Test
  void shouldGiveUpGroupsThatNoPartitionHas() {
    settle(FILE, PLAIN);

    settle(Partitions.DEFAULT, PLAIN);

    assertThat(book.group(RED)).isNull();
    assertThat(book.groups()).hasSize(1);
    assertThat(events)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactly(
            new GroupsWithdrawn(
                new long[] {RED.prefix()},
                new long[] {RED.interfaceId()},
                "no partition has it any more",
                0));
  }

  @Test
  void shouldKeepAGroupWhileItHasMembers() {
    settle(FILE, PLAIN);
    int mlid = book.group(RED).mlid();
    join(RED, 0x11);

    settle("Default=0x7fff,ipoib:ALL=full\nmgid=ff12::1;", PLAIN);

    assertThat(book.group(RED).isWellKnown()).isFalse();
    assertThat(book.group(RED).members()).hasSize(1);
    assertThat(events).hasSize(2);

    settle(FILE, PLAIN);

    assertThat(book.group(RED).isWellKnown()).as("its partition is back").isTrue();
    assertThat(book.group(RED).members()).hasSize(1);
    assertThat(book.group(RED).mlid()).isEqualTo(mlid);
  }

  @Test
  void shouldMakeAnewWhatNoPortIsIn() {
    settle(FILE, PLAIN);
    int mlid = book.group(RED).mlid();

    assertThat(settle(FILE.replace("Red=1,ipoib", "Red=1,ipoib,mtu=5"), PLAIN)).isEmpty();

    assertThat(book.group(RED).terms().mtu()).isEqualTo(5);
    assertThat(book.group(RED).isWellKnown()).isTrue();
    assertThat(book.group(RED).mlid()).isEqualTo(mlid);
    assertThat(events).hasSize(2);
    assertThat(settle(FILE.replace("Red=1,ipoib", "Red=1,ipoib,mtu=5"), PLAIN)).isEmpty();
    assertThat(events).as("once").isEmpty();
  }

  @Test
  void shouldTellWhichGroupsAreNotWhatPartitionsSay() {
    settle(FILE, PLAIN);
    join(RED, 0x11);

    List<String> warnings = settle(FILE.replace("Red=1,ipoib", "Red=1,ipoib,mtu=5"), PLAIN);

    assertThat(warnings)
        .containsExactly(
            "group ff12:401b:8001:0:0:0:ffff:ffff stays as it was made, P_Key 0x8001 mtu=4 rate=3"
                + " sl=0 Q_Key=0xb1b TClass=0 FlowLabel=0, while ports are in it; partition 'Red' (0x0001) now says P_Key"
                + " 0x8001 mtu=5 rate=3 sl=0 Q_Key=0xb1b TClass=0 FlowLabel=0");
    assertThat(events).isEmpty();
    assertThat(book.group(RED).terms().mtu()).isEqualTo(4);
  }
}
