package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.TorusShape;

/**
 * The rules of torus-2QoS word by word, on tori with single cables whose ports {@link TorusNet}
 * numbers: it walks every ring hop by hop.
 */
final class NaiveTorus {
  private final TorusNet net;
  private final TorusShape shape;

  NaiveTorus(TorusNet net) {
    this.net = net;
    shape = net.shape();
  }

  /** The direction in which packets leave a place for another, or NONE. */
  int next(int from, int to) {
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      if (shape.coordinate(from, dimension) != shape.coordinate(to, dimension)) {
        int direction = within(from, dimension, shape.coordinate(to, dimension));
        if (direction != Fabric.NONE) {
          return direction;
        }
      }
    }
    return Fabric.NONE;
  }

  private int within(int from, int dimension, int coordinate) {
    int turn = shape.with(from, dimension, coordinate);
    int way = shorter(from, dimension, coordinate);
    if (!net.isPresent(turn)) {
      return net.isLive(from, way) ? way : Fabric.NONE;
    }
    int other = TorusShape.reverse(way);
    return leads(from, way, turn) ? way : leads(from, other, turn) ? other : Fabric.NONE;
  }

  private int shorter(int from, int dimension, int coordinate) {
    int at = shape.coordinate(from, dimension);
    int radix = shape.radix(dimension);
    boolean upwards = coordinate > at;
    boolean ring = shape.isLooped(dimension) && radix > 2;
    boolean around = ring && radix - Math.abs(coordinate - at) < Math.abs(coordinate - at);
    return 2 * dimension + (upwards != around ? 0 : 1);
  }

  private boolean leads(int from, int direction, int to) {
    int place = from;
    for (int hops = 0; hops < shape.radix(TorusShape.dimension(direction)); hops++) {
      if (!net.isLive(place, direction)) {
        return false;
      }
      place = shape.next(place, direction);
      if (place == to) {
        return true;
      }
    }
    return false;
  }

  /** SL bit d: whether the shortest way in d, hop by hop, leads over the dateline. */
  int sl(int from, int to) {
    int sl = 0;
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      int a = shape.coordinate(from, dimension);
      int b = shape.coordinate(to, dimension);
      int radix = shape.radix(dimension);
      int up = Math.floorMod(b - a, radix);
      int down = Math.floorMod(a - b, radix);
      boolean crossesUp = a + up >= radix;
      boolean crossesDown = a - down < 0;
      boolean crosses = up < down ? crossesUp : down < up ? crossesDown : false;
      sl |= crosses ? 1 << dimension : 0;
    }
    return sl;
  }

  /** The VL on the cable by which {@code TorusNet} has packets of an SL leave a switch. */
  int vl(int inputNumber, int outputNumber, int sl, int dataVls) {
    int in = (inputNumber - 1) / 2;
    int out = (outputNumber - 1) / 2;
    int qos = sl / 8;
    boolean fromCable = inputNumber >= 1 && inputNumber <= TorusShape.DIRECTIONS;
    boolean toCable = outputNumber >= 1 && outputNumber <= TorusShape.DIRECTIONS;
    if (!toCable) {
      return dataVls >= 2 ? qos : 0;
    }
    int vl = sl / (1 << out) % 2;
    boolean illegal = fromCable && in > out;
    return vl + (dataVls >= 4 && illegal ? 2 : 0) + (dataVls >= 8 ? 4 * qos : 0);
  }

  /** The routing that the rules give, whether it is any good or not. */
  Routing routing(Fabric fabric, LidMap lids, int dataVls) {
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = 1; lid <= lids.maxLid(); lid++) {
        int port = lids.port(lid);
        if (port != Fabric.NONE) {
          tables.set(node, lid, number(fabric, node, port));
        }
      }
    }
    PathSl levels =
        (source, destination) ->
            sl(placeOfEnd(fabric, lids.port(source)), placeOfEnd(fabric, lids.port(destination)));
    SlToVl lanes = (node, in, out, sl) -> fabric.isSwitch(node) ? vl(in, out, sl, dataVls) : sl / 8;
    return new Routing("naive", tables, lanes, levels, dataVls);
  }

  private int number(Fabric fabric, int node, int port) {
    int from = placeOf(fabric, node);
    int to = placeOfEnd(fabric, port);
    if (from == to) {
      return fabric.nodeOf(port) == node ? 0 : fabric.portNumber(fabric.peer(port));
    }
    int direction = next(from, to);
    return direction == Fabric.NONE ? ForwardingTables.NO_PORT : 1 + direction;
  }

  private int placeOfEnd(Fabric fabric, int port) {
    int node = fabric.nodeOf(port);
    return placeOf(fabric, fabric.isSwitch(node) ? node : fabric.nodeOf(fabric.peer(port)));
  }

  private int placeOf(Fabric fabric, int node) {
    return net.frame().place(fabric.nodeGuid(node));
  }
}
