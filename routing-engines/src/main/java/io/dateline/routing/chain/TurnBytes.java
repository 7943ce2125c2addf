package io.dateline.routing.chain;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingOutcome.Refused;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.StepPlaces.NotRoutedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * What has become of a step, for another node of the same build: as ZLIB (RFC 1950) the digest of
 * the request, and of each turn the step, the time that it took, and its outcome. SLs and lanes are
 * not in it. The engine finds them again from tables and memory, as it does for the next master.
 */
final class TurnBytes {
  /** What a turn needs that is not in the bytes. */
  record Means(ChainOptions chain, Parts parts, StepEngines engines) {
    ChainOptions.Step step(long id) throws IOException {
      return chain.steps().stream()
          .filter(step -> step.id() == id)
          .findFirst()
          .orElseThrow(() -> new IOException("there is no step " + id));
    }
  }

  private TurnBytes() {}

  /** The bytes of the turns of a step and of those that stand in for it. */
  static byte[] of(String requestDigest, List<Turn> place) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    try (DataOutputStream out =
        new DataOutputStream(new DeflaterOutputStream(bytes, deflater, 1 << 16))) {
      write(requestDigest, out);
      out.writeInt(place.size());
      for (Turn turn : place) {
        write(turn, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory takes all bytes", e);
    } finally {
      deflater.end();
    }
    return bytes.toByteArray();
  }

  private static void write(Turn turn, DataOutputStream out) throws IOException {
    out.writeLong(turn.step().id());
    out.writeLong(turn.millis());
    switch (turn.outcome()) {
      case Refused refused -> {
        out.writeBoolean(false);
        write(refused.reason(), out);
        write(turn.step(), refused.memory(), out);
      }
      case Routed routed -> {
        out.writeBoolean(true);
        out.writeBoolean(routed.creditLoopFree());
        write(routed.warnings(), out);
        write(List.copyOf(routed.dumps().keySet()), out);
        write(List.copyOf(routed.dumps().values()), out);
        write(turn.step(), routed.memory(), out);
        out.writeByte(routed.routing().vlCount());
        ForwardingTables tables = routed.routing().tables();
        write(TableBytes.digest(tables), out);
        TableBytes.write(tables, turn.part().lids(), out);
      }
    }
  }

  private static void write(ChainOptions.Step step, EngineMemory memory, DataOutputStream out)
      throws IOException {
    ChainMemory one =
        ChainMemory.EMPTY.with(step.id(), new ChainMemory.Step(step.engine(), true, memory));
    write(one.toBytes(), out);
  }

  private static void write(List<String> texts, DataOutputStream out) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      write(text, out);
    }
  }

  private static void write(String text, DataOutputStream out) throws IOException {
    write(text.getBytes(StandardCharsets.UTF_8), out);
  }

  private static void write(byte[] bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * The turns again.
   *
   * @param node that made them
   * @param requestDigest of this node's request
   * @throws NotRoutedException if they are not what they should be
   */
  static List<Turn> read(byte[] bytes, String node, String requestDigest, Means means)
      throws NotRoutedException {
    try (DataInputStream in =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      if (!text(in).equals(requestDigest)) {
        throw new NotRoutedException("it has routed something else");
      }
      List<Turn> place = new ArrayList<>();
      for (int count = in.readInt(); count > 0; count--) {
        place.add(turn(in, node, means));
      }
      if (in.read() >= 0 || place.isEmpty()) {
        throw new NotRoutedException("its answer does not end where it should");
      }
      return place;
    } catch (IOException | RuntimeException e) {
      throw new NotRoutedException("its answer cannot be read: " + e);
    }
  }

  private static Turn turn(DataInputStream in, String node, Means means)
      throws IOException, NotRoutedException {
    ChainOptions.Step step = means.step(in.readLong());
    Part part = means.parts().of(step);
    long millis = in.readLong();
    RoutingOutcome outcome =
        in.readBoolean()
            ? routed(in, step, part, means)
            : new Refused(step.engine(), text(in), memory(in, step));
    return new Turn(step, part, outcome, millis, node);
  }

  private static Routed routed(DataInputStream in, ChainOptions.Step step, Part part, Means means)
      throws IOException, NotRoutedException {
    boolean isFree = in.readBoolean();
    List<String> warnings = texts(in);
    List<String> files = texts(in);
    List<String> contents = texts(in);
    Map<String, String> dumps = new TreeMap<>();
    for (int at = 0; at < files.size(); at++) {
      dumps.put(files.get(at), contents.get(at));
    }
    EngineMemory memory = memory(in, step);
    int vls = in.readByte();
    String digest = text(in);
    ForwardingTables tables = TableBytes.read(part.fabric().switchCount(), part.lids(), in);
    if (!TableBytes.digest(tables).equals(digest)) {
      throw new NotRoutedException("its rows are not those of its digest");
    }
    Routing routing =
        means
            .engines()
            .named(step.engine())
            .restore(part.fabric(), part.lids(), step.options(), tables, memory)
            .filter(found -> found.vlCount() == vls)
            .orElseThrow(() -> new NotRoutedException("its lanes are not found again"));
    return new Routed(routing, isFree, warnings, dumps, memory);
  }

  private static EngineMemory memory(DataInputStream in, ChainOptions.Step step)
      throws IOException {
    return ChainMemory.read(bytes(in))
        .orElseThrow(() -> new IOException("this is no memory of a step"))
        .memory(step.id());
  }

  private static List<String> texts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int count = in.readInt(); count > 0; count--) {
      texts.add(text(in));
    }
    return texts;
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    byte[] bytes = length < 0 ? new byte[0] : in.readNBytes(length);
    if (bytes.length != length) {
      throw new IOException("there are not so many bytes: " + length);
    }
    return bytes;
  }
}
