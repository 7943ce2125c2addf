package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchHops;
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
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private final Fabric fabric;
  private final LidMap lids;
  private final SwitchHops hops;
  private final StringBuilder line = new StringBuilder(); // there are millions of them

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
    line.setLength(0);
    line.append("0x");
    appendHex4(lid);
    line.append(" : ");
    int destination = lids.port(lid);
    if (destination == Fabric.NONE || portNumber == ForwardingTables.NO_PORT) {
      out.append(line.append("UNREACHABLE\n"));
      return;
    }
    appendDecimal(portNumber, 3);
    line.append("  : ");
    int taken = hopsBy(node, portNumber, destination);
    if (taken == SwitchHops.UNREACHED) {
      out.append(line.append("HOPS UNKNOWN\n"));
      return;
    }
    appendDecimal(taken, 2);
    line.append("   : ");
    int fewest = hopsFrom(node, destination);
    if (taken == fewest) {
      line.append("yes\n");
    } else {
      line.append("No ").append(fewest).append(" hop path possible via port ");
      line.append(portNumber).append("!\n");
    }
    out.append(line);
  }

  // %04X
  private void appendHex4(int value) {
    for (int shift = 12; shift >= 0; shift -= 4) {
      line.append(HEX[(value >>> shift) & 0xF]);
    }
  }

  // %0<digitsMin>d
  private void appendDecimal(int value, int digitsMin) {
    for (int least = 10, digits = 1; digits < digitsMin; least *= 10, digits++) {
      if (value < least) {
        line.append('0');
      }
    }
    line.append(value);
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
