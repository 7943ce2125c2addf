package io.dateline.routing.cache;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.util.Objects;
import java.util.Optional;

/**
 * Tables that an engine has made, and that may go on when adapters, or leaf switches with theirs,
 * have gone or are back: OpenSM's {@code use_ucast_cache}. Rows are used as they are, with the
 * entries of what has gone. So what goes and comes back changes no entry.
 *
 * <p>Of switches, only those may be gone that no path to an adapter leads by, nor from an adapter
 * to a switch; what only a switch itself would send to another one's port 0 may be lost. All cables
 * between switches that are there have to be those of before. A LID that is elsewhere now, or new,
 * may stay only if the entries of all switches lead to it. Immutable.
 */
public final class UnicastCache {
  private final Fabric fabric;
  private final LidMap lids;
  private final ForwardingTables tables;

  /**
   * Of tables that are in the switches.
   *
   * @param fabric that they were made for
   * @param lids of it
   */
  public UnicastCache(Fabric fabric, LidMap lids, ForwardingTables tables) {
    this.fabric = Objects.requireNonNull(fabric);
    this.lids = Objects.requireNonNull(lids);
    this.tables = Objects.requireNonNull(tables);
  }

  /** What comes of looking. */
  public sealed interface Answer {}

  /**
   * The tables go on.
   *
   * @param tables with a row for each switch that there is now
   * @param switchesGone how many that there were
   * @param portsGone how many end ports with LIDs that there were
   */
  public record Stand(ForwardingTables tables, int switchesGone, int portsGone) implements Answer {}

  /**
   * An engine has to be asked.
   *
   * @param why a clause, in words
   */
  public record Fall(String why) implements Answer {}

  /** Whether the tables can go on, for a later fabric with these LIDs. */
  public Answer look(Fabric now, LidMap nowLids) {
    SameSwitches switches = new SameSwitches(fabric, now);
    Optional<String> changed = switches.change();
    if (changed.isPresent()) {
      return new Fall(changed.get());
    }
    ForwardingTables standing = tables.rows(switches.before());
    LeafSwitches leaves = new LeafSwitches(fabric, switches, now, nowLids);
    StandingEntries entries = new StandingEntries(fabric, lids, now, nowLids, standing);
    changed =
        leaves.transit(standing).or(entries::gap).or(() -> entries.unreached(leaves.toSwitches()));
    return changed.isPresent()
        ? new Fall(changed.get())
        : new Stand(standing, fabric.switchCount() - now.switchCount(), portsGone(now, nowLids));
  }

  private int portsGone(Fabric now, LidMap nowLids) {
    int gone = 0;
    for (int port : fabric.endPorts()) {
      if (lids.lidCount(port) > 0) {
        int later = now.endPortByGuid(fabric.portGuid(port));
        gone += later == Fabric.NONE || nowLids.lidCount(later) == 0 ? 1 : 0;
      }
    }
    return gone;
  }
}
