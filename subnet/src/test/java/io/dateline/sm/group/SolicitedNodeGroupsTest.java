package io.dateline.sm.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Terms;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.persistence.event.SubnetEvent.MulticastLeft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of IPv6's solicited nodes, which may share a multicast LID. */
class SolicitedNodeGroupsTest {
  private static final Terms TERMS = new Terms(0xB1B, 0xFFFF, 4, 3, 18, 0, 0, 0, 0, 2);
  private static final Gid FIRST = solicited(0xFFFF, 2, 0x123456);

  private static Gid solicited(int pKey, int scope, int end) {
    return new Gid(
        0xFF10_601B_0000_0000L | (long) scope << 48 | (long) pKey << 16, 0x1_FF00_0000L | end);
  }

  private static MulticastGroup group(Gid mgid, int mlid) {
    return new MulticastGroup(mgid.prefix(), mgid.interfaceId(), mlid, TERMS, false, List.of());
  }

  private static Membership member(Gid mgid) {
    return new Membership(mgid.prefix(), mgid.interfaceId(), 7, MulticastGroup.FULL_MEMBER, false);
  }

  private static GroupBook apply(GroupBook book, List<SubnetEvent> events) {
    GroupBook after = book;
    for (SubnetEvent event : events) {
      after =
          switch (event) {
            case MulticastJoined joined -> after.with(joined);
            case MulticastLeft left -> after.with(left);
            default -> throw new AssertionError(event.toString());
          };
    }
    return after;
  }

  @Test
  void shouldTellThemFromOthers() {
    assertThat(Mgid.isSolicitedNode(FIRST)).isTrue();
    assertThat(Mgid.isSolicitedNode(solicited(0x8001, 5, 0))).isTrue();
    for (Gid other :
        List.of(
            Mgid.BROADCAST,
            new Gid(0xFF12_401B_FFFF_0000L, 0x1_FF00_0001L),
            new Gid(0xFF02_601B_FFFF_0000L, 0x1_FF00_0001L),
            new Gid(0xFF12_601B_FFFF_0001L, 0x1_FF00_0001L),
            new Gid(0xFF12_601B_FFFF_0000L, 0x1_FE00_0001L),
            new Gid(0xFF12_601B_FFFF_0000L, 1))) {
      assertThat(Mgid.isSolicitedNode(other)).as(other.toString()).isFalse();
    }
  }

  @Test
  void shouldShareWithThoseOfTheirScopeAndPartitionOnly() {
    GroupChanges changes = new GroupChanges(GroupBook.EMPTY, "test", 0);
    assertThat(changes.draft().mlidFor(FIRST, true)).as("the first").isEqualTo(0xC000);
    changes.make(group(FIRST, 0xC000));
    changes.join(member(FIRST));
    GroupDraft draft = changes.draft();
    assertThat(draft.mlidFor(solicited(0xFFFF, 2, 1), true)).isEqualTo(0xC000);
    assertThat(draft.mlidFor(solicited(0xFFFF, 2, 0xFFFFFF), true)).isEqualTo(0xC000);
    assertThat(draft.mlidFor(solicited(0xFFFF, 2, 1), false)).isEqualTo(0xC001);
    assertThat(draft.mlidFor(solicited(0xFFFF, 5, 1), true)).isEqualTo(0xC001);
    assertThat(draft.mlidFor(solicited(0x8001, 2, 1), true)).isEqualTo(0xC001);
    assertThat(draft.mlidFor(new Gid(0xFF12_601B_FFFF_0000L, 1), true)).isEqualTo(0xC001);

    GroupBook book = apply(GroupBook.EMPTY, changes.events());
    Gid stranger = solicited(0x8001, 2, 1);
    assertThatThrownBy(
            () ->
                book.with(new MulticastJoined(List.of(group(stranger, 0xC000)), List.of(), "", 0)))
        .isInstanceOf(IllegalStateException.class);
  }

  /** The events say it all: they are replayed without the setting. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldFreeAnMlidWithTheLastThatSharesIt(long seed) {
    Random random = new Random(seed);
    GroupBook book = GroupBook.EMPTY;
    Map<Gid, Integer> model = new HashMap<>(); // MLIDs
    boolean hasShared = false;
    for (int step = 0; step < 400; step++) {
      GroupChanges changes = new GroupChanges(book, "test", step);
      for (int i = random.nextInt(6); i >= 0; i--) {
        Gid mgid = solicited(random.nextInt(2) == 0 ? 0xFFFF : 0x8001, 2, random.nextInt(6));
        if (model.containsKey(mgid)) {
          changes.leave(member(mgid));
          model.remove(mgid);
        } else {
          int mlid = changes.draft().mlidFor(mgid, random.nextInt(4) > 0);
          changes.make(group(mgid, mlid));
          changes.join(member(mgid));
          model.put(mgid, mlid);
        }
      }
      book = apply(book, changes.events());
      Map<Gid, Integer> mlids = new HashMap<>();
      book.groups().forEach(group -> mlids.put(GroupBook.mgid(group), group.mlid()));
      assertThat(mlids).as("seed %d, step %d", seed, step).isEqualTo(model);
      hasShared |= assertSharedByLikesOnly(mlids);
      int lowest = 0xC000;
      while (mlids.containsValue(lowest)) {
        lowest++;
      }
      assertThat(new GroupDraft(book).mlidFor(Mgid.BROADCAST, true)).isEqualTo(lowest);
    }
    assertThat(hasShared).isTrue();
  }

  private static boolean assertSharedByLikesOnly(Map<Gid, Integer> mlids) {
    List<Gid> all = new ArrayList<>(mlids.keySet());
    boolean hasShared = false;
    for (Gid one : all) {
      for (Gid other : all) {
        if (!one.equals(other) && mlids.get(one).equals(mlids.get(other))) {
          assertThat(one.prefix()).isEqualTo(other.prefix());
          hasShared = true;
        }
      }
    }
    return hasShared;
  }
}
