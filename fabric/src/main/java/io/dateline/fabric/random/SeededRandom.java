package io.dateline.fabric.random;

import java.util.Arrays;

/**
 * Random numbers that are the same on every machine and JDK: SplitMix64 (Steele, Lea and Flood:
 * Fast splittable pseudorandom number generators, OOPSLA 2014, figure 17). java.util's generators
 * do not promise to keep how they draw bounded numbers. Not thread-safe.
 */
public final class SeededRandom {
  private long state;

  public SeededRandom(long seed) {
    state = seed;
  }

  /** 64 random bits, which serve as the seed of another generator, too. */
  public long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** A number from 0 to {@code bound - 1}, each as likely as the others. */
  public int below(int bound) {
    long range = 1L << 31;
    long usable = range - range % bound;
    while (true) {
      long drawn = next() >>> 33;
      if (drawn < usable) {
        return (int) (drawn % bound);
      }
    }
  }

  /** Puts values into random order. */
  public void shuffle(int[] values) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = below(i + 1);
      int swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }

  /** The numbers from 0 to {@code count - 1} in random order. */
  public int[] permutation(int count) {
    int[] values = new int[count];
    Arrays.setAll(values, i -> i);
    shuffle(values);
    return values;
  }

  /** For each number from 0 to {@code count - 1} whether it is among {@code chosen} drawn ones. */
  public boolean[] choose(int chosen, int count) {
    boolean[] isChosen = new boolean[count];
    int[] order = permutation(count);
    for (int i = 0; i < chosen; i++) {
      isChosen[order[i]] = true;
    }
    return isChosen;
  }
}
