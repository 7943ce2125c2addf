package io.dateline.routing.proof;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.Lane;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.cdg.Channels;
import io.dateline.routing.cdg.DependencyGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A {@link LayerProof} with what was counted for it, from which {@link #after} finds the proof of
 * what has changed, the very same as from scratch. It counts where all is on one lane and no tree
 * for multicast has a part in it; where not, each proof is from scratch.
 *
 * <p>Immutable; any thread may ask. It keeps the routing, its fabric and LIDs, and the counts.
 */
public final class StandingProof {
  /** Where more than one LID of so many has changed, from scratch is as quick. */
  private static final int PART = 4;

  private final Fabric fabric;
  private final LidMap lids;
  private final Routing routing;
  private final Channels channels;
  private final Sources sources;
  private final Optional<LaneCounts> counts; // where all is on one lane
  private final LayerProof proof;

  private StandingProof(
      Fabric fabric,
      LidMap lids,
      Routing routing,
      Channels channels,
      Sources sources,
      Optional<LaneCounts> counts,
      LayerProof proof) {
    this.fabric = fabric;
    this.lids = lids;
    this.routing = routing;
    this.channels = channels;
    this.sources = sources;
    this.counts = counts;
    this.proof = proof;
  }

  /** Without counts and proof. */
  private static StandingProof begin(Fabric fabric, LidMap lids, Routing routing) {
    UnicastLanes.check(fabric, routing.tables());
    return new StandingProof(
        fabric,
        lids,
        routing,
        new Channels(fabric),
        new Sources(fabric, lids),
        Optional.empty(),
        null);
  }

  /**
   * Proves from scratch.
   *
   * @param threads at least 1; they make no difference to the result
   * @throws IllegalArgumentException if the tables are for another number of switches
   */
  public static StandingProof of(Fabric fabric, LidMap lids, Routing routing, int threads) {
    return begin(fabric, lids, routing).fromScratch(threads);
  }

  private StandingProof fromScratch(int threads) {
    if (!isCounted(routing)) {
      return with(Optional.empty(), LayerProof.of(fabric, lids, routing, threads));
    }
    List<LaneCounts> parts =
        Slices.map(
            lids.maxLid(),
            threads,
            (from, to) -> {
              LaneCounts part = new LaneCounts(channels, 1);
              PathWalk walk = walk(part);
              for (int lid = from + 1; lid <= to; lid++) {
                walk.to(lid);
              }
              return part;
            });
    LaneCounts all = parts.getFirst();
    parts.subList(1, parts.size()).forEach(all::add);
    return with(all);
  }

  private static boolean isCounted(Routing routing) {
    return PathWalk.isOnOneLane(routing) && routing.multicast().isEmpty();
  }

  private PathWalk walk(LaneSink found) {
    return new PathWalk(fabric, lids, routing, channels, sources, found);
  }

  private StandingProof with(LaneCounts found) {
    int lanes = found.lanes();
    Optional<int[]> cycle =
        found.isAcyclic()
            ? Optional.empty()
            : new DependencyGraph(channels.count).addAll(found); // names the one it always names
    List<Lane> named =
        Arrays.stream(cycle.orElse(new int[0]))
            .mapToObj(channel -> new Lane(channels.port[channel], 0))
            .toList();
    return with(Optional.of(found), new LayerProof(1, lanes, found.dependencies(), named));
  }

  private StandingProof with(Optional<LaneCounts> found, LayerProof now) {
    return new StandingProof(fabric, lids, routing, channels, sources, found, now);
  }

  /**
   * Proves what is there now. Only those destinations are looked at, as they were and as they are,
   * of which an entry has changed or leads elsewhere. It is from scratch where lanes or multicast
   * have a part in it, where nodes or LIDs came, went or moved, and where too much has changed.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  public StandingProof after(Fabric fabricNow, LidMap lidsNow, Routing routingNow, int threads) {
    StandingProof now = begin(fabricNow, lidsNow, routingNow);
    if (counts.isPresent() && isCounted(routingNow) && hasSameEnds(now)) {
      ForwardingTables were = routing.tables();
      int most = channels.switchCount * (lids.maxLid() / PART);
      ChangedExits changed =
          ChangedExits.between(channels, were, now.channels, routingNow.tables(), most);
      if (!changed.areTooMany() && changed.nodes.size() <= lids.maxLid() / PART) {
        return now.with(counted(now, changed, threads));
      }
    }
    return now.fromScratch(threads);
  }

  private LaneCounts counted(StandingProof now, ChangedExits changed, int threads) {
    int[] changedLids = changed.nodes.keySet().toIntArray();
    List<LaneCounts[]> parts =
        Slices.map(
            changedLids.length,
            threads,
            (from, to) -> {
              LaneCounts less = new LaneCounts(channels, -1);
              LaneCounts more = new LaneCounts(now.channels, 1);
              PathWalk then = walk(less);
              PathWalk after = now.walk(more);
              StepRecount steps = new StepRecount(side(less), now.side(more), sources);
              for (int lid : Arrays.copyOfRange(changedLids, from, to)) {
                int destination = lids.port(lid);
                if (destination != Fabric.NONE
                    && !steps.recount(lid, destination, changed.nodes.get(lid))) {
                  then.to(lid);
                  after.to(lid);
                }
              }
              return new LaneCounts[] {less, more};
            });
    LaneCounts all = counts.orElseThrow().copy(now.channels);
    parts.forEach(part -> all.add(part[0])); // all of them first: rows of moved cables are empty
    parts.forEach(part -> all.add(part[1]));
    return all;
  }

  private StepRecount.Side side(LaneCounts lanes) {
    return new StepRecount.Side(new Exits(fabric, channels, routing.tables()), channels, lanes);
  }

  /** Whether ports have the same indices and LIDs, tables as many, and the same ports send. */
  private boolean hasSameEnds(StandingProof now) {
    if (!fabric.hasSameNodes(now.fabric)
        || lids.maxLid() != now.lids.maxLid()
        || routing.tables().maxLid() != now.routing.tables().maxLid()) {
      return false;
    }
    for (int lid = 1; lid <= lids.maxLid(); lid++) {
      if (lids.port(lid) != now.lids.port(lid)) {
        return false;
      }
    }
    return Arrays.equals(sources.port, now.sources.port)
        && Arrays.equals(sources.entry, now.sources.entry)
        && Arrays.equals(sources.firstAt, now.sources.firstAt);
  }

  public LayerProof proof() {
    return proof;
  }
}
