package io.dateline.routing.file;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.format.LidMatrix;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.hops.Candidates;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.List;

/**
 * The ports by which a file has the fewest hops. Rows count for the switch whose port GUID they
 * name, whatever its LID is now, and without a GUID for the switch that has the LID.
 *
 * <p>Immutable: workers share it.
 */
final class LoadedHops implements Candidates {
  private final Fabric fabric;
  private final SwitchGraph graph;
  private final LidMap lids;
  private final LidMatrix matrix;
  private final PresentLids present;
  private final int[] places; // by switch: in the matrix, or NamedSwitches.NONE

  private LoadedHops(
      RoutingRequest request,
      SwitchGraph graph,
      LidMatrix matrix,
      PresentLids present,
      int[] places) {
    fabric = request.fabric();
    lids = request.lids();
    this.graph = graph;
    this.matrix = matrix;
    this.present = present;
    this.places = places;
  }

  static LoadedHops of(
      RoutingRequest request, SwitchGraph graph, LidMatrix matrix, List<String> warnings) {
    int[] places =
        NamedSwitches.places(
            request.fabric(),
            matrix.switches().stream().mapToLong(LidMatrix.Switch::guid).toArray(),
            "row of hops",
            warnings);
    LongOpenHashSet guids = new LongOpenHashSet();
    for (LidMatrix.Switch each : matrix.switches()) {
      for (long guid : each.portGuids()) {
        if (guid != 0) {
          guids.add(guid);
        }
      }
    }
    PresentLids present = new PresentLids(request.fabric(), request.lids(), guids, warnings);
    return new LoadedHops(request, graph, matrix, present, places);
  }

  @Override
  public void find(int node, long[] sets, int words) {
    if (places[node] == NamedSwitches.NONE) {
      return;
    }
    LidMatrix.Switch loaded = matrix.switches().get(places[node]);
    for (boolean named : new boolean[] {false, true}) { // rows with a GUID replace others
      for (int row = 0; row < loaded.lids().length; row++) {
        if (present.isOwned(loaded.portGuids()[row]) == named) {
          int to = switchOf(loaded.lids()[row], named ? loaded.portGuids()[row] : 0);
          if (to != Fabric.NONE) {
            Arrays.fill(sets, to * words, (to + 1) * words, 0);
            addFewest(loaded, row, node, sets, to * words);
          }
        }
      }
    }
  }

  private int switchOf(int lid, long owner) {
    int now = owner == 0 ? lid : present.of(lid, owner);
    int port = lids.port(now);
    boolean isBase = port != Fabric.NONE && lids.baseLid(port) == now;
    return isBase && fabric.isSwitch(fabric.nodeOf(port)) ? fabric.nodeOf(port) : Fabric.NONE;
  }

  private void addFewest(LidMatrix.Switch loaded, int row, int node, long[] sets, int at) {
    int start = row * loaded.columns();
    int fewest = LidMatrix.NO_PATH;
    for (int column = 0; column < loaded.columns(); column++) {
      fewest = Math.min(fewest, loaded.hops()[start + column] & 0xFF);
    }
    if (fewest == LidMatrix.NO_PATH) {
      return;
    }
    for (int index = 0; index < graph.degree(node); index++) {
      int number = graph.number(graph.first[node] + index);
      boolean known = number < loaded.columns();
      if (known && (loaded.hops()[start + number] & 0xFF) == fewest) {
        sets[at + (index >>> 6)] |= 1L << index;
      }
    }
  }
}
