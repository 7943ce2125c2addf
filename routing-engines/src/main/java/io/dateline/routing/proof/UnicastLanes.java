package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.cdg.Channels;
import java.util.List;

/**
 * The lanes that unicast packets of a routing take one after the other. Finding them takes nearly
 * all the time of a {@link LayerProof}; here they stay, for proofs with one multicast tree or
 * another. Nothing in it changes.
 */
public final class UnicastLanes {
  private final Fabric fabric;
  private final SlToVl slToVl;
  private final Channels channels;
  private final Sources sources;
  private final LaneDependencies found;

  private UnicastLanes(
      Fabric fabric, SlToVl slToVl, Channels channels, Sources sources, LaneDependencies found) {
    this.fabric = fabric;
    this.slToVl = slToVl;
    this.channels = channels;
    this.sources = sources;
    this.found = found;
  }

  /**
   * Finds them. Time grows with switches x LIDs, and, where SLs differ by end port, with end ports
   * x LIDs.
   *
   * @param threads at least 1; they make no difference to the result
   * @throws IllegalArgumentException if the tables are for another number of switches
   */
  public static UnicastLanes of(Fabric fabric, LidMap lids, Routing routing, int threads) {
    check(fabric, routing.tables());
    Channels channels = new Channels(fabric);
    Sources sources = new Sources(fabric, lids);
    Sources senders = sources.distinct(fabric, lids, routing);
    List<LaneDependencies> parts =
        Slices.map(
            lids.maxLid(),
            threads,
            (from, to) -> {
              LaneDependencies part = new LaneDependencies(channels);
              PathWalk walk = new PathWalk(fabric, lids, routing, channels, senders, part);
              for (int lid = from + 1; lid <= to; lid++) {
                walk.to(lid);
              }
              return part;
            });
    LaneDependencies found = parts.getFirst();
    parts.subList(1, parts.size()).forEach(found::addAll);
    return new UnicastLanes(fabric, routing.slToVl(), channels, sources, found);
  }

  static void check(Fabric fabric, ForwardingTables tables) {
    if (tables.switchCount() != fabric.switchCount()) {
      throw new IllegalArgumentException(
          "tables of %d switches for a fabric of %d"
              .formatted(tables.switchCount(), fabric.switchCount()));
    }
  }

  /** The proof of unicast packets by themselves. */
  public LayerProof alone() {
    return LayerProof.of(found);
  }

  /** The proof of these and of packets to groups on a tree. */
  public LayerProof with(MulticastTree tree) {
    LaneDependencies both = new LaneDependencies(channels);
    both.addAll(found);
    GroupPackets.note(fabric, channels, sources, slToVl, tree, both);
    return LayerProof.of(both);
  }

  /**
   * Grows trees on which packets to groups close no credit loop with these.
   *
   * @param serviceLevels of groups
   * @throws IllegalArgumentException if these close one by themselves
   */
  public TreeGrowth growth(List<Integer> serviceLevels) {
    return new TreeGrowth(fabric, slToVl, channels, sources, found, serviceLevels);
  }
}
