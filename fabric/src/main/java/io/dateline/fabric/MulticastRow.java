package io.dateline.fabric;

import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeMap;

/**
 * The multicast forwarding table of one switch: the ports that packets leave by, for each multicast
 * LID (IBA Vol 1, 14.2.5.12). Immutable; equal where all entries are.
 *
 * <p>It is kept in the blocks it is sent in: 32 multicast LIDs and 16 ports each, as 32 masks of 16
 * bits, big-endian. A block's <em>number</em> is {@code 16 * (block of LIDs) + position}. Blocks
 * without an entry are not kept.
 */
public final class MulticastRow {
  /** Multicast LIDs in a block. */
  public static final int BLOCK_LIDS = 32;

  /** Ports in a block. */
  public static final int BLOCK_PORTS = 16;

  /** Bytes of a block. */
  public static final int BLOCK_BYTES = 64;

  /** Blocks that together have all ports of the same LIDs. */
  public static final int POSITIONS = 16;

  /** No entries. */
  public static final MulticastRow EMPTY = new MulticastRow(new int[0], new byte[0]);

  private final int[] numbers; // ascending
  private final byte[] masks; // of the blocks, in that order

  private MulticastRow(int[] numbers, byte[] masks) {
    this.numbers = numbers;
    this.masks = masks;
  }

  /**
   * A row of blocks.
   *
   * @param numbers ascending; empty blocks may be among them
   * @param masks their bytes, in that order
   * @throws IllegalArgumentException if these are not blocks
   */
  public static MulticastRow of(int[] numbers, byte[] masks) {
    if (masks.length != numbers.length * BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "%d bytes are not %d blocks".formatted(masks.length, numbers.length));
    }
    Builder builder = new Builder();
    int before = -1;
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] <= before || mlid(numbers[i], BLOCK_LIDS - 1) > Lid.PERMISSIVE) {
        throw new IllegalArgumentException("block %d after %d".formatted(numbers[i], before));
      }
      before = numbers[i];
      byte[] block = Arrays.copyOfRange(masks, i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES);
      builder.blocks.put(numbers[i], block);
    }
    return builder.build();
  }

  private static int mlid(int number, int index) {
    return Lid.MULTICAST_MIN + group(number, index);
  }

  /** The numbers of the blocks that have an entry, ascending. The caller's own. */
  public int[] numbers() {
    return numbers.clone();
  }

  /** The bytes of these blocks, in that order. The caller's own. */
  public byte[] masks() {
    return masks.clone();
  }

  public boolean isEmpty() {
    return numbers.length == 0;
  }

  /** The 64 bytes of a block; zeros where it has no entry. The caller's own. */
  public byte[] block(int number) {
    int at = Arrays.binarySearch(numbers, number);
    return at < 0
        ? new byte[BLOCK_BYTES]
        : Arrays.copyOfRange(masks, at * BLOCK_BYTES, (at + 1) * BLOCK_BYTES);
  }

  /** The bytes of blocks, in this order; see {@link #block}. */
  public byte[] blocks(int[] wanted) {
    byte[] bytes = new byte[wanted.length * BLOCK_BYTES];
    for (int i = 0; i < wanted.length; i++) {
      System.arraycopy(block(wanted[i]), 0, bytes, i * BLOCK_BYTES, BLOCK_BYTES);
    }
    return bytes;
  }

  /** Port numbers that packets to a multicast LID leave by. */
  public BitSet ports(int mlid) {
    int first = (mlid - Lid.MULTICAST_MIN) / BLOCK_LIDS * POSITIONS;
    int index = (mlid - Lid.MULTICAST_MIN) % BLOCK_LIDS;
    BitSet ports = new BitSet();
    int at = Arrays.binarySearch(numbers, first);
    for (int i = at < 0 ? -1 - at : at; i < numbers.length && numbers[i] < first + POSITIONS; i++) {
      for (int rest = mask(i, index); rest != 0; rest &= rest - 1) {
        ports.set((numbers[i] - first) * BLOCK_PORTS + Integer.numberOfTrailingZeros(rest));
      }
    }
    return ports;
  }

  /** Mask of an entry of the i-th block that is kept. */
  private int mask(int i, int index) {
    int at = i * BLOCK_BYTES + 2 * index;
    return (masks[at] & 0xFF) << 8 | (masks[at + 1] & 0xFF);
  }

  /** The highest multicast LID that has an entry; one less than the lowest there can be if none. */
  public int topMlid() {
    if (numbers.length == 0) {
      return Lid.MULTICAST_MIN - 1;
    }
    int last = numbers[numbers.length - 1] / POSITIONS;
    int top = 0;
    for (int i = numbers.length - 1; i >= 0 && numbers[i] / POSITIONS == last; i--) {
      for (int index = BLOCK_LIDS - 1; index > top; index--) {
        if (mask(i, index) != 0) {
          top = index;
        }
      }
    }
    return Lid.MULTICAST_MIN + last * BLOCK_LIDS + top;
  }

  /** The entries that both have. */
  public MulticastRow and(MulticastRow other) {
    byte[] common = masks.clone();
    for (int i = 0; i < numbers.length; i++) {
      byte[] theirs = other.block(numbers[i]);
      for (int at = 0; at < BLOCK_BYTES; at++) {
        common[i * BLOCK_BYTES + at] &= theirs[at];
      }
    }
    return of(numbers, common);
  }

  /** The entries that either has. */
  public MulticastRow or(MulticastRow other) {
    byte[] either = other.masks.clone();
    for (int i = 0; i < other.numbers.length; i++) {
      byte[] own = block(other.numbers[i]);
      for (int at = 0; at < BLOCK_BYTES; at++) {
        either[i * BLOCK_BYTES + at] |= own[at];
      }
    }
    return with(other.numbers, either);
  }

  /** The groups, 0 for the lowest multicast LID, that have ports here which another row lacks. */
  public BitSet beyond(MulticastRow other) {
    BitSet groups = new BitSet();
    for (int i = 0; i < numbers.length; i++) {
      byte[] theirs = other.block(numbers[i]);
      for (int at = 0; at < BLOCK_BYTES; at++) {
        if ((masks[i * BLOCK_BYTES + at] & ~theirs[at]) != 0) {
          groups.set(group(numbers[i], at / 2));
        }
      }
    }
    return groups;
  }

  /** The groups, 0 for the lowest multicast LID, whose packets leave by a port. */
  public BitSet groupsOf(int portNumber) {
    BitSet groups = new BitSet();
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] % POSITIONS == portNumber / BLOCK_PORTS) {
        for (int index = 0; index < BLOCK_LIDS; index++) {
          groups.set(
              group(numbers[i], index), (mask(i, index) & 1 << portNumber % BLOCK_PORTS) != 0);
        }
      }
    }
    return groups;
  }

  /**
   * This row with another one's entries of some groups.
   *
   * @param groups 0 for the lowest multicast LID
   */
  public MulticastRow withGroupsOf(MulticastRow other, BitSet groups) {
    MulticastRow mixed = or(other);
    byte[] bytes = mixed.masks.clone();
    for (int i = 0; i < mixed.numbers.length; i++) {
      byte[] own = block(mixed.numbers[i]);
      byte[] theirs = other.block(mixed.numbers[i]);
      for (int at = 0; at < BLOCK_BYTES; at++) {
        boolean isTheirs = groups.get(group(mixed.numbers[i], at / 2));
        bytes[i * BLOCK_BYTES + at] = isTheirs ? theirs[at] : own[at];
      }
    }
    return of(mixed.numbers, bytes);
  }

  private static int group(int number, int index) {
    return number / POSITIONS * BLOCK_LIDS + index;
  }

  /**
   * A row with other blocks in the place of these.
   *
   * @param replaced their numbers
   * @param bytes of the new ones, in that order
   */
  public MulticastRow with(int[] replaced, byte[] bytes) {
    Builder builder = new Builder();
    for (int number : numbers) {
      builder.blocks.put(number, block(number));
    }
    for (int i = 0; i < replaced.length; i++) {
      byte[] block = Arrays.copyOfRange(bytes, i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES);
      builder.blocks.put(replaced[i], block);
    }
    return builder.build();
  }

  /** Numbers of the blocks in which two rows differ. */
  public BitSet differing(MulticastRow other) {
    BitSet differing = new BitSet();
    for (int number : numbers) {
      differing.set(number, !Arrays.equals(block(number), other.block(number)));
    }
    for (int number : other.numbers) {
      differing.set(number, !Arrays.equals(block(number), other.block(number)));
    }
    return differing;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MulticastRow row
        && Arrays.equals(numbers, row.numbers)
        && Arrays.equals(masks, row.masks);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(numbers) + Arrays.hashCode(masks);
  }

  /** "0xC000 -> {1, 2}" for every entry. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int mlid = Lid.MULTICAST_MIN; mlid <= topMlid(); mlid++) {
      BitSet ports = ports(mlid);
      if (!ports.isEmpty()) {
        text.append(" 0x%04X -> %s".formatted(mlid, ports));
      }
    }
    return text.append(" ]").toString();
  }

  /** Collects entries. */
  public static final class Builder {
    private final TreeMap<Integer, byte[]> blocks = new TreeMap<>(); // by number

    /** Packets to a multicast LID leave by this port, too. */
    public Builder set(int mlid, int portNumber) {
      if (!Lid.isMulticast(mlid)) {
        throw new IllegalArgumentException("0x%04X is no multicast LID".formatted(mlid));
      }
      int entry = mlid - Lid.MULTICAST_MIN;
      int number = entry / BLOCK_LIDS * POSITIONS + portNumber / BLOCK_PORTS;
      byte[] block = blocks.computeIfAbsent(number, ignored -> new byte[BLOCK_BYTES]);
      int bit = portNumber % BLOCK_PORTS;
      block[entry % BLOCK_LIDS * 2 + (bit < 8 ? 1 : 0)] |= (byte) (1 << bit % 8);
      return this;
    }

    public MulticastRow build() {
      blocks.values().removeIf(block -> Arrays.equals(block, new byte[BLOCK_BYTES]));
      int[] numbers = new int[blocks.size()];
      byte[] masks = new byte[numbers.length * BLOCK_BYTES];
      int next = 0;
      for (var block : blocks.entrySet()) {
        numbers[next] = block.getKey();
        System.arraycopy(block.getValue(), 0, masks, next++ * BLOCK_BYTES, BLOCK_BYTES);
      }
      return new MulticastRow(numbers, masks);
    }
  }
}
