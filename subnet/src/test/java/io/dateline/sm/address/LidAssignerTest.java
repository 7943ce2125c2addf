package io.dateline.sm.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import java.util.BitSet;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LidAssignerTest {
  private static final long SWITCH = 0x100;
  private static final long HOST_A = 0x200;
  private static final long HOST_B = 0x300;
  private static final long PORT_A = HOST_A + 1;
  private static final long PORT_B = HOST_B + 1;

  /** Two hosts on a switch, found with the LIDs given. */
  private static Fabric fabric(int switchLid, int lidA, int lidB) {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft middle = builder.node(NodeType.SWITCH, SWITCH, 2).lid(0, switchLid, 0);
    Fabric.NodeDraft a = builder.node(NodeType.CA, HOST_A, 1).lid(1, lidA, 0);
    Fabric.NodeDraft b = builder.node(NodeType.CA, HOST_B, 1).lid(1, lidB, 0);
    builder.link(middle, 1, a, 1, LinkWidth.X4, LinkSpeed.EDR);
    builder.link(middle, 2, b, 1, LinkWidth.X4, LinkSpeed.EDR);
    return builder.build();
  }

  private static LidPlan plan(Fabric fabric, LidBook book, int lmc) {
    return LidAssigner.plan(fabric, book, fabric.endPortByGuid(PORT_B), lmc, false);
  }

  private static LidPlan planAfterAnother(Fabric fabric, LidBook book) {
    return LidAssigner.planAfterAnother(
        fabric, book, fabric.endPortByGuid(PORT_B), 0, false, Lid.UNICAST_MAX);
  }

  private static int lid(Fabric fabric, LidPlan plan, long portGuid) {
    return plan.lids().baseLid(fabric.endPortByGuid(portGuid));
  }

  private static LidBook book(long guid, int lid, int lmc) {
    return LidBook.EMPTY.with(new long[] {guid}, new int[] {lid}, new byte[] {(byte) lmc});
  }

  @Test
  void shouldGiveTheOwnPortTheLowestLidThenGuidsAscending() {
    Fabric fabric = fabric(0, 0, 0);

    LidPlan plan = plan(fabric, LidBook.EMPTY, 0);

    assertThat(lid(fabric, plan, PORT_B)).isEqualTo(1);
    assertThat(lid(fabric, plan, SWITCH)).isEqualTo(2);
    assertThat(lid(fabric, plan, PORT_A)).isEqualTo(3);
    assertThat(plan.newGuids()).containsExactly(PORT_B, SWITCH, PORT_A);
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void shouldChangeNothingWhenTheBookIsRight() {
    Fabric fabric = fabric(0, 0, 0);
    LidPlan first = plan(fabric, LidBook.EMPTY, 0);
    LidBook book = LidBook.EMPTY.with(first.newGuids(), first.newBaseLids(), first.newLmcs());

    LidPlan second = plan(fabric, book, 0);

    assertThat(second.changesBook()).isFalse();
    assertThat(lid(fabric, second, PORT_A)).isEqualTo(3);
  }

  @Test
  void shouldPreferTheBookToWhatAPortWasFoundWith() {
    Fabric fabric = fabric(5, 6, 7);

    LidPlan plan = plan(fabric, book(PORT_A, 77, 0), 0);

    assertThat(lid(fabric, plan, PORT_A)).isEqualTo(77);
    assertThat(lid(fabric, plan, SWITCH)).isEqualTo(5);
    assertThat(lid(fabric, plan, PORT_B)).isEqualTo(7);
  }

  @Test
  void shouldGiveLidsAnewAsIfNothingWereKnownWhereThatIsOrdered() {
    Fabric fabric = fabric(5, 77, 9);
    LidBook book =
        LidBook.EMPTY.with(
            new long[] {PORT_A, PORT_B, 0x999}, new int[] {9, 77, 2}, new byte[] {0, 0, 0});

    LidPlan plan =
        LidAssigner.planAnew(fabric, book, fabric.endPortByGuid(PORT_B), 0, false, Lid.UNICAST_MAX);

    assertThat(lid(fabric, plan, PORT_B)).isEqualTo(1);
    assertThat(lid(fabric, plan, SWITCH)).isEqualTo(2);
    assertThat(lid(fabric, plan, PORT_A)).isEqualTo(3);
    assertThat(plan.newGuids()).containsExactly(PORT_B, SWITCH, PORT_A);
    assertThat(plan.releasedGuids()).containsExactly(0x999L);
  }

  @Test
  void shouldKeepTheLidsThatAnotherSubnetManagerGave() {
    Fabric fabric = fabric(5, 77, 9);
    LidBook book =
        LidBook.EMPTY.with(
            new long[] {PORT_A, PORT_B, 0x999}, new int[] {9, 77, 5}, new byte[] {0, 0, 0});

    LidPlan plan = planAfterAnother(fabric, book);

    assertThat(lid(fabric, plan, SWITCH)).isEqualTo(5);
    assertThat(lid(fabric, plan, PORT_A)).isEqualTo(77);
    assertThat(lid(fabric, plan, PORT_B)).isEqualTo(9);
    assertThat(plan.newGuids()).containsExactly(PORT_B, SWITCH, PORT_A);
    assertThat(plan.releasedGuids()).as("a port that is away, whose LID is given").contains(0x999);
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void shouldGoByTheBookAfterAnotherWhereNothingWasFound() {
    Fabric fabric = fabric(5, 0, 5);
    LidPlan plan = planAfterAnother(fabric, book(PORT_A, 77, 0));

    assertThat(lid(fabric, plan, PORT_B)).as("found twice: the own port comes first").isEqualTo(5);
    assertThat(lid(fabric, plan, PORT_A)).isEqualTo(77);
    assertThat(lid(fabric, plan, SWITCH)).isEqualTo(1);
  }

  /** shared/cases/23: a switch looks up no LID that is not below its LinearFDBCap. */
  @Test
  void shouldKeepNoLidThatASwitchCannotLookUp() {
    Fabric fabric = fabric(2, 40, 39);

    LidPlan plan =
        LidAssigner.plan(
            fabric, book(SWITCH, 41, 0), fabric.endPortByGuid(PORT_B), 0, false, /* lidMax= */ 39);

    assertThat(lid(fabric, plan, PORT_B)).isEqualTo(39);
    assertThat(lid(fabric, plan, SWITCH)).as("the book has 41").isEqualTo(2);
    assertThat(lid(fabric, plan, PORT_A)).as("it was found with 40").isEqualTo(1);
    assertThat(plan.warnings())
        .singleElement()
        .asString()
        .contains("found with LID 40, which is above 39");
  }

  @Test
  void shouldLeavePortsWithoutALidWhereThereAreTooFew() {
    Fabric fabric = fabric(0, 0, 0);

    LidPlan plan =
        LidAssigner.plan(
            fabric, LidBook.EMPTY, fabric.endPortByGuid(PORT_B), 0, false, /* lidMax= */ 2);

    assertThat(lid(fabric, plan, PORT_B)).isEqualTo(1);
    assertThat(lid(fabric, plan, SWITCH)).isEqualTo(2);
    assertThat(lid(fabric, plan, PORT_A)).isEqualTo(Lid.NONE);
    assertThat(plan.warnings())
        .singleElement()
        .asString()
        .startsWith("no LID up to 2 is left for port 0x0000000000000201");
  }

  @Test
  void shouldResolveALidFoundTwice() {
    Fabric fabric = fabric(9, 4, 4);

    LidPlan plan = plan(fabric, LidBook.EMPTY, 0);

    assertThat(lid(fabric, plan, PORT_B)).isEqualTo(4);
    assertThat(lid(fabric, plan, PORT_A)).isEqualTo(1);
    assertThat(plan.warnings()).singleElement().asString().contains("0x0000000000000201");
  }

  @Test
  void shouldAlignRangesToTheLmcButLeaveBaseSwitchesOneLid() {
    Fabric fabric = fabric(0, 6, 0);

    LidPlan plan = plan(fabric, LidBook.EMPTY, 2);

    assertThat(lid(fabric, plan, PORT_B)).isEqualTo(4);
    assertThat(lid(fabric, plan, PORT_A)).as("6 does not suit LMC 2").isEqualTo(8);
    assertThat(lid(fabric, plan, SWITCH)).isEqualTo(1);
    assertThat(plan.lids().port(11)).isEqualTo(fabric.endPortByGuid(PORT_A));
  }

  @Test
  void shouldReserveTheLidsOfPortsThatAreAway() {
    Fabric fabric = fabric(1, 1, 0);

    LidPlan plan = plan(fabric, book(0x999, 1, 0), 0);

    assertThat(plan.lids().port(1)).isEqualTo(Fabric.NONE);
    assertThat(plan.releasedGuids()).isEmpty();
  }

  @Test
  void shouldReleaseAbsentPortsOnlyWhenLidsRunOut() {
    long[] guids = new long[Lid.UNICAST_MAX - 1];
    int[] lids = new int[guids.length];
    byte[] lmcs = new byte[guids.length];
    for (int i = 0; i < guids.length; i++) {
      guids[i] = 0x10_0000L + i;
      lids[i] = i + 2;
    }
    Fabric fabric = fabric(0, 0, 0);

    LidPlan plan = plan(fabric, LidBook.EMPTY.with(guids, lids, lmcs), 0);

    assertThat(lid(fabric, plan, PORT_B)).isEqualTo(1);
    assertThat(lid(fabric, plan, SWITCH)).isEqualTo(2);
    assertThat(lid(fabric, plan, PORT_A)).isEqualTo(3);
    assertThat(plan.releasedGuids()).containsExactly(0x10_0000, 0x10_0001);
  }

  @Property(tries = 200)
  void shouldNeverGiveALidTwiceAndNeverMoveABookedPort(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 3) int lmc) {
    SplittableRandom random = new SplittableRandom(seed);
    Fabric fabric = fabric(random.nextInt(40), random.nextInt(40), random.nextInt(40));
    LidPlan first = plan(fabric, LidBook.EMPTY, lmc);
    LidBook book = LidBook.EMPTY.with(first.newGuids(), first.newBaseLids(), first.newLmcs());

    LidPlan second =
        plan(fabric(random.nextInt(40), random.nextInt(40), random.nextInt(40)), book, lmc);

    BitSet seen = new BitSet();
    for (int port : fabric.endPorts()) {
      assertThat(second.lids().baseLid(port)).isEqualTo(first.lids().baseLid(port));
      for (int i = 0; i < second.lids().lidCount(port); i++) {
        int lid = second.lids().baseLid(port) + i;
        assertThat(seen.get(lid)).isFalse();
        seen.set(lid);
      }
    }
  }
}
