package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import java.io.IOException;

/**
 * Writes forwarding tables as OpenSM does for ibdmchk ({@code opensm.fdbs}): for every switch and
 * LID the port, the hops that are possible by that port, and whether another port is nearer. An
 * entry that leads nowhere is {@code UNREACHABLE}; one to a port from which no cables lead to the
 * LID keeps its port with {@code HOPS UNKNOWN}.
 *
 * <p>Holds two bytes for every pair of switches while it works.
 */
public final class FdbDumpWriter {
  private final Fabric fabric;
  private final LidMap lids;
  private final SwitchHops hops;

  private FdbDumpWriter(Fabric fabric, LidMap lids) {
    this.fabric = fabric;
    this.lids = lids;
    hops = new SwitchHops(fabric);
  }

  public static void write(Fabric fabric, LidMap lids, ForwardingTables tables, Appendable out)
      throws IOException {
    FdbDumpWriter writer = new FdbDumpWriter(fabric, lids);
    for (int node = 0; node < fabric.switchCount(); node++) {
      out.append("dump_ucast_routes: Switch ").append(Guid.format(fabric.nodeGuid(node)));
      out.append("\nLID    : Port : Hops : Optimal\n");
      for (int lid = Lid.UNICAST_MIN; lid <= tables.maxLid(); lid++) {
        writer.writeEntry(node, lid, tables.port(node, lid), out);
      }
    }
  }

  private void writeEntry(int node, int lid, int portNumber, Appendable out) throws IOException {
    out.append("0x%04X : ".formatted(lid));
    int destination = lids.port(lid);
    if (destination == Fabric.NONE || portNumber == ForwardingTables.NO_PORT) {
      out.append("UNREACHABLE\n");
      return;
    }
    out.append("%03d  : ".formatted(portNumber));
    int taken = hopsBy(node, portNumber, destination);
    if (taken == SwitchHops.UNREACHED) {
      out.append("HOPS UNKNOWN\n");
      return;
    }
    out.append("%02d   : ".formatted(taken));
    int fewest = hopsFrom(node, destination);
    out.append(
        taken == fewest
            ? "yes\n"
            : "No %d hop path possible via port %d!\n".formatted(fewest, portNumber));
  }

  /** Fewest hops from a switch to an end port, the cable to it included. */
  private int hopsFrom(int node, int destination) {
    int home = fabric.nodeOf(destination);
    if (fabric.isSwitch(home)) {
      return hops.between(node, home);
    }
    int last = fabric.peer(destination);
    if (last == Fabric.NONE || !fabric.isSwitch(fabric.nodeOf(last))) {
      return SwitchHops.UNREACHED;
    }
    int between = hops.between(node, fabric.nodeOf(last));
    return between == SwitchHops.UNREACHED ? between : between + 1;
  }

  /** Fewest hops when a switch is left by a port. */
  private int hopsBy(int node, int portNumber, int destination) {
    if (portNumber == 0) {
      return destination == fabric.port(node, 0) ? 0 : SwitchHops.UNREACHED;
    }
    if (portNumber > fabric.externalPortCount(node)) {
      return SwitchHops.UNREACHED;
    }
    int peer = fabric.peer(fabric.port(node, portNumber));
    if (peer == destination) {
      return 1;
    }
    if (peer == Fabric.NONE || !fabric.isSwitch(fabric.nodeOf(peer))) {
      return SwitchHops.UNREACHED;
    }
    int onwards = hopsFrom(fabric.nodeOf(peer), destination);
    return onwards == SwitchHops.UNREACHED ? onwards : onwards + 1;
  }
}
