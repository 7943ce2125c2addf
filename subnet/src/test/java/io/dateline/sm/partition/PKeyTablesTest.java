package io.dateline.sm.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.sm.partition.PKeyTables.Planned;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PKeyTablesTest {
  private static final int MANY = 128;
  private static final int BASES = 6; // few, so that tables have much in common

  private static short[] keys(int... keys) {
    short[] all = new short[keys.length];
    for (int i = 0; i < keys.length; i++) {
      all[i] = (short) keys[i];
    }
    return all;
  }

  private static short[] next(short[] held, short[] wanted) {
    return PKeyTables.next(held, wanted, 0, MANY, true).table();
  }

  @Test
  void shouldPutTheDefaultPartitionAtIndexZero() {
    assertThat(next(keys(), keys(0x8001, 0xFFFF))).isEqualTo(keys(0xFFFF, 0x8001));
    assertThat(next(keys(0x8001, 0xFFFF), keys(0x8001, 0xFFFF))).isEqualTo(keys(0xFFFF, 0x8001));
    assertThat(next(keys(0x8001), keys(0x8001, 0x7FFF))).isEqualTo(keys(0x7FFF, 0x8001));
  }

  @Test
  void shouldPutAnotherPartitionThereThatAsksForIt() {
    short[] wanted = keys(0x8001, 2, 0xFFFF);

    assertThat(PKeyTables.next(keys(0xFFFF, 0x8001), wanted, 2, MANY, true).table())
        .isEqualTo(keys(2, 0x8001, 0xFFFF));
    assertThat(PKeyTables.next(keys(0xFFFF, 0x8001), wanted, 9, MANY, true).table())
        .isEqualTo(keys(0xFFFF, 0x8001, 2));
  }

  @Test
  void shouldKeepIndexesAndAppendBehindTheLast() {
    assertThat(next(keys(0xFFFF, 0x8001, 0x8002, 0x8003), keys(4, 0x8003, 0xFFFF, 2)))
        .isEqualTo(keys(0xFFFF, 0, 2, 0x8003, 4));
  }

  @Test
  void shouldForgetIndexesWhereTheyAreNotKept() {
    short[] wanted = keys(4, 0x8003, 0xFFFF);

    assertThat(PKeyTables.next(keys(0xFFFF, 0, 0, 0x8003), wanted, 0, MANY, false).table())
        .isEqualTo(keys(0xFFFF, 4, 0x8003));
  }

  @Test
  void shouldTakeFreedPlacesWhenThereIsNoOther() {
    Planned planned =
        PKeyTables.next(keys(0xFFFF, 0x8001, 0x8002, 0x8003), keys(3, 4, 5, 6, 0xFFFF), 0, 4, true);

    assertThat(planned.table()).isEqualTo(keys(0xFFFF, 4, 5, 3));
    assertThat(planned.missing()).containsExactly(6);
  }

  @Test
  void shouldHoldBothKeysOfAPartition() {
    assertThat(next(keys(0xFFFF, 0x8001), keys(1, 0x8001, 0x7FFF, 0xFFFF)))
        .isEqualTo(keys(0xFFFF, 0x8001, 1, 0x7FFF));
  }

  @Test
  void shouldTakeAwayBeforeItGives() {
    assertThat(
            PKeyTables.without(
                keys(0xFFFF, 0x8001, 2, 0x8003, 0x8004), keys(0x7FFF, 0x8002, 0x8004, 0x8005)))
        .isEqualTo(keys(0x7FFF, 0, 2, 0, 0x8004));
    assertThat(PKeyTables.without(keys(0xFFFF, 1, 0x8001), keys(0xFFFF, 1)))
        .isEqualTo(keys(0xFFFF, 1));
  }

  @Test
  void shouldHideLimitedKeysAtSwitches() {
    assertThat(PKeyTables.atSwitch(keys(0xFFFF, 0, 1, 0x8002, 2, 0x8001, 3)))
        .isEqualTo(keys(0xFFFF, 0x8002, 0x8001, 3));
  }

  @Property
  void shouldAgreeWithAPlainSearch(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    short[] held = table(random);
    short[] wanted = wanted(random);
    int index0Key = random.nextInt(BASES);
    int capacity = 1 + random.nextInt(held.length + 4);
    boolean keepsIndexes = random.nextInt(4) > 0;

    Planned planned = PKeyTables.next(held, wanted, index0Key, capacity, keepsIndexes);

    List<Integer> missing = new ArrayList<>();
    short[] plain = plain(keepsIndexes ? held : keys(), wanted, index0Key, capacity, missing);
    assertThat(planned.table()).isEqualTo(plain);
    assertThat(planned.missing()).isEqualTo(missing);
    assertThat(PKeyTables.next(planned.table(), wanted, index0Key, capacity, true).table())
        .as("nothing more to do")
        .isEqualTo(planned.table());
  }

  @Property
  void shouldHoldWhatIsWantedOnceAndNothingElse(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    short[] wanted = wanted(random);
    Planned planned =
        PKeyTables.next(table(random), wanted, random.nextInt(BASES), 1 + random.nextInt(9), true);

    List<Integer> all = new ArrayList<>(planned.missing());
    for (short key : planned.table()) {
      if (key != 0) {
        all.add(key & 0xFFFF);
      }
    }
    List<Integer> expected = new ArrayList<>();
    for (short key : wanted) {
      expected.add(key & 0xFFFF);
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Two ports get both rounds, each at its own time within a round. */
  @Property
  void shouldNeverLetAPairTalkThatMayAtNeitherTime(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<short[]> a = rounds(random);
    List<short[]> b = rounds(random);
    boolean mayTalk = canTalk(a.getFirst(), b.getFirst()) || canTalk(a.getLast(), b.getLast());

    for (int round = 0; round < 2; round++) {
      for (short[] ofA : a.subList(round, round + 2)) {
        for (short[] ofB : b.subList(round, round + 2)) {
          assertThat(canTalk(ofA, ofB) && !mayTalk).isFalse();
        }
      }
    }
    assertThat(canTalk(a.get(1), b.get(1)))
        .as("a pair that may talk with the same P_Keys before and after goes on")
        .isEqualTo(canTalk(common(a), common(b)));
  }

  private static List<short[]> rounds(SplittableRandom random) {
    short[] held = table(random);
    short[] wanted = wanted(random);
    return List.of(
        held,
        PKeyTables.without(held, wanted),
        PKeyTables.next(held, wanted, 0, MANY, true).table());
  }

  /** P_Keys that are held before and after; a full member holds the limited one as well. */
  private static short[] common(List<short[]> rounds) {
    Set<Short> before = withLimited(rounds.getFirst());
    before.retainAll(withLimited(rounds.getLast()));
    short[] all = new short[before.size()];
    int i = 0;
    for (short key : before) {
      all[i++] = key;
    }
    return all;
  }

  private static Set<Short> withLimited(short[] table) {
    Set<Short> all = new HashSet<>();
    for (short key : table) {
      if (key != 0) {
        all.add(key);
        all.add((short) (key & 0x7FFF));
      }
    }
    return all;
  }

  private static boolean canTalk(short[] a, short[] b) {
    for (short one : a) {
      for (short other : b) {
        boolean isSame = (one & 0x7FFF) != 0 && (one & 0x7FFF) == (other & 0x7FFF);
        if (isSame && (one < 0 || other < 0)) {
          return true;
        }
      }
    }
    return false;
  }

  private static short key(SplittableRandom random) {
    int base = random.nextInt(BASES);
    return (short) ((base == 0 ? 0x7FFF : base) | (random.nextBoolean() ? 0x8000 : 0));
  }

  /** As ports may have it: with gaps, and with P_Keys that occur twice. */
  private static short[] table(SplittableRandom random) {
    short[] table = new short[random.nextInt(8)];
    for (int i = 0; i < table.length; i++) {
      table[i] = random.nextInt(3) == 0 ? 0 : key(random);
    }
    return table;
  }

  private static short[] wanted(SplittableRandom random) {
    Set<Short> wanted = new HashSet<>();
    for (int i = random.nextInt(7); i > 0; i--) {
      wanted.add(key(random));
    }
    List<Short> shuffled = new ArrayList<>(wanted);
    short[] all = new short[shuffled.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = shuffled.remove(random.nextInt(shuffled.size()));
    }
    return all;
  }

  private static short[] plain(
      short[] held, short[] wanted, int index0Key, int capacity, List<Integer> missing) {
    List<Short> all = new ArrayList<>();
    for (short key : wanted) {
      all.add(key);
    }
    short first = 0;
    for (int base : new int[] {0x7FFF, 0xFFFF, index0Key, index0Key | 0x8000}) {
      first = (base & 0x7FFF) != 0 && all.contains((short) base) ? (short) base : first;
    }
    short[] table = new short[capacity];
    if (first != 0) {
      table[0] = first;
      all.remove((Short) first);
    }
    int last = 0;
    List<Short> homeless = new ArrayList<>();
    for (short key : all) {
      int found = -1;
      for (int pass = 0; pass < 2 && found < 0; pass++) {
        short sought = (short) (pass == 0 ? key : key ^ 0x8000);
        boolean isOwn = pass == 0 || !contains(wanted, sought);
        for (int i = 0; isOwn && i < Math.min(held.length, capacity) && found < 0; i++) {
          found = held[i] == sought ? i : -1;
        }
      }
      if (found > 0) {
        table[found] = key;
        last = Math.max(last, found);
      } else {
        homeless.add(key);
      }
    }
    for (short key : homeless) {
      int index = last + 1 < capacity ? ++last : free(table);
      if (index < 0) {
        missing.add(key & 0xFFFF);
      } else {
        table[index] = key;
      }
    }
    int length = capacity;
    while (length > 0 && table[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(table, length);
  }

  private static boolean contains(short[] keys, short key) {
    for (short each : keys) {
      if (each == key) {
        return true;
      }
    }
    return false;
  }

  private static int free(short[] table) {
    for (int i = 1; i < table.length; i++) {
      if (table[i] == 0) {
        return i;
      }
    }
    return -1;
  }
}
