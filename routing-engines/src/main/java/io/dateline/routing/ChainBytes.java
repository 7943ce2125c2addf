package io.dateline.routing;

import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.TreeFrame;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A {@link ChainMemory} as bytes, numbers big endian: a version (8 bits) and how many steps there
 * are; of each its id (64 bits), its engine, whether it is in force, whether there is a torus and
 * that, the tree, and the bytes of the layers. What is repeated, as bytes of a text are, has its
 * number (32 bits) before it.
 */
final class ChainBytes {
  private static final byte VERSION = 1;

  /** A switch and its place or level. */
  private static final int PLACED_BYTES = Long.BYTES + Integer.BYTES;

  private ByteBuffer out = ByteBuffer.allocate(256);

  private ChainBytes() {}

  static byte[] of(ChainMemory memory) {
    ChainBytes bytes = new ChainBytes();
    bytes.room(1 + Integer.BYTES).put(VERSION).putInt(memory.steps().size());
    for (Map.Entry<Long, ChainMemory.Step> each : memory.steps().entrySet()) {
      ChainMemory.Step step = each.getValue();
      bytes.room(Long.BYTES).putLong(each.getKey());
      bytes.write(step.engine().getBytes(StandardCharsets.UTF_8));
      bytes.write(step.isInForce());
      bytes.write(step.memory());
    }
    byte[] written = new byte[bytes.out.position()];
    bytes.out.flip().get(written);
    return written;
  }

  /** The buffer, with room for more. */
  private ByteBuffer room(int more) {
    if (out.remaining() < more) {
      ByteBuffer larger = ByteBuffer.allocate(2 * out.capacity() + more);
      out = larger.put(out.flip());
    }
    return out;
  }

  private void write(boolean flag) {
    room(1).put((byte) (flag ? 1 : 0));
  }

  private void write(byte[] bytes) {
    room(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
  }

  private void write(EngineMemory memory) {
    write(memory.torus().isPresent());
    memory.torus().ifPresent(this::write);
    TreeFrame tree = memory.tree();
    long[] guids = tree.levelGuids();
    room(Integer.BYTES + guids.length * PLACED_BYTES).putInt(guids.length);
    for (long guid : guids) {
      out.putLong(guid).putInt(tree.level(guid));
    }
    long[] roots = tree.rootGuids();
    room(Integer.BYTES + roots.length * Long.BYTES).putInt(roots.length);
    for (long root : roots) {
      out.putLong(root);
    }
    write(memory.layers().isEmpty() ? new byte[0] : memory.layers().toBytes());
  }

  private void write(TorusFrame torus) {
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      room(Integer.BYTES).putInt(torus.shape().radix(dimension));
      write(torus.shape().isLooped(dimension));
    }
    long[] guids = torus.nodeGuids();
    room(Integer.BYTES + guids.length * PLACED_BYTES).putInt(guids.length);
    for (long guid : guids) {
      out.putLong(guid).putInt(torus.place(guid));
    }
  }

  /** Empty where the bytes are none, or too few or many. */
  static Optional<ChainMemory> read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      if (in.get() != VERSION) {
        return Optional.empty();
      }
      SortedMap<Long, ChainMemory.Step> steps = new TreeMap<>();
      for (int count = in.getInt(); count > 0; count--) {
        long id = in.getLong();
        String engine = new String(bytes(in), StandardCharsets.UTF_8);
        steps.put(id, new ChainMemory.Step(engine, in.get() != 0, memory(in)));
      }
      return in.hasRemaining() ? Optional.empty() : Optional.of(new ChainMemory(steps));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static EngineMemory memory(ByteBuffer in) {
    Optional<TorusFrame> torus = in.get() == 0 ? Optional.empty() : Optional.of(torus(in));
    long[] guids = new long[count(in, PLACED_BYTES)];
    int[] levels = new int[guids.length];
    for (int i = 0; i < guids.length; i++) {
      guids[i] = in.getLong();
      levels[i] = in.getInt();
    }
    long[] roots = new long[count(in, Long.BYTES)];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = in.getLong();
    }
    byte[] layers = bytes(in);
    return new EngineMemory(
        torus,
        layers.length == 0
            ? LayerMemory.EMPTY
            : LayerMemory.read(layers)
                .orElseThrow(() -> new IllegalArgumentException("these are no layers")),
        TreeFrame.EMPTY.with(guids, levels, roots, new long[0]),
        ChainMemory.EMPTY);
  }

  private static TorusFrame torus(ByteBuffer in) {
    List<Integer> radices = new ArrayList<>();
    List<Boolean> looped = new ArrayList<>();
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      radices.add(in.getInt());
      looped.add(in.get() != 0);
    }
    long[] guids = new long[count(in, PLACED_BYTES)];
    int[] places = new int[guids.length];
    for (int i = 0; i < guids.length; i++) {
      guids[i] = in.getLong();
      places[i] = in.getInt();
    }
    return TorusFrame.empty(new TorusShape(radices, looped)).with(guids, places);
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[count(in, 1)];
    in.get(bytes);
    return bytes;
  }

  /** A number of things, of which there are not more than the bytes that are left can be. */
  private static int count(ByteBuffer in, int bytesEach) {
    int count = in.getInt();
    if (count < 0 || count > in.remaining() / bytesEach) {
      throw new IllegalArgumentException("there are not so many: " + count);
    }
    return count;
  }
}
