package io.dateline.routing.file;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.LftFile;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a file on a fabric: an entry for an end port that has moved to another LID goes to
 * that LID. What a file has for a LID whose owner it does not name, or whose owner is gone, is
 * taken as it stands, but never in the place of what it has for the LID's owner of today; OpenSM
 * lets the later line win.
 */
final class LoadedTables {
  private final Fabric fabric;
  private final List<LftFile.Table> tables;
  private final PresentLids present;
  private final int[] places; // by switch: in tables, or NamedSwitches.NONE
  private final ForwardingTables result;
  private final List<String> warnings;

  LoadedTables(RoutingRequest request, LftFile file) {
    fabric = request.fabric();
    tables = file.tables();
    warnings = new ArrayList<>(file.warnings());
    places =
        NamedSwitches.places(
            fabric,
            tables.stream().mapToLong(LftFile.Table::switchGuid).toArray(),
            "table",
            warnings);
    present = new PresentLids(fabric, request.lids(), guids(), warnings);
    result = new ForwardingTables(fabric.switchCount(), request.lids().maxLid());
  }

  private LongOpenHashSet guids() {
    LongOpenHashSet guids = new LongOpenHashSet();
    long[] last = null;
    for (LftFile.Table table : tables) {
      if (table.portGuids() != last) {
        last = table.portGuids();
        for (long guid : last) {
          if (guid != 0) {
            guids.add(guid);
          }
        }
      }
    }
    return guids;
  }

  /** The tables; a refusal where a switch lacks a port that the file names. */
  RoutingOutcome outcome() {
    for (int node = 0; node < places.length; node++) {
      if (places[node] == NamedSwitches.NONE) {
        continue;
      }
      LftFile.Table table = tables.get(places[node]);
      int lid = lidBeyond(table, fabric.externalPortCount(node));
      if (lid != NamedSwitches.NONE) {
        return new RoutingOutcome.Refused(
            FileEngine.NAME,
            "lfts_file sends LID %d by port %d of switch %s, which has %d ports"
                .formatted(
                    lid,
                    table.ports()[lid] & 0xFF,
                    Guid.format(table.switchGuid()),
                    fabric.externalPortCount(node)));
      }
      fill(table, result.row(node));
      warnOfDeadPorts(node);
    }
    return FileEngine.routed(Routing.singleLane(FileEngine.NAME, result), warnings);
  }

  private static int lidBeyond(LftFile.Table table, int portCount) {
    for (int lid = 0; lid < table.ports().length; lid++) {
      int number = table.ports()[lid] & 0xFF;
      if (number > portCount && number != ForwardingTables.NO_PORT) {
        return lid;
      }
    }
    return NamedSwitches.NONE;
  }

  private void fill(LftFile.Table table, byte[] row) {
    byte[] ports = table.ports();
    long[] guids = table.portGuids();
    for (int lid = 1; lid < Math.min(ports.length, result.maxLid() + 1); lid++) {
      if (!present.isOwned(guids[lid])) {
        row[lid] = ports[lid];
      }
    }
    for (int lid = 1; lid < ports.length; lid++) {
      boolean hasEntry = (ports[lid] & 0xFF) != ForwardingTables.NO_PORT;
      if (hasEntry && present.isOwned(guids[lid])) {
        row[present.of(lid, guids[lid])] = ports[lid];
      }
    }
  }

  private void warnOfDeadPorts(int node) {
    int[] entries = new int[fabric.externalPortCount(node) + 1]; // by port number
    for (int lid = 1; lid <= result.maxLid(); lid++) {
      int number = result.port(node, lid);
      if (number != ForwardingTables.NO_PORT) {
        entries[number]++;
      }
    }
    for (int number = 1; number < entries.length; number++) {
      if (entries[number] > 0 && fabric.peer(fabric.port(node, number)) == Fabric.NONE) {
        warnings.add(
            "%d LIDs leave switch %s by port %d, which is down"
                .formatted(entries[number], Guid.format(fabric.nodeGuid(node)), number));
      }
    }
  }
}
