package io.dateline.routing.layers;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.cdg.Channels;
import io.dateline.routing.cdg.Turns;
import it.unimi.dsi.fastutil.longs.LongHeapIndirectPriorityQueue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The layers of the paths that tables make: found anew, or as they were granted. All end ports at
 * one switch share their path to a LID, and so its layer. Paths from and to switches are among
 * them, and LIDs that no switch reaches have none.
 *
 * <p>First one of {@link #searchEssential} and {@link #keep}, then {@link #searchOthers}; layers
 * count once nothing is left without. Owned by one thread; the same calls give the same layers.
 */
public final class LayerAssignment {
  /** Classes that it spends its time in, see {@link RoutingEngine#classes}. */
  public static final List<Class<?>> CLASSES =
      List.of(
          LayerAssignment.class,
          DataVls.class,
          Traffic.class,
          Channels.class,
          Turns.class,
          TreeReader.class,
          TableColumns.class,
          DestinationTrees.class,
          TreeMerger.class,
          MergedTrees.class,
          LayerRows.class,
          LayerSearch.class,
          LayerBalance.class,
          BestOrder.class,
          GreedyOrder.class,
          LongHeapIndirectPriorityQueue.class, // of greedy orders
          Sifting.class,
          PathLayers.class);

  private final Fabric fabric;
  private final LidMap lids;
  private final ForwardingTables tables;
  private final Traffic traffic;
  private final DestinationTrees trees;
  private final LayerRows rows;
  private List<int[]> orders = List.of();
  private LayerSearch essentials; // that has begun; or null
  private Optional<String> warning = Optional.empty();
  private long moved;

  /** Looks at the paths; tables are not to be written to any more. */
  public LayerAssignment(Fabric fabric, LidMap lids, ForwardingTables tables) {
    this.fabric = fabric;
    this.lids = lids;
    this.tables = tables;
    traffic = new Traffic(fabric, lids);
    trees = new DestinationTrees(fabric, lids, tables, traffic.lids);
    rows = new LayerRows(traffic.lids.length, fabric.switchCount());
  }

  public ForwardingTables tables() {
    return tables;
  }

  /**
   * Whether paths between adapters, of routers too, fit into one layer; they are in it then. To be
   * asked first of all, if at all; {@link #searchEssential} goes on from there.
   */
  public boolean fitsOne() {
    essentials = new LayerSearch(trees, traffic, rows, orders);
    boolean fits = essentials.fitsOne();
    orders = essentials.orders();
    return fits;
  }

  /**
   * Finds layers for paths between adapters, of routers too; see {@link LayerSearch}. Without end
   * it goes on where it had ended before.
   *
   * @param lanes layers at most
   * @param isPatient whether to go on where it will hardly come to an end
   * @return such paths that have none
   */
  public long searchEssential(int lanes, boolean isPatient) {
    if (essentials == null) {
      essentials = new LayerSearch(trees, traffic, rows, orders);
    }
    long left = essentials.essential(lanes, isPatient);
    orders = essentials.orders();
    return left;
  }

  /**
   * Finds layers for all paths that have none. Those to a switch that are the paths to an adapter
   * there have the layers of these.
   *
   * @param lanes layers at most
   * @return paths that have none
   */
  public long searchOthers(int lanes) {
    essentials = null;
    takeAdaptersLayers();
    LayerSearch search = new LayerSearch(trees, traffic, rows, orders);
    long left = search.others(lanes);
    orders = search.orders();
    return left;
  }

  /**
   * Spreads paths, once all have layers, over all lanes there are; see {@link LayerBalance}.
   *
   * @param lanes layers at most
   */
  public void balance(int lanes) {
    orders = LayerBalance.spread(trees, traffic, rows, orders, lanes);
  }

  private void takeAdaptersLayers() {
    for (int[] group : trees.groups) {
      for (int tree : group) {
        if (!traffic.receives[tree] && rows.isEmpty(tree)) {
          takeAdaptersLayers(tree, group);
        }
      }
    }
  }

  private void takeAdaptersLayers(int tree, int[] group) {
    for (int adapter : group) {
      if (traffic.receives[adapter] && trees.haveSamePaths(tree, adapter)) {
        rows.copy(adapter, tree);
        return;
      }
    }
  }

  /**
   * Has paths that have none of the first layers share the first one, where they can close a cycle
   * with its own.
   *
   * @param lanes how many layers stay, at least 1
   */
  public void shareFirst(int lanes) {
    TreeReader reader = trees.reader();
    for (int tree = 0; tree < traffic.lids.length; tree++) {
      reader.read(traffic.lids[tree]);
      for (int way = 0; way < reader.count; way++) {
        int node = trees.turns.tail[reader.ways[way]];
        int layer = rows.layer(tree, node);
        if (layer == LayerRows.NONE || layer >= lanes) {
          rows.set(tree, node, 0);
        }
      }
    }
    orders = orders.subList(0, Math.min(lanes, orders.size()));
  }

  /**
   * Gives paths the layers that they were granted, and new ones where they fit; see {@link
   * LayerKeeper}.
   *
   * @param lanes layers at most
   * @param isEssential whether only paths between adapters have to fit, and others keep theirs
   */
  public void keep(LayerMemory memory, int lanes, boolean isEssential) {
    byte[][] byLid = memory.layers(fabric, lids);
    byte[][] granted = new byte[traffic.lids.length][];
    for (int tree = 0; tree < granted.length; tree++) {
      granted[tree] = byLid[traffic.lids[tree]];
    }
    LayerKeeper keeper = new LayerKeeper(trees, traffic, rows, isEssential);
    orders = keeper.keep(granted, lanes);
    moved = keeper.moved(granted);
    warning = moved == 0 ? Optional.empty() : Optional.of(warning(keeper, granted));
  }

  /** Paths, each from a switch to a LID, that have not the layer they were granted. */
  public long moved() {
    return moved;
  }

  /** A sentence about them; empty where there are none. */
  public Optional<String> warning() {
    return warning;
  }

  private String warning(LayerKeeper keeper, byte[][] granted) {
    long paths = 0;
    String example = "";
    TreeReader reader = trees.reader();
    for (int tree = 0; tree < granted.length; tree++) {
      if (granted[tree] == null) {
        continue;
      }
      reader.read(traffic.lids[tree]);
      for (int way = 0; way < reader.count; way++) {
        int node = trees.turns.tail[reader.ways[way]];
        int before = granted[tree][node];
        paths += before == LayerRows.NONE ? 0 : 1;
        if (example.isEmpty() && before != LayerRows.NONE && before != rows.layer(tree, node)) {
          example =
              "from switch %s to LID %d, on SL %d before"
                  .formatted(Guid.format(fabric.nodeGuid(node)), traffic.lids[tree], before);
        }
      }
    }
    String cycle =
        keeper.cycles().stream()
            .findFirst()
            .map(channels -> " would close a credit loop over switches " + switches(channels))
            .orElse(" do not fit any more");
    return "%d of %d paths have another SL than was granted (%s): on theirs they%s"
        .formatted(moved, paths, example, cycle);
  }

  private String switches(int[] cycle) {
    return Arrays.stream(cycle)
        .mapToObj(channel -> Guid.format(fabric.nodeGuid(trees.turns.tail[channel])))
        .collect(Collectors.joining(", "));
  }

  /** Layers so far. */
  public int layers() {
    return Math.max(1, orders.size());
  }

  /** The layer of every path as its SL. */
  public PathLayers pathLayers() {
    return new PathLayers(fabric, lids, byLid());
  }

  /** What was granted. */
  public LayerMemory memory() {
    byte[][] layers = byLid();
    byte[] unknown = new byte[fabric.switchCount()];
    Arrays.fill(unknown, LayerMemory.UNKNOWN);
    for (int lid = 0; lid < layers.length; lid++) {
      layers[lid] = layers[lid] == null ? unknown : layers[lid]; // no switch reaches it
    }
    return LayerMemory.of(fabric, lids, layers);
  }

  /**
   * By LID, then by switch. Those at the LID's own switch are on SL 0 where nothing else was
   * granted.
   */
  private byte[][] byLid() {
    byte[][] layers = new byte[lids.maxLid() + 1][];
    for (int tree = 0; tree < traffic.lids.length; tree++) {
      int home = trees.homes[tree];
      if (home != Fabric.NONE) {
        if (rows.layer(tree, home) == LayerRows.NONE) {
          rows.set(tree, home, 0);
        }
        layers[traffic.lids[tree]] = rows.row(tree);
      }
    }
    return layers;
  }

  /** Why no layer has a cycle. */
  LayerCertificate certificate() {
    return new LayerCertificate(orders);
  }

  /** The layer of a path, negative if there is none. */
  int layer(int node, int lid) {
    return rows.layer(Arrays.binarySearch(traffic.lids, lid), node);
  }

  /**
   * The layers that were granted to the paths of tables, as SLs.
   *
   * @return empty where that of some path is not remembered
   */
  public static Optional<PathLayers> restored(
      Fabric fabric, LidMap lids, ForwardingTables tables, LayerMemory memory) {
    byte[][] layers = memory.layers(fabric, lids);
    Channels channels = new Channels(fabric);
    int[] tail = new Turns(channels).tail;
    TreeReader reader = new TreeReader(fabric, lids, tables, channels);
    for (int lid = 1; lid < layers.length; lid++) {
      reader.read(lid);
      if (reader.home == Fabric.NONE) {
        layers[lid] = null;
        continue;
      }
      byte[] row = layers[lid];
      for (int way = 0; way < reader.count; way++) {
        if (row == null || row[tail[reader.ways[way]]] == LayerMemory.UNKNOWN) {
          return Optional.empty();
        }
      }
      if (reader.count < fabric.switchCount() - 1) {
        layers[lid] = ofPaths(row, reader, tail);
      }
    }
    return Optional.of(new PathLayers(fabric, lids, layers));
  }

  /** A row without what was granted to switches that have no path now. */
  private static byte[] ofPaths(byte[] row, TreeReader reader, int[] tail) {
    if (row == null) {
      return null;
    }
    byte[] kept = new byte[row.length];
    Arrays.fill(kept, LayerMemory.UNKNOWN);
    kept[reader.home] = row[reader.home];
    for (int way = 0; way < reader.count; way++) {
      kept[tail[reader.ways[way]]] = row[tail[reader.ways[way]]];
    }
    return kept;
  }
}
