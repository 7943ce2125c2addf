package io.dateline.fabric.generate;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * A Kautz graph K(b, n): switches are the words of n+1 letters out of b+1 without a letter twice in
 * a row; a word is linked to those that arise by dropping its first letter and adding one at the
 * end. Links go both ways, so two words that lead to each other share one.
 */
record Kautz(int base, int length, int hosts) implements Shape {
  static Kautz of(long b, long n, long hosts) {
    return new Kautz(
        Sizes.within("B", b, 1, Sizes.PORTS_MAX),
        Sizes.within("N", n, 1, 16),
        Sizes.within("hosts per switch", hosts, 0, Sizes.PORTS_MAX));
  }

  @Override
  public long switchCount() {
    long count = base + 1L;
    for (int letter = 0; letter < length; letter++) {
      count = Shape.times(count, base);
    }
    return count;
  }

  @Override
  public long hostCount() {
    return Shape.times(switchCount(), hosts);
  }

  @Override
  public long switchPortsMax() {
    return 2L * base + hosts;
  }

  /*
   * A word is numbered by its first letter (base b+1), then for every further letter its rank
   * among the b letters that differ from the one before it. That numbers all words without gaps,
   * in alphabetical order.
   */
  @Override
  public NetworkPlan plan() {
    NetworkPlan plan = new NetworkPlan();
    int count = (int) switchCount();
    int[] word = new int[length + 1];
    for (int i = 0; i < count; i++) {
      decode(i, word);
      StringBuilder name = new StringBuilder("k_");
      for (int letter : word) {
        name.append(letter);
      }
      plan.addSwitch(name.toString());
    }
    LongOpenHashSet linked = new LongOpenHashSet();
    for (int i = 0; i < count; i++) {
      for (int letter = 0; letter <= base; letter++) {
        decode(i, word);
        if (letter == word[length]) {
          continue;
        }
        System.arraycopy(word, 1, word, 0, length);
        word[length] = letter;
        int next = encode(word);
        if (linked.add(((long) Math.min(i, next) << 32) | Math.max(i, next))) {
          plan.connect(i, next);
        }
      }
    }
    for (int i = 0; i < count; i++) {
      for (int host = 0; host < hosts; host++) {
        plan.addHost(i);
      }
    }
    return plan;
  }

  private void decode(int number, int[] word) {
    int rest = number;
    for (int at = length; at > 0; at--) {
      word[at] = rest % base;
      rest /= base;
    }
    word[0] = rest;
    for (int at = 1; at <= length; at++) {
      word[at] += word[at] >= word[at - 1] ? 1 : 0;
    }
  }

  private int encode(int[] word) {
    int number = word[0];
    for (int at = 1; at <= length; at++) {
      number = number * base + word[at] - (word[at] > word[at - 1] ? 1 : 0);
    }
    return number;
  }
}
