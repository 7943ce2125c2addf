package io.dateline.routing;

import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.TreeFrame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A {@link ChainMemory} as bytes, numbers big endian: a version (8 bits) and how many steps there
 * are; of each its id (64 bits), its engine, whether it is in force, whether there is a torus and
 * that, the tree, and the bytes of the layers. What is repeated has its number (32 bits) before it.
 */
final class ChainBytes {
  private static final byte VERSION = 1;

  private ChainBytes() {}

  static byte[] of(ChainMemory memory) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeInt(memory.steps().size());
      for (Map.Entry<Long, ChainMemory.Step> each : memory.steps().entrySet()) {
        out.writeLong(each.getKey());
        out.writeUTF(each.getValue().engine());
        out.writeBoolean(each.getValue().isInForce());
        write(each.getValue().memory(), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(EngineMemory memory, DataOutputStream out) throws IOException {
    out.writeBoolean(memory.torus().isPresent());
    if (memory.torus().isPresent()) {
      write(memory.torus().get(), out);
    }
    TreeFrame tree = memory.tree();
    out.writeInt(tree.levelGuids().length);
    for (long guid : tree.levelGuids()) {
      out.writeLong(guid);
      out.writeInt(tree.level(guid));
    }
    out.writeInt(tree.rootGuids().length);
    for (long guid : tree.rootGuids()) {
      out.writeLong(guid);
    }
    byte[] layers = memory.layers().isEmpty() ? new byte[0] : memory.layers().toBytes();
    out.writeInt(layers.length);
    out.write(layers);
  }

  private static void write(TorusFrame torus, DataOutputStream out) throws IOException {
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      out.writeInt(torus.shape().radix(dimension));
      out.writeBoolean(torus.shape().isLooped(dimension));
    }
    long[] guids = torus.nodeGuids();
    out.writeInt(guids.length);
    for (long guid : guids) {
      out.writeLong(guid);
      out.writeInt(torus.place(guid));
    }
  }

  /** Empty where the bytes are none, or too few or many. */
  static Optional<ChainMemory> read(byte[] bytes) {
    ByteArrayInputStream all = new ByteArrayInputStream(bytes);
    try (DataInputStream in = new DataInputStream(all)) {
      if (in.readByte() != VERSION) {
        return Optional.empty();
      }
      SortedMap<Long, ChainMemory.Step> steps = new TreeMap<>();
      for (int count = in.readInt(); count > 0; count--) {
        long id = in.readLong();
        steps.put(id, new ChainMemory.Step(in.readUTF(), in.readBoolean(), memory(in)));
      }
      return all.available() == 0 ? Optional.of(new ChainMemory(steps)) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static EngineMemory memory(DataInputStream in) throws IOException {
    Optional<TorusFrame> torus = in.readBoolean() ? Optional.of(torus(in)) : Optional.empty();
    int levels = count(in, Long.BYTES + Integer.BYTES);
    long[] guids = new long[levels];
    int[] of = new int[levels];
    for (int i = 0; i < levels; i++) {
      guids[i] = in.readLong();
      of[i] = in.readInt();
    }
    long[] roots = new long[count(in, Long.BYTES)];
    for (int i = 0; i < roots.length; i++) {
      roots[i] = in.readLong();
    }
    byte[] layers = in.readNBytes(count(in, 1));
    return new EngineMemory(
        torus,
        layers.length == 0
            ? LayerMemory.EMPTY
            : LayerMemory.read(layers).orElseThrow(() -> new IOException("no layers")),
        TreeFrame.EMPTY.with(guids, of, roots, new long[0]),
        ChainMemory.EMPTY);
  }

  private static TorusFrame torus(DataInputStream in) throws IOException {
    List<Integer> radices = new ArrayList<>();
    List<Boolean> looped = new ArrayList<>();
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      radices.add(in.readInt());
      looped.add(in.readBoolean());
    }
    int count = count(in, Long.BYTES + Integer.BYTES);
    long[] guids = new long[count];
    int[] places = new int[count];
    for (int i = 0; i < count; i++) {
      guids[i] = in.readLong();
      places[i] = in.readInt();
    }
    return TorusFrame.empty(new TorusShape(radices, looped)).with(guids, places);
  }

  /** A number of things, of which there are not more than the bytes that are left can be. */
  private static int count(DataInputStream in, int bytesEach) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available() / bytesEach) {
      throw new IOException("no such number: " + count);
    }
    return count;
  }
}
