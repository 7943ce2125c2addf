package io.dateline.routing.chain;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The service levels of a chain. A path within the part of the step that leads it has that step's
 * SL. One that comes into a part with lanes has the SL of a path from the switch where it comes in;
 * if there are several such parts, that of the last one. Any other has the SL of the first step.
 *
 * <p>It looks at the tables alone, as switches do, so that the SLs of tables that were restored are
 * the same. Any thread may ask.
 */
final class ChainLevels implements PathSl {
  private final Fabric fabric;
  private final LidMap lids;
  private final ForwardingTables tables;
  private final List<Stage> stages;
  private final short[] lastOf; // by LID: the last stage that serves it

  ChainLevels(Fabric fabric, LidMap lids, ForwardingTables tables, List<Stage> stages) {
    this.fabric = fabric;
    this.lids = lids;
    this.tables = tables;
    this.stages = stages;
    lastOf = new short[lids.maxLid() + 1];
    for (int lid : lids.usedLids()) {
      for (int at = 1; at < stages.size(); at++) {
        if (stages.get(at).part().serves(lid)) {
          lastOf[lid] = (short) at;
        }
      }
    }
  }

  @Override
  public int sl(int sourceLid, int destinationLid) {
    return sl(sourceLid, destinationLid, 0);
  }

  @Override
  public int sl(int sourceLid, int destinationLid, int wanted) {
    return new LevelsToward(this, destinationLid, /* isForMany= */ false).sl(sourceLid, wanted);
  }

  @Override
  public IntUnaryOperator toward(int destinationLid) {
    if (lastStage(destinationLid) == 0) {
      return stages.getFirst().routing().pathSl().toward(destinationLid);
    }
    if (isZeroToward(destinationLid)) {
      return sourceLid -> 0;
    }
    LevelsToward levels = new LevelsToward(this, destinationLid, /* isForMany= */ true);
    return sourceLid -> levels.sl(sourceLid, 0);
  }

  /** Which parts have the port; if some engine has kinds of its own, the LID. */
  @Override
  public int kind(int sourceLid) {
    int source = lids.port(sourceLid);
    if (source == Fabric.NONE || stages.size() >= Integer.SIZE) {
      return sourceLid;
    }
    int kind = 0;
    for (int at = 0; at < stages.size(); at++) {
      Part part = stages.get(at).part();
      int inner = at == 0 ? source : part.port(source);
      if (inner != Fabric.NONE) {
        kind |= 1 << at;
        int lid = at == 0 ? sourceLid : part.lids().baseLid(inner);
        PathSl levels = stages.get(at).routing().pathSl();
        if (levels != PathSl.ZERO && levels.kind(lid) != 0) {
          return sourceLid;
        }
      }
    }
    return kind;
  }

  List<Stage> stages() {
    return stages;
  }

  /** The last stage that serves a LID; the first one if no other does, or no port has the LID. */
  int lastStage(int lid) {
    return lids.port(lid) == Fabric.NONE ? 0 : lastOf[lid];
  }

  /**
   * Of the stages up to one the last that serves a LID and has lanes; the first one if none has.
   */
  int lastWithLanes(int lid, int last) {
    int at = last;
    while (at > 0 && !(stages.get(at).hasLanes() && stages.get(at).part().serves(lid))) {
      at--;
    }
    return at;
  }

  /** Whether no stage that may lead a path to a LID has SLs. */
  private boolean isZeroToward(int lid) {
    for (int at = lastStage(lid); at >= 0; at--) {
      Stage stage = stages.get(at);
      if (stage.routing().pathSl() != PathSl.ZERO && (at == 0 || stage.part().serves(lid))) {
        return false;
      }
    }
    return true;
  }

  /** The end port of a LID, or {@link Fabric#NONE}. */
  int port(int lid) {
    return lids.port(lid);
  }

  /** The switch that an end port's packets come to first, or {@link Fabric#NONE}. */
  int switchAt(int port) {
    return port == Fabric.NONE ? Fabric.NONE : fabric.switchAt(port);
  }

  int switchCount() {
    return tables.switchCount();
  }

  /** The LID in a stage's part of a switch's own port. */
  int switchLid(int stage, int node) {
    Part part = stages.get(stage).part();
    return part.lids().baseLid(part.port(fabric.port(node, 0)));
  }

  /** The last stage that has the entry of a switch in its part; {@code from} if it is no later. */
  int stage(int node, int lid, int from, int last) {
    int port = tables.port(node, lid);
    for (int at = last; at > from; at--) {
      Part part = stages.get(at).part();
      if (part.serves(lid) && part.leadsInside(node, port)) {
        return at;
      }
    }
    return from;
  }

  /** The switch that the entry of another one leads to, or {@link Fabric#NONE}. */
  int next(int node, int lid) {
    int port = tables.port(node, lid);
    if (port == 0 || port > fabric.externalPortCount(node)) {
      return Fabric.NONE;
    }
    int peer = fabric.peer(fabric.port(node, port));
    return peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer))
        ? fabric.nodeOf(peer)
        : Fabric.NONE;
  }
}
