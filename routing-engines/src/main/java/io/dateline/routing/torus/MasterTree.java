package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.TorusShape;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Spanning trees that multicast groups of a torus may be parts of, so that no credit loop arises
 * from multicast and unicast packets together (torus-2QoS(8), MULTICAST ROUTING). From the root
 * branches go along x, from each of their switches along y, and from each of those along z: from
 * root to tip all turns are ones that dimension-ordered routing makes, too.
 *
 * <pre>
 *   4    +    +    +    +    +    +     6x5, whole: the root is x
 *        |    |    |    |    |    |
 *   3    +    +    +    +    +    +
 *        |    |    |    |    |    |
 *   2    +----+----+----x----+----+
 *        |    |    |    |    |    |
 *   1    +    +    +    +    +    +
 *        |    |    |    |    |    |
 * y=0    +    +    +    +    +    +
 * </pre>
 *
 * <p>Branches end at the dateline. Where a ring is interrupted the other branch goes on over it:
 * such a ring by itself cannot be part of a credit loop. As long as no switch is missing, nothing
 * else can.
 *
 * <p>Around a missing switch unicast packets make turns that dimension order forbids, and with the
 * branch that goes the long way past it they may well close a circle:
 *
 * <pre>
 *   4    +    +    +    +               branch: (3,3) up, over the dateline to (3,1); trunk: to
 *        |    |    |    |               (4,1); branch: up to (4,3); unicast from (4,2) to (3,4):
 *   3    +    +    d    c               from (4,3) to (3,3)
 *        |    |         |
 *   2    +    +         b               OpenSM has this tree where (3,2) is missing.
 *        |    |         |
 *   1    x----+----a----+
 *        |    |    |    |
 * y=0    +    +    +    +
 *        1    2    3    4
 * </pre>
 *
 * <p>So there is a second kind of tree: the lines along y or z that lack a switch have no branch;
 * each of their switches hangs on the line beside it. Packets turn there as unicast ones do that
 * come past the missing switch, but nothing goes along such a line and then leaves it.
 */
public final class MasterTree {
  /** The SLs of groups: those that cross no dateline, of both QoS levels. */
  static final List<Integer> SERVICE_LEVELS = List.of(0, 8);

  private static final int NO_DIRECTION = -1;

  private final Torus torus;
  private final Rings rings;
  private final TorusShape shape;
  private final int root; // a switch
  private final boolean hangs; // switches on lines that lack one
  private final int[] upwards; // by switch: the direction of its parent, or NO_DIRECTION
  private int reached = 1; // switches on the tree, the root among them

  private MasterTree(Torus torus, Rings rings, int rootPlace, boolean hangs) {
    this.torus = torus;
    this.rings = rings;
    this.hangs = hangs;
    shape = torus.shape();
    root = torus.switchAt(rootPlace);
    upwards = new int[torus.fabric().switchCount()];
    Arrays.fill(upwards, NO_DIRECTION);
    growBranches(rootPlace);
    if (hangs) {
      hang(IntStream.range(0, shape.places()), 1);
      hang(IntStream.range(0, shape.places()), 0);
    }
  }

  /**
   * The trees that span all switches that have a place and a cable to a neighbour, the best first,
   * each made when it is asked for. The first one is sound if no switch is missing; otherwise one
   * has to look. There are none where rings are in several pieces.
   */
  public static Stream<MulticastTree> candidates(Torus torus) {
    Rings rings = Rings.of(torus);
    int places = torus.shape().places();
    int present = (int) IntStream.range(0, places).filter(rings::isPresent).count();
    List<Boolean> kinds = present == places ? List.of(false) : List.of(false, true);
    return RootPlaces.inOrder(torus.shape(), rings).stream()
        .flatMap(place -> kinds.stream().map(hangs -> new MasterTree(torus, rings, place, hangs)))
        .filter(tree -> tree.reached == present)
        .map(MasterTree::freeze);
  }

  private void growBranches(int rootPlace) {
    branch(rootPlace, 0);
    for (int x = 0; x < shape.radix(0); x++) {
      branch(shape.with(rootPlace, 0, x), 1);
    }
    if (hangs) {
      int plane = shape.places() / shape.radix(2);
      int first = shape.coordinate(rootPlace, 2) * plane;
      hang(IntStream.range(first, first + plane), 0);
    }
    for (int y = 0; y < shape.radix(1); y++) {
      for (int x = 0; x < shape.radix(0); x++) {
        branch(shape.with(shape.with(rootPlace, 1, y), 0, x), 2);
      }
    }
  }

  private boolean isReached(int place) {
    int node = torus.switchAt(place);
    return node != Fabric.NONE && (node == root || upwards[node] != NO_DIRECTION);
  }

  /** Grows both branches of a ring or line from a place, if it is on the tree. */
  private void branch(int from, int dimension) {
    if (!isReached(from) || (hangs && dimension > 0 && !rings.hasEverySwitch(from, dimension))) {
      return;
    }
    int last = shape.radix(dimension) - 1;
    int at = shape.coordinate(from, dimension);
    int up = extend(from, 2 * dimension, last - at);
    int down = extend(from, 2 * dimension + 1, at);
    boolean upDone = shape.coordinate(up, dimension) == last;
    boolean downDone = shape.coordinate(down, dimension) == 0;
    // Interrupted: what one branch did not reach the other may, from the other side.
    if (upDone && !downDone) {
      extend(up, 2 * dimension, last);
    } else if (downDone && !upDone) {
      extend(down, 2 * dimension + 1, last);
    }
  }

  /** Grows one branch by so many switches at most; the place where it ends. */
  private int extend(int from, int direction, int most) {
    int place = from;
    for (int grown = 0; grown < most; grown++) {
      int next = torus.nextPlace(place, direction);
      boolean cabled = torus.ports(torus.switchAt(place), direction).length > 0;
      if (next == Fabric.NONE || !cabled || isReached(next)) {
        break;
      }
      join(next, TorusShape.reverse(direction));
      place = next;
    }
    return place;
  }

  private void join(int place, int direction) {
    upwards[torus.switchAt(place)] = direction;
    reached++;
  }

  /** Joins switches to neighbours in a dimension that have been on the tree before. */
  private void hang(IntStream places, int dimension) {
    BitSet hung = new BitSet();
    places
        .filter(place -> rings.isPresent(place) && !isReached(place))
        .forEach(
            place -> {
              int direction = support(place, dimension, hung);
              if (direction != NO_DIRECTION) {
                join(place, direction);
                hung.set(place);
              }
            });
  }

  private int support(int place, int dimension, BitSet hung) {
    for (int direction = 2 * dimension; direction <= 2 * dimension + 1; direction++) {
      int next = torus.nextPlace(place, direction);
      boolean holds =
          next != Fabric.NONE
              && isReached(next)
              && !hung.get(next)
              && torus.ports(torus.switchAt(place), direction).length > 0;
      if (holds) {
        return direction;
      }
    }
    return NO_DIRECTION;
  }

  private MulticastTree freeze() {
    int[][] uplinks = new int[upwards.length][];
    for (int node = 0; node < uplinks.length; node++) {
      boolean hasParent = upwards[node] != NO_DIRECTION;
      uplinks[node] = hasParent ? torus.ports(node, upwards[node]).clone() : new int[0];
    }
    return new MulticastTree(root, uplinks, SERVICE_LEVELS);
  }
}
