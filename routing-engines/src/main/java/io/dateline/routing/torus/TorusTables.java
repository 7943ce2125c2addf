package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.parallel.Slices;
import java.util.Arrays;

/**
 * Fills tables along {@link TorusPaths}. Where several cables lead to the next switch, end ports
 * take them in turns, by the place of their switch and there in the order of {@link TorusEnds};
 * management ports of switches, which hardly send, take turns of their own. All LIDs of an end port
 * go the same way.
 *
 * <p>A switch that is not in the torus delivers to its own end ports only.
 */
final class TorusTables {
  private final Torus torus;
  private final Rings rings;
  private final TorusPaths paths;
  private final TorusEnds ends;
  private final int[] placeByLid; // NONE where packets of the torus do not get
  private final ForwardingTables tables;

  private TorusTables(
      Torus torus, Rings rings, TorusPaths paths, TorusEnds ends, ForwardingTables tables) {
    this.torus = torus;
    this.rings = rings;
    this.paths = paths;
    this.ends = ends;
    this.tables = tables;
    placeByLid = new int[tables.maxLid() + 1];
    Arrays.fill(placeByLid, Fabric.NONE);
    for (int node = 0; node < tables.switchCount(); node++) {
      int place = torus.placeOf(node);
      if (place != Fabric.NONE && rings.isPresent(place)) {
        for (int end = ends.firstAt[node]; end < ends.firstAt[node + 1]; end++) {
          int lid = ends.baseLid[end];
          Arrays.fill(placeByLid, lid, lid + ends.lidCount[end], place);
        }
      }
    }
  }

  /** Tables for LIDs up to {@code maxLid}; the number of threads makes no difference to them. */
  static ForwardingTables of(
      Torus torus, Rings rings, TorusPaths paths, TorusEnds ends, int maxLid, int threads) {
    int switches = torus.fabric().switchCount();
    TorusTables filler =
        new TorusTables(torus, rings, paths, ends, new ForwardingTables(switches, maxLid));
    Slices.map(
        switches,
        threads,
        (from, to) -> {
          for (int node = from; node < to; node++) {
            filler.fill(node);
          }
          return to;
        });
    return filler.tables;
  }

  private void fill(int node) {
    byte[] row = tables.row(node);
    int place = torus.placeOf(node);
    if (place != Fabric.NONE) {
      byte[] ways = ways(place);
      if (torus.hasParallelCables(node)) {
        fillInTurns(node, ways, row);
      } else {
        fillAlike(node, ways, row);
      }
    }
    for (int end = ends.firstAt[node]; end < ends.firstAt[node + 1]; end++) {
      set(row, end, (byte) ends.number[end]);
    }
  }

  /**
   * By place: the direction from here, NONE where packets do not get. It is the first one that x, y
   * or z gives; what y and z give is the same for all places of a row.
   */
  private byte[] ways(int place) {
    TorusShape shape = torus.shape();
    byte[] alongX = new byte[shape.radix(0)];
    for (int x = 0; x < alongX.length; x++) {
      alongX[x] = (byte) paths.way(place, 0, x);
    }
    byte[] ways = new byte[shape.places()];
    int destination = 0;
    for (int z = 0; z < shape.radix(2); z++) {
      byte wayZ = (byte) paths.way(place, 2, z);
      for (int y = 0; y < shape.radix(1); y++) {
        byte wayY = (byte) paths.way(place, 1, y);
        byte otherwise = wayY == Fabric.NONE ? wayZ : wayY;
        for (int x = 0; x < alongX.length; x++) {
          ways[destination++] = alongX[x] == Fabric.NONE ? otherwise : alongX[x];
        }
      }
    }
    return ways;
  }

  /** Every end port of a switch takes the only cable there is. */
  private void fillAlike(int node, byte[] ways, byte[] row) {
    byte[] numbers = new byte[TorusShape.DIRECTIONS + 1]; // by direction + 1
    numbers[0] = (byte) ForwardingTables.NO_PORT;
    for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
      int[] ports = torus.ports(node, direction);
      numbers[direction + 1] =
          (byte) (ports.length == 0 ? ForwardingTables.NO_PORT : number(ports[0]));
    }
    for (int place = 0; place < ways.length; place++) {
      ways[place] = numbers[ways[place] + 1];
    }
    int[] places = placeByLid;
    for (int lid = 0; lid < places.length; lid++) {
      int place = places[lid];
      if (place != Fabric.NONE) {
        row[lid] = ways[place];
      }
    }
  }

  private void fillInTurns(int node, byte[] ways, byte[] row) {
    int[] next = new int[2 * TorusShape.DIRECTIONS]; // whose turn: of adapters, and of management
    for (int place = 0; place < ways.length; place++) {
      int way = ways[place];
      if (way == Fabric.NONE || !rings.isPresent(place)) {
        continue;
      }
      int other = torus.switchAt(place);
      int[] ports = torus.ports(node, way);
      for (int end = ends.firstAt[other]; end < ends.firstAt[other + 1]; end++) {
        int slot = 2 * way + (ends.number[end] == 0 ? 1 : 0);
        set(row, end, (byte) number(ports[next[slot]]));
        next[slot] = (next[slot] + 1) % ports.length;
      }
    }
  }

  private int number(int port) {
    return torus.fabric().portNumber(port);
  }

  private void set(byte[] row, int end, byte number) {
    int lid = ends.baseLid[end];
    Arrays.fill(row, lid, lid + ends.lidCount[end], number);
  }
}
