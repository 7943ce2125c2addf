package io.dateline.persistence.event;

import io.dateline.fabric.Guid;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import java.util.Arrays;
import java.util.Objects;

/**
 * What nodes said of themselves, one piece of bytes a node, compressed together: nodes of a subnet
 * are much alike. What the pieces mean is the business of the code that packs them.
 *
 * @param guids node GUIDs, in the order of the pieces
 * @param lengths of the pieces, in bytes; as many as GUIDs
 * @param deflated the pieces one after the other, see {@link BlockCompression}
 */
public record PackedNodes(long[] guids, int[] lengths, byte[] deflated) {
  public static final PackedNodes EMPTY = pack(new long[0], new byte[0][]);

  /** DEFLATE makes no more of a byte (RFC 1951: 258 of two bits, and headers). */
  private static final long INFLATION_MAX = 1032;

  public PackedNodes {
    Objects.requireNonNull(deflated);
    if (guids.length != lengths.length) {
      throw new IllegalArgumentException(
          "%d node GUIDs, %d lengths".formatted(guids.length, lengths.length));
    }
    if (Arrays.stream(lengths).anyMatch(length -> length < 0)
        || total(lengths) > INFLATION_MAX * deflated.length) {
      throw new IllegalArgumentException(
          "%d bytes cannot hold what %d nodes said".formatted(deflated.length, guids.length));
    }
  }

  private static long total(int[] lengths) {
    return Arrays.stream(lengths).asLongStream().sum();
  }

  /** Packs pieces by node GUID, ascending as unsigned integers. */
  public static PackedNodes pack(Long2ObjectMap<byte[]> pieces) {
    long[] guids = pieces.keySet().toLongArray();
    Guid.sort(guids);
    return pack(guids, Arrays.stream(guids).mapToObj(pieces::get).toArray(byte[][]::new));
  }

  /** Packs pieces; the arrays are parallel. */
  public static PackedNodes pack(long[] guids, byte[][] pieces) {
    int[] lengths = Arrays.stream(pieces).mapToInt(piece -> piece.length).toArray();
    byte[] all = new byte[Math.toIntExact(total(lengths))];
    int offset = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, all, offset, piece.length);
      offset += piece.length;
    }
    return new PackedNodes(guids, lengths, BlockCompression.deflate(all));
  }

  /**
   * The pieces again.
   *
   * @throws IllegalArgumentException if the compressed bytes are not theirs
   */
  public byte[][] unpack() {
    byte[] all = BlockCompression.inflate(deflated, Math.toIntExact(total(lengths)));
    byte[][] pieces = new byte[lengths.length][];
    int offset = 0;
    for (int i = 0; i < pieces.length; i++) {
      pieces[i] = Arrays.copyOfRange(all, offset, offset + lengths[i]);
      offset += lengths[i];
    }
    return pieces;
  }

  public int count() {
    return guids.length;
  }
}
