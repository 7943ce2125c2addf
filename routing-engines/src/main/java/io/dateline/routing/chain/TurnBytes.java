package io.dateline.routing.chain;

import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TableDigest;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.ChainOptions;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingOutcome.Refused;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.StepPlaces.NotRoutedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What has become of a step, for another node of the same build: as ZLIB (RFC 1950) the digest of
 * the request, and of each turn the step, the time that it took, and its outcome. SLs and lanes are
 * not in it. The engine finds them again from tables and memory, as it does for the next master.
 */
final class TurnBytes {
  /** What a turn needs that is not in the bytes. */
  record Means(ChainOptions chain, Parts parts, StepEngines engines) {
    ChainOptions.Step step(long id) {
      return chain.steps().stream()
          .filter(step -> step.id() == id)
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("there is no step " + id));
    }
  }

  private TurnBytes() {}

  /** The bytes of the turns of a step and of those that stand in for it. */
  static byte[] of(String requestDigest, List<Turn> place) {
    try (Packer out = new Packer()) {
      out.put(requestDigest);
      out.put(place.size());
      place.forEach(turn -> write(turn, out));
      return out.bytes();
    }
  }

  private static void write(Turn turn, Packer out) {
    out.put(turn.step().id());
    out.put(turn.millis());
    switch (turn.outcome()) {
      case Refused refused -> {
        out.put(false);
        out.put(refused.reason());
        write(turn.step(), refused.memory(), out);
      }
      case Routed routed -> {
        out.put(true);
        out.put(routed.creditLoopFree());
        out.put(routed.warnings());
        out.put(List.copyOf(routed.dumps().keySet()));
        out.put(List.copyOf(routed.dumps().values()));
        write(turn.step(), routed.memory(), out);
        out.put(routed.routing().vlCount());
        ForwardingTables tables = routed.routing().tables();
        out.put(TableDigest.of(tables));
        TableBytes.write(tables, turn.part().lids(), out);
      }
    }
  }

  private static void write(ChainOptions.Step step, EngineMemory memory, Packer out) {
    ChainMemory one =
        ChainMemory.EMPTY.with(step.id(), new ChainMemory.Step(step.engine(), true, memory));
    out.put(one.toBytes());
  }

  /**
   * The turns again.
   *
   * @param asked the step that the node was asked for
   * @param node that made them
   * @param requestDigest of this node's request
   * @throws NotRoutedException if they are not what they should be
   */
  static List<Turn> read(
      byte[] bytes, ChainOptions.Step asked, String node, String requestDigest, Means means)
      throws NotRoutedException {
    try (Unpacker in = new Unpacker(bytes)) {
      if (!in.text().equals(requestDigest)) {
        throw new NotRoutedException("it has routed something else");
      }
      List<ChainOptions.Step> expected = means.chain().inTurn(asked);
      List<Turn> place = new ArrayList<>();
      int count = in.number();
      for (ChainOptions.Step step : expected.subList(0, Math.clamp(count, 1, expected.size()))) {
        Turn turn = turn(in, node, means);
        if (turn.step().id() != step.id() || place.stream().anyMatch(TurnBytes::isRouted)) {
          throw new NotRoutedException("it has routed another step");
        }
        place.add(turn);
      }
      if (!isRouted(place.getLast()) && place.size() < expected.size()) {
        throw new NotRoutedException("it has not routed all that stands in for the step");
      }
      if (!in.isAtEnd() || place.size() != count) {
        throw new NotRoutedException("its answer cannot be read: it does not end as it should");
      }
      return place;
    } catch (RuntimeException e) {
      throw new NotRoutedException("its answer cannot be read: " + e.getMessage());
    }
  }

  private static boolean isRouted(Turn turn) {
    return turn.outcome() instanceof Routed;
  }

  private static Turn turn(Unpacker in, String node, Means means) throws NotRoutedException {
    ChainOptions.Step step = means.step(in.longNumber());
    Part part = means.parts().of(step);
    long millis = in.longNumber();
    RoutingOutcome outcome =
        in.flag()
            ? routed(in, step, part, means)
            : new Refused(step.engine(), in.text(), memory(in, step));
    return new Turn(step, part, outcome, millis, node);
  }

  private static Routed routed(Unpacker in, ChainOptions.Step step, Part part, Means means)
      throws NotRoutedException {
    boolean isFree = in.flag();
    List<String> warnings = in.texts();
    List<String> files = in.texts();
    List<String> contents = in.texts();
    Map<String, String> dumps = new TreeMap<>();
    for (int at = 0; at < files.size(); at++) {
      dumps.put(files.get(at), contents.get(at));
    }
    EngineMemory memory = memory(in, step);
    int vls = in.number();
    String digest = in.text();
    ForwardingTables tables = TableBytes.read(part.fabric().switchCount(), part.lids(), in);
    if (!TableDigest.of(tables).equals(digest)) {
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

  private static EngineMemory memory(Unpacker in, ChainOptions.Step step) {
    return ChainMemory.read(in.bytes())
        .orElseThrow(() -> new IllegalArgumentException("this is no memory of a step"))
        .memory(step.id());
  }
}
