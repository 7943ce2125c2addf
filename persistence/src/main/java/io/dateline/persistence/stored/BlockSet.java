package io.dateline.persistence.stored;

import java.util.BitSet;

/** Block numbers as stored: one bit a block, because events mostly name all blocks or a run. */
final class BlockSet {
  private BlockSet() {}

  static byte[] toBits(int[] blocks) {
    BitSet bits = new BitSet();
    for (int block : blocks) {
      bits.set(block);
    }
    return bits.toByteArray();
  }

  static int[] toBlocks(byte[] bits) {
    return BitSet.valueOf(bits).stream().toArray();
  }
}
