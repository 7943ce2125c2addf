package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.format.TorusConf;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TorusOptions;
import io.dateline.routing.layers.DataVls;
import java.util.Optional;

/**
 * OpenSM's torus-2QoS: dimension order routing of tori and meshes of up to three dimensions, with a
 * dateline in every ring (W. J. Dally and C. L. Seitz, "Deadlock-Free Message Routing in
 * Multiprocessor Interconnection Networks", IEEE Trans. Computers C-36(5), 1987). Which datelines a
 * path crosses is in its SL, and only coordinates decide that, so that no SL changes while switches
 * and cables fail and come back. What the switches' coordinates are is remembered from one routing
 * to the next.
 *
 * <p>A ring that is interrupted is gone round the long way; at a missing switch packets turn early,
 * and the hop after the turn that dimension order forbids has lanes of its own. OpenSM routes so
 * unless the places of missing switches are wrong. Here the channel dependency graph decides, where
 * places do not: some damage that OpenSM refuses closes no loop, and some that it routes does. Of
 * the latter, missing cables beside switches side by side in the last dimension, packets come to
 * the missing switch from the other side.
 *
 * <p>Time is linear in switches times LIDs. Any thread may use an engine, several at the same time,
 * too.
 */
public final class TorusEngine extends ParallelEngine {
  public static final String NAME = "torus-2QoS";

  /** Finds where the switches of a fabric are. */
  @FunctionalInterface
  interface FrameFinder {
    FrameOutcome find(Fabric fabric, TorusConf conf, Optional<TorusFrame> remembered);
  }

  private final FrameFinder finder;

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them. The tables
   * are the same for any number.
   */
  public TorusEngine(int threads) {
    this(threads, FrameSearch::find);
  }

  /** One that is told where switches are. */
  TorusEngine(int threads, FrameFinder finder) {
    super(NAME, threads);
    this.finder = finder;
  }

  /**
   * Refuses a fabric without nodes, what {@code torus-2QoS.conf} and {@code qos} do not allow, a
   * line of the torus that is in pieces, and missing switches that lead to a credit loop.
   */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    if (request.fabric().nodeCount() == 0) {
      return refusedEmpty();
    }
    TorusOptions options = request.options().torus();
    if (options.conf().isEmpty()) {
      return refused("torus_config is not given: nothing says what torus this is");
    }
    if (!request.options().lanes().qos()) {
      return refused(
          "qos is FALSE: the lanes of this engine would not be programmed; set qos to TRUE");
    }
    TorusConf conf = options.conf().get();
    return switch (finder.find(request.fabric(), conf, request.memory().torus())) {
      case FrameOutcome.Refused refused -> refused(refused.reason());
      case FrameOutcome.Found found -> new TorusRouting(request, conf, found, threads).outcome();
    };
  }

  /** SLs and lanes need no more than the switches' places, and how many lanes there are. */
  @Override
  public Optional<Routing> restore(
      Fabric fabric,
      LidMap lids,
      RoutingOptions options,
      ForwardingTables tables,
      EngineMemory memory) {
    DataVls dataVls = DataVls.of(fabric, options.lanes());
    return torus(fabric, options, memory)
        .map(
            torus ->
                new Routing(
                    NAME,
                    tables,
                    new TorusLanes(torus, dataVls),
                    new TorusLevels(torus, lids),
                    TorusLanes.used(dataVls)));
  }

  @Override
  public Optional<Routing> restoreTree(
      Fabric fabric, LidMap lids, RoutingOptions options, Routing routing, EngineMemory memory) {
    return torus(fabric, options, memory)
        .flatMap(torus -> SoundTree.again(torus, lids, routing, threads))
        .map(routing::withMulticast);
  }

  private static Optional<Torus> torus(Fabric fabric, RoutingOptions options, EngineMemory memory) {
    int cablesMax =
        options.torus().conf().map(TorusConf::portgroupMaxPorts).orElse(Integer.MAX_VALUE);
    return memory.torus().map(frame -> Torus.of(fabric, frame, cablesMax));
  }
}
