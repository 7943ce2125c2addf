package io.dateline.sm.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.persistence.event.MulticastGroup.Terms;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.GroupsWithdrawn;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.persistence.event.SubnetEvent.MulticastLeft;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupBookTest {
  private static final Terms TERMS = new Terms(1, 0xFFFF, 4, 3, 18, 0, 0, 0, 0, 2);
  private static final long HIGH = 0xFF12_0000_0000_0000L;
  private static final int GROUPS = 6;
  private static final int PORTS = 8;
  private static final int STEPS = 400;

  /**
   * JoinState by port GUID, of each group by the lower half of its MGID; lives with its keepers.
   */
  private final Map<Long, Map<Long, Integer>> model = new TreeMap<>();

  private static MulticastGroup group(long low, int mlid, boolean isWellKnown) {
    return new MulticastGroup(HIGH, low, mlid, TERMS, isWellKnown, List.of());
  }

  private static Membership membership(long low, long port, int joinState) {
    return new Membership(HIGH, low, port, joinState, false);
  }

  private static GroupBook apply(GroupBook book, List<SubnetEvent> events) {
    GroupBook after = book;
    for (SubnetEvent event : events) {
      after =
          switch (event) {
            case MulticastJoined joined -> after.with(joined);
            case MulticastLeft left -> after.with(left);
            case GroupsWithdrawn gone -> after.with(gone);
            default -> throw new AssertionError(event);
          };
    }
    return after;
  }

  /** In batches of random size; group 0 is well known. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void shouldBeWhatANaiveModelIs(long seed) {
    Random random = new Random(seed);
    GroupBook book = GroupBook.EMPTY;
    int events = 0;
    for (int step = 0; step < STEPS; step++) {
      GroupChanges changes = new GroupChanges(book, "test", step);
      for (int i = random.nextInt(12); i >= 0; i--) {
        change(random, changes);
      }
      events += changes.events().size();
      book = apply(book, changes.events());
      assertThat(states(book)).as("seed %d, step %d", seed, step).isEqualTo(model);
      assertThat(book.groups().stream().map(MulticastGroup::mlid))
          .as("seed %d, step %d", seed, step)
          .doesNotHaveDuplicates()
          .allMatch(mlid -> mlid >= 0xC000 && mlid < 0xC000 + GROUPS);
      assertThat(GroupBook.of(book.groups())).isEqualTo(book);
      assertThat(book.memberCount()).isEqualTo(model.values().stream().mapToInt(Map::size).sum());
    }
    assertThat(events).isGreaterThan(STEPS / 2);
  }

  private void change(Random random, GroupChanges changes) {
    long low = random.nextInt(GROUPS);
    long port = (long) random.nextInt(PORTS) - PORTS / 2; // GUIDs are unsigned
    int bits = 1 + random.nextInt(15);
    Gid mgid = new Gid(HIGH, low);
    Map<Long, Integer> members = model.get(low);
    if (random.nextInt(3) > 0) {
      if (members == null) {
        members = new TreeMap<>();
        model.put(low, members);
        bits |= 1;
        changes.make(group(low, changes.draft().mlidFor(mgid, false), low == 0));
      }
      int states = members.merge(port, bits, (before, more) -> before | more);
      changes.join(membership(low, port, states));
    } else if (members != null && members.containsKey(port)) {
      int left = members.get(port) & bits;
      if (left == 0) {
        return;
      }
      changes.leave(membership(low, port, left));
      members.computeIfPresent(
          port, (key, before) -> (before & ~left) == 0 ? null : before & ~left);
      if (members.values().stream().noneMatch(states -> (states & 0b1001) != 0)) {
        members.clear();
        if (low != 0) {
          model.remove(low);
        }
      }
    }
    assertThat(changes.draft().contains(mgid)).isEqualTo(model.containsKey(low));
  }

  private static Map<Long, Map<Long, Integer>> states(GroupBook book) {
    Map<Long, Map<Long, Integer>> states = new TreeMap<>();
    for (MulticastGroup group : book.groups()) {
      Map<Long, Integer> members = new TreeMap<>();
      long before = 0;
      for (Member member : group.members()) {
        assertThat(members.isEmpty() || Long.compareUnsigned(before, member.portGuid()) < 0)
            .as("ascending")
            .isTrue();
        before = member.portGuid();
        members.put(member.portGuid(), member.joinState());
      }
      states.put(group.mgidLow(), members);
    }
    return states;
  }

  @Test
  void shouldMakeOneEventOfAllThatJoin() {
    GroupChanges changes = new GroupChanges(GroupBook.EMPTY, "test", 0);
    changes.make(group(1, 0xC000, false));
    for (int port = 0; port < 10_000; port++) {
      changes.join(membership(1, port, 1));
    }
    assertThat(changes.events()).hasSize(1);
    assertThat(apply(GroupBook.EMPTY, changes.events()).memberCount()).isEqualTo(10_000);
  }

  @Test
  void shouldMakeNoEventOfJoinsAndLeavesThatCancelOut() {
    GroupBook book =
        GroupBook.EMPTY.with(
            new MulticastJoined(
                List.of(group(1, 0xC000, false)), List.of(membership(1, 1, 1)), "", 0));
    GroupChanges changes = new GroupChanges(book, "test", 0);
    for (int round = 0; round < 100; round++) {
      changes.join(membership(1, 2, 1));
      changes.leave(membership(1, 2, 1));
      changes.make(group(2, 0xC001, false));
      changes.join(membership(2, 2, 1));
      changes.leave(membership(2, 2, 1));
    }
    assertThat(changes.events()).isEmpty();
  }

  @Test
  void shouldKeepAGroupThatAnotherHasJoinedBeforeItsLastMemberLeft() {
    GroupBook book =
        GroupBook.EMPTY.with(
            new MulticastJoined(
                List.of(group(1, 0xC000, false)), List.of(membership(1, 1, 1)), "", 0));
    GroupChanges changes = new GroupChanges(book, "test", 0);
    changes.leave(membership(1, 1, 1));
    changes.make(group(1, 0xC000, false));
    changes.join(membership(1, 2, 1));
    changes.join(membership(1, 3, 1));
    changes.leave(membership(1, 3, 1));
    assertThat(changes.events()).hasSize(2);
    assertThat(states(apply(book, changes.events()))).isEqualTo(Map.of(1L, Map.of(2L, 1)));
  }

  @Test
  void shouldTakeOutWhoIsGone() {
    GroupChanges made = new GroupChanges(GroupBook.EMPTY, "test", 0);
    made.make(group(1, 0xC000, false));
    made.make(group(2, 0xC001, true));
    made.make(group(3, 0xC002, false));
    for (long low = 1; low <= 3; low++) {
      made.join(membership(low, 10, 1));
      made.join(membership(low, 20, low == 3 ? 1 : 2));
      made.join(membership(low, 30, 2));
    }
    GroupBook book = apply(GroupBook.EMPTY, made.events());
    GroupChanges changes = new GroupChanges(book, "gone", 0);
    Departures.add(changes, (guid, pKey) -> guid == 20);

    GroupBook left = apply(book, changes.events());
    assertThat(states(left)).isEqualTo(Map.of(2L, Map.of(), 3L, Map.of(20L, 1)));
    assertThat(changes.events()).hasSize(1);
  }

  @Test
  void shouldRefuseEventsThatCannotHaveBeen() {
    GroupBook book =
        GroupBook.EMPTY.with(
            new MulticastJoined(
                List.of(group(1, 0xC000, false)), List.of(membership(1, 1, 1)), "", 0));
    List<SubnetEvent> impossible = new ArrayList<>();
    impossible.add(new MulticastJoined(List.of(group(2, 0xC000, false)), List.of(), "", 0));
    impossible.add(new MulticastJoined(List.of(group(1, 0xC001, false)), List.of(), "", 0));
    impossible.add(new MulticastJoined(List.of(), List.of(membership(5, 1, 1)), "", 0));
    impossible.add(new MulticastJoined(List.of(), List.of(membership(1, 1, 0)), "", 0));
    impossible.add(new MulticastLeft(List.of(membership(5, 1, 1)), "", 0));
    impossible.add(new MulticastLeft(List.of(membership(1, 2, 1)), "", 0));
    impossible.add(new GroupsWithdrawn(new long[] {HIGH}, new long[] {5}, "", 0));
    impossible.add(new GroupsWithdrawn(new long[] {HIGH}, new long[] {1}, "", 0));
    for (SubnetEvent event : impossible) {
      assertThatThrownBy(() -> apply(book, List.of(event)))
          .as(event.toString())
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
