package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Membership in partitions (IBA Vol 1, 10.9). */
class PartitionKeysTest {
  private final PartitionKeys none = of();
  private final PartitionKeys full = of(0x8001);
  private final PartitionKeys limited = of(0x0001);
  private final PartitionKeys several = of(0x0002, 0, 0x0001, 0x8003);

  @Test
  void shouldLetAFullMemberTalkToEveryMember() {
    assertThat(full.shares(full)).isTrue();
    assertThat(full.shares(limited)).isTrue();
    assertThat(limited.shares(full)).isTrue();
  }

  @Test
  void shouldNotLetLimitedMembersTalkToEachOther() {
    assertThat(limited.shares(limited)).isFalse();
    assertThat(limited.shares(several)).isFalse();
  }

  @Test
  void shouldSayTheSharedKeyAsItsOwnPortHoldsIt() {
    assertThat(several.sharedWith(full)).isEqualTo(0x0001);
    assertThat(full.sharedWith(several)).isEqualTo(0x8001);
    assertThat(full.sharedWith(of(0x8002))).isZero();
  }

  @Test
  void shouldPreferTheKeyThatOpensmPrefers() {
    assertThat(of(0xFFFF, 0x8005, 0x8003).sharedWith(of(0xFFFF, 0x8003, 0x8005))).isEqualTo(0x8003);
    assertThat(of(0x8102, 0x8201).sharedWith(of(0x8102, 0x8201))).isEqualTo(0x8201);
  }

  @Test
  void shouldCompareBasesWhenAskedForAKey() {
    assertThat(full.shares(limited, 0x0001)).isTrue();
    assertThat(full.shares(limited, 0x8001)).isTrue();
    assertThat(full.shares(several, 0x8003)).isFalse();
    assertThat(limited.shares(several, 1)).isFalse();
    assertThat(limited.holds(0x8001)).isTrue();
    assertThat(limited.holds(0x8002)).isFalse();
  }

  @Test
  void shouldTakeAnUnreadTableForTheDefaultPartition() {
    assertThat(PartitionKeys.of(null).shares(of(0x7FFF))).isTrue();
  }

  @Test
  void shouldBelongNowhereWithAnEmptyTable() {
    assertThat(none.shares(full)).isFalse();
    assertThat(none.shares(none)).isFalse();
    PartitionKeys several = of(0xFFFF, 0x0010, 0x8777);
    assertThat(several.sharedWith(several)).as("as a full member").isEqualTo(0x8777);
    PartitionKeys empty = of(0, 0x8000);
    assertThat(empty.sharedWith(empty)).as("a zero base is an empty slot").isZero();
  }

  private static PartitionKeys of(int... keys) {
    short[] table = new short[keys.length];
    for (int i = 0; i < keys.length; i++) {
      table[i] = (short) keys[i];
    }
    return PartitionKeys.of(table);
  }
}
