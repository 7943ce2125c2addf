package io.dateline.routing.ftree;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.ParallelEngine;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingOutcome.Routed;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TreeOptions;
import io.dateline.routing.balance.NodeListWarnings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Routes fat-trees for shift patterns, in which the n-th compute node sends to the (n+s)-th: see
 * {@link MainPaths}. Paths go up and then down, so that one VL is enough and no credit loop can
 * form.
 *
 * <p>Roots, and switches that damage has parted, reach each other's LIDs, too, wherever no credit
 * loop comes of it; with {@code connect_roots} they do anywhere.
 *
 * <p>Without roots given the tree has to be pure ({@link TreeRules}) once. From then on the levels
 * of its switches are remembered, and it is routed when it is damaged, too ({@link TreeSearch}).
 * With roots, damaged trees and trees of other shapes are routed at once, as long as compute nodes
 * can send to each other.
 *
 * <p>Where there are tables of this engine already, only entries change that no longer lead down to
 * the destination, or up to a switch above it by the shortest way, and those for which cables have
 * come back ({@link PresentTables}).
 *
 * <p>Time grows with switches x LIDs; memory is a byte for every pair of switches beside the
 * tables. Any thread may use an engine, several at the same time, too.
 */
public final class FatTreeEngine extends ParallelEngine {
  public static final String NAME = "ftree";

  private static final int RANKS_MAX = 60; // what a byte of Reach can tell apart

  /**
   * An engine that works with a number of threads, at least 1, the caller's among them. The tables
   * are the same for any number.
   */
  public FatTreeEngine(int threads) {
    super(NAME, threads);
  }

  /** Refuses what is no fat-tree, naming the rule that is broken and the switches that break it. */
  @Override
  public RoutingOutcome route(RoutingRequest request) {
    Fabric fabric = request.fabric();
    TreeOptions options = request.options().trees();
    Optional<String> broken = TreeRules.beforeRanking(fabric, request.lids(), options);
    if (broken.isPresent()) {
      return refused(broken.get());
    }
    return switch (new TreeSearch(request).find()) {
      case TreeSearch.NoTree none -> refused(none.reason());
      case TreeSearch.Found found -> route(request, found);
    };
  }

  private RoutingOutcome route(RoutingRequest request, TreeSearch.Found found) {
    TreeOptions options = request.options().trees();
    Tree tree = found.tree();
    Coverage coverage = found.coverage();
    List<String> warnings = new ArrayList<>(NodeListWarnings.of(request.fabric(), options));
    warnings.addAll(found.warnings());
    if (tree.ranks().max > RANKS_MAX) {
      return refused("some switches are more than " + RANKS_MAX + " graph below a root");
    }
    Leaves leaves = Leaves.of(tree, found.leafRank(), options.quasiFtreeIndexing());
    if (leaves.count() < 2) {
      return refused(
          "all compute nodes are at "
              + TreeRules.name(tree, leaves.order()[0])
              + ", a fat-tree has at least 2 leaves");
    }
    Reach reach = Reach.of(tree, threads);
    Optional<String> missing = coverage.missing(reach);
    if (missing.isPresent()) {
      return refused(missing.get());
    }
    ForwardingTables tables = fill(request, tree, leaves, reach);
    boolean creditLoopFree = true;
    if (options.maxReverseHops() > 0) {
      creditLoopFree = !new ReverseHops(tree, reach, options.maxReverseHops()).fill(tables);
    }
    ConnectedRoots roots = new ConnectedRoots(tree, reach, leaves, request.previous());
    if (options.connectRoots() || roots.isSafe()) {
      creditLoopFree &= roots.fill(tables);
    }
    List<Integer> partly = coverage.warn(reach, tables, warnings);
    return new Routed(
        Routing.singleLane(NAME, tables),
        creditLoopFree,
        warnings,
        Map.of(NodeOrder.FILE, NodeOrder.of(tree, leaves)),
        found.memory(),
        List.of(),
        partly);
  }

  private ForwardingTables fill(RoutingRequest request, Tree tree, Leaves leaves, Reach reach) {
    MainPaths anew = MainPaths.of(tree, leaves, null);
    PresentTables before =
        request.previous() == null ? null : new PresentTables(tree, request.previous());
    MainPaths paths = before == null ? null : before.mainPaths(anew, leaves, reach);
    boolean canLook = isRelieved(tree, leaves);
    if (paths == null || !(before.isCertain() || canLook)) {
      return fill(request, tree, leaves, reach, anew, null);
    }
    ForwardingTables kept = fill(request, tree, leaves, reach, paths, before);
    if (before.isCertain()) {
      return kept;
    }
    ForwardingTables fresh = fill(request, tree, leaves, reach, anew, null);
    return PresentTables.isTooCrowded(
            ShiftFlows.most(tree, leaves, kept), ShiftFlows.most(tree, leaves, fresh))
        ? fresh
        : kept;
  }

  private ForwardingTables fill(
      RoutingRequest request,
      Tree tree,
      Leaves leaves,
      Reach reach,
      MainPaths paths,
      PresentTables before) {
    ForwardingTables tables = new ForwardingTables(tree.switchCount(), request.lids().maxLid());
    byte[][] rows = new byte[tree.switchCount()][];
    Arrays.setAll(rows, tables::row);
    int[][] diverted = new int[rows.length][];
    for (int rank = tree.ranks().max; rank >= Ranks.UNRANKED; rank--) {
      int[] nodes = tree.ranks().at(rank);
      Slices.map(
          nodes.length,
          threads,
          (from, to) -> {
            Diversions diversions = new Diversions(tree, diverted, rows);
            RowFiller filler =
                new RowFiller(tree, reach, paths, before, diversions, leaves.subtreePlaces());
            for (int i = from; i < to; i++) {
              filler.fill(nodes[i], rows[nodes[i]]);
            }
            return to - from;
          });
    }
    if (before == null && isRelieved(tree, leaves)) {
      new ShiftRelief(tree, leaves, reach, rows).run();
    }
    return tables;
  }

  /**
   * Whether a tree is small enough to look at every shift, and main paths leave something to do.
   */
  private static boolean isRelieved(Tree tree, Leaves leaves) {
    return ShiftRelief.isFor(tree, leaves)
        && TreeRules.ofPureTree(tree, tree.rank(leaves.order()[0])).isPresent();
  }
}
