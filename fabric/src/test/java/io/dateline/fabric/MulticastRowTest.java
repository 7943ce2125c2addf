package io.dateline.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class MulticastRowTest {
  private static final MulticastRow ROW =
      new MulticastRow.Builder()
          .set(0xC000, 1)
          .set(0xC000, 36)
          .set(0xC001, 15)
          .set(0xC021, 0)
          .build();

  private static BitSet set(int... ports) {
    BitSet set = new BitSet();
    for (int port : ports) {
      set.set(port);
    }
    return set;
  }

  @Test
  void shouldKeepEntriesInBlocksAsTheyAreSent() {
    assertThat(ROW.numbers()).containsExactly(0, 2, 16);
    assertThat(ROW.block(0)).startsWith(0, 0b10, 0x80, 0).hasSize(64);
    assertThat(ROW.block(2)).startsWith(0, 0b1_0000, 0, 0);
    assertThat(ROW.block(16)).startsWith(0, 0, 0, 1);
    assertThat(ROW.block(1)).containsOnly(0);
    assertThat(MulticastRow.of(ROW.numbers(), ROW.masks())).isEqualTo(ROW);
  }

  @Test
  void shouldTellPorts() {
    assertThat(ROW.ports(0xC000)).isEqualTo(set(1, 36));
    assertThat(ROW.ports(0xC001)).isEqualTo(set(15));
    assertThat(ROW.ports(0xC002)).isEqualTo(set());
    assertThat(ROW.ports(0xFFFE)).isEqualTo(set());
    assertThat(ROW.topMlid()).isEqualTo(0xC021);
    assertThat(MulticastRow.EMPTY.topMlid()).isEqualTo(0xBFFF);
  }

  @Test
  void shouldTellWhatTwoHaveInCommonAndWhereTheyDiffer() {
    MulticastRow other =
        new MulticastRow.Builder().set(0xC000, 36).set(0xC021, 0).set(0xC040, 3).build();
    assertThat(ROW.and(other))
        .isEqualTo(new MulticastRow.Builder().set(0xC000, 36).set(0xC021, 0).build());
    assertThat(ROW.differing(other)).isEqualTo(set(0, 32));
    assertThat(ROW.differing(ROW)).isEqualTo(set());
  }

  @Test
  void shouldBeMixedFromTwoByGroup() {
    MulticastRow other =
        new MulticastRow.Builder().set(0xC000, 36).set(0xC001, 2).set(0xC040, 3).build();
    assertThat(ROW.or(other))
        .isEqualTo(
            new MulticastRow.Builder()
                .set(0xC000, 1)
                .set(0xC000, 36)
                .set(0xC001, 15)
                .set(0xC001, 2)
                .set(0xC021, 0)
                .set(0xC040, 3)
                .build());
    assertThat(ROW.beyond(other)).isEqualTo(set(0, 1, 33));
    assertThat(ROW.beyond(ROW)).isEqualTo(set());
    assertThat(ROW.groupsOf(36)).isEqualTo(set(0));
    assertThat(ROW.groupsOf(0)).isEqualTo(set(33));
    assertThat(ROW.withGroupsOf(other, set(1, 33, 64)))
        .isEqualTo(
            new MulticastRow.Builder()
                .set(0xC000, 1)
                .set(0xC000, 36)
                .set(0xC001, 2)
                .set(0xC040, 3)
                .build());
  }

  @Test
  void shouldRefuseWhatIsNoBlock() {
    assertThatThrownBy(() -> MulticastRow.of(new int[] {1}, new byte[63]))
        .hasMessage("63 bytes are not 1 blocks");
    assertThatThrownBy(() -> MulticastRow.of(new int[] {2, 1}, new byte[128]))
        .hasMessage("block 1 after 2");
    assertThatThrownBy(() -> MulticastRow.of(new int[] {0x2000}, new byte[64]))
        .hasMessage("block 8192 after -1");
    assertThatThrownBy(() -> new MulticastRow.Builder().set(0xBFFF, 1))
        .hasMessage("0xBFFF is no multicast LID");
  }
}
