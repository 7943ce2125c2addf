package io.dateline.routing.lash;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.Destinations;
import io.dateline.routing.layers.DataVls;
import io.dateline.routing.layers.PathLayers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * LASH: shortest paths between switches, and layers of pairs of switches, so that the paths of a
 * layer, a virtual lane, close no circle (T. Skeie, O. Lysne, I. Theiss, "Layered Shortest Path
 * (LASH) Routing in Irregular System Area Networks", IPDPS workshops 2002; O. Lysne, T. Skeie,
 * S.-A. Reinemo, I. Theiss, "Layered Routing in Irregular Networks", IEEE TPDS 17(1), 2006). Both
 * directions of a pair have the same layer, which is their SL; packets from and to switches have
 * those of their pair, too. So no credit loop can form between any end ports.
 *
 * <p>Beside OpenSM's: paths and layers are the same at every routing and on every node, not drawn;
 * parallel cables share the load; and more than one rule is tried for the paths, so that there are
 * fewer layers ({@link LashSearch}). Several LIDs a port ({@code lmc}) have the same path between
 * switches, as with OpenSM 3.3.23, although its manual says that the default engine takes over.
 * Without {@code qos} OpenSM hands out SLs whose lanes are not programmed; here there is one lane
 * then, which is enough for meshes and many trees, and a refusal where it is not.
 *
 * <p>What was routed before is kept ({@link Repair}): paths of tables that are still shortest, and
 * the layers that are remembered. Only where that does not fit, and where nothing is remembered,
 * all is searched anew.
 *
 * <p>Time grows with the square of the number of switches times the length of paths, and, where the
 * fabric is irregular, with turns times what a search for a circle takes. Any thread may use an
 * engine, several at the same time, too.
 */
public final class LashEngine extends ParallelEngine {
  public static final String NAME = "lash";

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them. The routing
   * is the same for any number.
   */
  public LashEngine(int threads) {
    super(NAME, threads);
  }

  /** Refuses a fabric without nodes, and one that needs more lanes than there are. */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    Fabric fabric = request.fabric();
    if (fabric.nodeCount() == 0) {
      return refusedEmpty();
    }
    LaneOptions options = request.options().lanes();
    int lanes = lanes(fabric, options);
    int start = options.lashStartVl();
    if (start >= lanes) {
      return refused(
          "start VL too high: lash_start_vl is %d, and there are %d lanes, from 0 on%s"
              .formatted(start, lanes, why(options)));
    }
    SwitchGraph graph = new SwitchGraph(fabric);
    Steps steps = new Steps(graph);
    Destinations destinations = new Destinations(fabric, request.lids(), request.options().trees());
    int[] adapters = destinations.adaptersBySwitch();
    Layered kept = Repair.of(request, graph, steps, destinations, start, lanes - start, threads);
    if (kept != null) {
      return routed(request, graph, steps, destinations, adapters, kept, List.of());
    }
    LashSearch.Found found =
        new LashSearch(fabric, graph, steps, adapters, lanes - start, threads)
            .search(options.meshAnalysis());
    int layers = found.packing().map(Packing::layerCount).orElse(Integer.MAX_VALUE);
    if (layers > lanes - start) {
      String needed =
          found.packing().isPresent()
              ? "up to " + layers
              : "more than " + (lanes - start == 1 ? 1 : LashSearch.countedMost(lanes - start));
      return refused(
          "lane requirements (%s) exceed available lanes (%d) with starting lane (%d)%s"
              .formatted(needed, lanes, start, why(options)));
    }
    Packing packing = found.packing().orElseThrow();
    Balance.of(steps, packing, adapters);
    return routed(
        request,
        graph,
        steps,
        destinations,
        adapters,
        Layered.of(steps, packing),
        warnings(options, found));
  }

  private static RoutingOutcome routed(
      RoutingRequest request,
      SwitchGraph graph,
      Steps steps,
      Destinations destinations,
      int[] adapters,
      Layered layered,
      List<String> warnings) {
    Fabric fabric = request.fabric();
    LidMap lids = request.lids();
    int start = request.options().lanes().lashStartVl();
    ForwardingTables tables =
        new LashTables(
                steps, layered.trees(), graph, new Loads(steps, adapters), request.previous())
            .fill(lids, destinations);
    byte[][] levels = byLid(rows(layered, start), lids, destinations);
    Routing routing =
        new Routing(
            NAME,
            tables,
            SlToVl.IDENTITY,
            new PathLayers(fabric, lids, levels),
            start + layered.count());
    LayerMemory before = request.memory().layers();
    List<String> all = new ArrayList<>(warnings);
    MovedPaths.warning(fabric, lids, tables, before, levels).ifPresent(all::add);
    LayerMemory layers = before.with(LayerMemory.of(fabric, lids, levels));
    return new RoutingOutcome.Routed(routing, true, all, Map.of(), request.memory().with(layers));
  }

  /** Data VLs that every cable between switches has: those to end ports are on no circle. */
  private static int lanes(Fabric fabric, LaneOptions options) {
    DataVls dataVls = DataVls.of(fabric, options);
    return options.qos() ? dataVls.betweenSwitches() : 1;
  }

  private static String why(LaneOptions options) {
    return options.qos()
        ? ""
        : ": qos is FALSE, so that none but lane 0 is programmed; set it to TRUE";
  }

  private static List<String> warnings(LaneOptions options, LashSearch.Found found) {
    return options.meshAnalysis() && found.mesh().isEmpty()
        ? List.of("do_mesh_analysis: the switches are not cabled as a cartesian mesh")
        : List.of();
  }

  /** By destination switch, then by source switch, the SL. */
  private static byte[][] rows(Layered layered, int start) {
    byte[][] rows = new byte[layered.layers().length][];
    for (int node = 0; node < rows.length; node++) {
      rows[node] = layered.layers()[node].clone();
      for (int other = 0; other < rows.length; other++) {
        rows[node][other] += (byte) start;
      }
    }
    return rows;
  }

  private static byte[][] byLid(byte[][] rows, LidMap lids, Destinations destinations) {
    byte[][] byLid = new byte[lids.maxLid() + 1][];
    for (int i = 0; i < destinations.count; i++) {
      int base = destinations.lids[i];
      Arrays.fill(
          byLid, base, base + lids.lidCount(destinations.ports[i]), rows[destinations.homes[i]]);
    }
    return byLid;
  }

  /** SLs are what is remembered. */
  @Override
  public Optional<Routing> restore(
      Fabric fabric,
      LidMap lids,
      RoutingOptions options,
      ForwardingTables tables,
      EngineMemory memory) {
    byte[][] levels = memory.layers().layers(fabric, lids);
    for (int lid = 1; lid < levels.length; lid++) {
      boolean isKnown = levels[lid] != null || lids.port(lid) == Fabric.NONE;
      if (!isKnown || hasUnknown(levels[lid])) {
        return Optional.empty();
      }
    }
    PathLayers layers = new PathLayers(fabric, lids, levels);
    return Optional.of(new Routing(NAME, tables, SlToVl.IDENTITY, layers, layers.highest() + 1));
  }

  private static boolean hasUnknown(byte[] row) {
    for (int node = 0; row != null && node < row.length; node++) {
      if (row[node] == LayerMemory.UNKNOWN) {
        return true;
      }
    }
    return false;
  }
}
