package io.dateline.routing.file;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.format.LidMatrix;
import io.dateline.routing.FileOptions;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.balance.BalanceMemo;
import io.dateline.routing.balance.BalancedTables;
import io.dateline.routing.minhop.MinHopEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Routes as files say, whatever the fabric looks like now. With {@code lfts_file} its tables are
 * taken; with {@code lid_matrix_dump_file} alone ports are chosen as min-hop does, but by the hops
 * of that file; with neither this is min-hop.
 *
 * <p>Nothing is claimed of the tables, and cables are not looked at: an entry that leads out of a
 * dead port is taken, with a warning. Any thread may use an engine, several at the same time, too.
 */
public final class FileEngine extends ParallelEngine {
  public static final String NAME = "file";

  private final MinHopEngine minhop; // where no tables are given

  /**
   * An engine that chooses ports, where it has to, with a number of threads, at least 1, the
   * caller's among them. The tables are the same for any number.
   */
  public FileEngine(int threads) {
    super(NAME, threads);
    minhop = new MinHopEngine(threads);
  }

  /** Refuses a fabric without nodes, and tables that name a port which a switch does not have. */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    if (request.fabric().nodeCount() == 0) {
      return refusedEmpty();
    }
    FileOptions files = request.options().files();
    if (files.lfts().isPresent()) {
      return new LoadedTables(request, files.lfts().get()).outcome();
    }
    return files.lidMatrix().isPresent()
        ? byMatrix(request, files.lidMatrix().get())
        : byMinHop(request);
  }

  private RoutingOutcome byMatrix(RoutingRequest request, LidMatrix matrix) {
    Fabric fabric = request.fabric();
    List<String> warnings = new ArrayList<>();
    SwitchGraph graph = new SwitchGraph(fabric, request.options().ports().portSearchOrdering());
    LoadedHops hops = LoadedHops.of(request, graph, matrix, warnings);
    return routed(
        Routing.singleLane(
            NAME, BalancedTables.of(request, graph, () -> hops, new BalanceMemo(), threads)),
        warnings);
  }

  private RoutingOutcome byMinHop(RoutingRequest request) {
    return switch (minhop.route(request)) {
      case RoutingOutcome.Routed routed -> {
        List<String> warnings = new ArrayList<>(routed.warnings());
        warnings.add("lfts_file is not given: tables are those of minhop");
        yield routed(Routing.singleLane(NAME, routed.routing().tables()), warnings);
      }
      case RoutingOutcome.Refused refused -> refused(refused.reason());
    };
  }

  static RoutingOutcome routed(Routing routing, List<String> warnings) {
    return new RoutingOutcome.Routed(routing, false, warnings, Map.of());
  }
}
