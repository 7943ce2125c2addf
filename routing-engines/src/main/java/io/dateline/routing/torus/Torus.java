package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A fabric laid over the grid of a {@link TorusFrame}: which switch is at which place, and which of
 * its cables lead to which neighbour. Cables that lead anywhere else, and switches without a place,
 * are left out.
 *
 * <p>A cable of a dimension of radix 2 is a positive one at coordinate 0 and a negative one at 1:
 * such a dimension is open, whatever the frame says, for there is nothing a second ring could be
 * told from.
 */
public final class Torus {
  private static final int[] NO_PORTS = {};

  private final Fabric fabric;
  private final TorusShape shape;
  private final int[] switchAt; // by place, NONE where there is none
  private final int[] placeOf; // by switch, NONE where it has none
  private final int[][] ports; // by switch * DIRECTIONS + direction: port indices, ascending
  private final List<Integer> strays; // ports of cables between switches that fit nowhere

  private Torus(Fabric fabric, TorusFrame frame) {
    this.fabric = fabric;
    shape = frame.shape();
    switchAt = new int[shape.places()];
    Arrays.fill(switchAt, Fabric.NONE);
    placeOf = new int[fabric.switchCount()];
    for (int node = 0; node < placeOf.length; node++) {
      placeOf[node] = frame.place(fabric.nodeGuid(node));
      if (placeOf[node] != Fabric.NONE) {
        switchAt[placeOf[node]] = node;
      }
    }
    ports = new int[placeOf.length * TorusShape.DIRECTIONS][];
    Arrays.fill(ports, NO_PORTS);
    List<Integer> unfit = new ArrayList<>();
    for (int node = 0; node < placeOf.length; node++) {
      sortCables(node, unfit);
    }
    strays = List.copyOf(unfit);
  }

  /** Lays a fabric over a frame. */
  public static Torus of(Fabric fabric, TorusFrame frame) {
    return of(fabric, frame, Integer.MAX_VALUE);
  }

  /**
   * Lays a fabric over a frame, and leaves out cables between two switches beyond a limit: of the
   * switch with the lower coordinate (or the one at the end of a ring, of those between the ends)
   * the ports of the lowest numbers are kept, as OpenSM does it.
   *
   * @param cablesMax between two switches, at least 1
   */
  static Torus of(Fabric fabric, TorusFrame frame, int cablesMax) {
    Torus torus = new Torus(fabric, frame);
    torus.leaveOut(cablesMax);
    return torus;
  }

  private void leaveOut(int cablesMax) {
    for (int node = 0; node < placeOf.length; node++) {
      for (int direction = 0; direction < TorusShape.DIRECTIONS; direction += 2) {
        int slot = node * TorusShape.DIRECTIONS + direction;
        if (ports[slot].length > cablesMax) {
          ports[slot] = Arrays.copyOf(ports[slot], cablesMax);
          int next = fabric.nodeOf(fabric.peer(ports[slot][0]));
          ports[next * TorusShape.DIRECTIONS + direction + 1] =
              Arrays.stream(ports[slot]).map(fabric::peer).sorted().toArray();
        }
      }
    }
  }

  private void sortCables(int node, List<Integer> unfit) {
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      int peer = fabric.peer(port);
      if (peer == Fabric.NONE || !fabric.isSwitch(fabric.nodeOf(peer))) {
        continue;
      }
      int direction = direction(node, fabric.nodeOf(peer));
      if (direction == Fabric.NONE) {
        unfit.add(port);
      } else {
        int slot = node * TorusShape.DIRECTIONS + direction;
        ports[slot] = Arrays.copyOf(ports[slot], ports[slot].length + 1);
        ports[slot][ports[slot].length - 1] = port;
      }
    }
  }

  /** The direction in which a switch is the next one, or NONE where it is not a neighbour. */
  private int direction(int node, int other) {
    if (placeOf[node] == Fabric.NONE || placeOf[other] == Fabric.NONE) {
      return Fabric.NONE;
    }
    for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
      if (nextPlace(placeOf[node], direction) == placeOf[other]) {
        return direction;
      }
    }
    return Fabric.NONE;
  }

  /** Whether packets can go round a dimension. */
  public boolean isLooped(int dimension) {
    return shape.isLooped(dimension) && shape.radix(dimension) > 2;
  }

  /** The next place in a direction, or {@link Fabric#NONE} at the end of an open line. */
  public int nextPlace(int place, int direction) {
    int next = shape.next(place, direction);
    boolean around = next != Fabric.NONE && TorusShape.isPositive(direction) != (next > place);
    return around && !isLooped(TorusShape.dimension(direction)) ? Fabric.NONE : next;
  }

  public Fabric fabric() {
    return fabric;
  }

  public TorusShape shape() {
    return shape;
  }

  /** The switch at a place, or {@link Fabric#NONE} where there is none now. */
  public int switchAt(int place) {
    return switchAt[place];
  }

  /** The place of a switch, or {@link Fabric#NONE} if it has none. */
  public int placeOf(int node) {
    return placeOf[node];
  }

  /** The place of the switch that an end port is of or hangs on, or {@link Fabric#NONE}. */
  public int placeOfEndPort(int port) {
    int own = fabric.nodeOf(port);
    int node = fabric.isSwitch(own) ? own : fabric.nodeOf(fabric.peer(port));
    return fabric.isSwitch(node) ? placeOf[node] : Fabric.NONE;
  }

  /** The ports, as indices, of the cables from a switch to its neighbour in a direction. */
  public int[] ports(int node, int direction) {
    return ports[node * TorusShape.DIRECTIONS + direction];
  }

  /** Whether several cables lead from a switch to the same neighbour. */
  public boolean hasParallelCables(int node) {
    for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
      if (ports(node, direction).length > 1) {
        return true;
      }
    }
    return false;
  }

  /** Ports of cables between switches that are not neighbours in the grid, both ends of each. */
  public List<Integer> strays() {
    return strays;
  }
}
