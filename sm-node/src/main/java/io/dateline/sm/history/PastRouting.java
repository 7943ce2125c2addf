package io.dateline.sm.history;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.TableDigest;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.routing.actors.programmer.ReplicatedTables.Told;
import io.dateline.sm.history.Sought.Found;
import io.dateline.sm.history.Sought.Refused;
import io.dateline.sm.state.RestoredRouting;
import java.util.List;

/** The routing that was in force at a moment, with the LIDs of that time. */
public record PastRouting(Fabric fabric, LidMap lids, Routing routing) {
  /** What a switch had been told. */
  record Row(int node, Told told) {}

  /**
   * Puts it together.
   *
   * @param fabric of that time
   * @param lids of that time
   * @param options of engines
   * @param rows of the fabric's switches
   */
  static Sought<PastRouting> of(
      Past past, Fabric fabric, LidMap lids, RoutingOptions options, List<Row> rows) {
    RoutingPlanned plan = past.subnet().active();
    long number = past.moment().number();
    if (plan == null) {
      return new Refused<>("no routing was active at event %d".formatted(number));
    }
    ForwardingTables tables = tables(fabric, rows);
    if (rows.size() < fabric.switchCount() || !TableDigest.of(tables).equals(plan.digest())) {
      return new Refused<>(
          "switches were being told another routing at event %d; ask for one at which a routing is active"
              .formatted(number));
    }
    FabricGeneration subnet =
        FabricGeneration.of(plan.generation(), fabric, lids, past.subnet().memory());
    return RestoredRouting.of(subnet, plan, options, tables)
        .<Sought<PastRouting>>map(routing -> new Found<>(new PastRouting(fabric, lids, routing)))
        .orElseGet(
            () ->
                new Refused<>(
                    "the SLs that %s granted at event %d are not remembered"
                        .formatted(plan.engine(), number)));
  }

  private static ForwardingTables tables(Fabric fabric, List<Row> rows) {
    int lidMax = rows.stream().mapToInt(row -> row.told().linearFdbTop()).max().orElse(0);
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), lidMax);
    for (Row row : rows) {
      byte[] from = row.told().row();
      byte[] to = tables.row(row.node());
      System.arraycopy(from, 0, to, 0, Math.min(from.length, to.length));
    }
    return tables;
  }
}
