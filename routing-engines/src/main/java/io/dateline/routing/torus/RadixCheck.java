package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusShape;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Whether a torus that is laid out for the first time is smaller than {@code torus-2QoS.conf} says.
 * The frame would be remembered, and the right radices refused from then on.
 *
 * <p>Places that no switch is at may be those of switches without power. But these have cables:
 * where lines go on beyond such places, past them, no switch was ever there.
 */
final class RadixCheck {
  private final Torus torus;
  private final TorusShape shape;
  private final IntSet strays; // ports
  private final boolean[][] occupied; // by dimension and coordinate: whether any switch is there

  private RadixCheck(Torus torus) {
    this.torus = torus;
    shape = torus.shape();
    strays = new IntOpenHashSet(torus.strays());
    occupied = new boolean[TorusShape.DIMENSIONS][];
    Arrays.setAll(occupied, dimension -> new boolean[shape.radix(dimension)]);
    for (int place = 0; place < shape.places(); place++) {
      for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
        occupied[dimension][shape.coordinate(place, dimension)] |= isPresent(place);
      }
    }
  }

  /** A sentence with the dimension, what is not there, and a cable that shows it. */
  static Optional<String> refusal(Torus torus) {
    RadixCheck check = new RadixCheck(torus);
    return IntStream.range(0, TorusShape.DIMENSIONS)
        .mapToObj(check::refusal)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> refusal(int dimension) {
    List<Integer> empty =
        IntStream.range(0, shape.radix(dimension))
            .filter(coordinate -> !occupied[dimension][coordinate])
            .boxed()
            .toList();
    if (empty.isEmpty()) {
      return Optional.empty();
    }
    int lines = 0;
    int passing = 0; // lines with a cable past places where no switch is
    int example = Fabric.NONE; // a port of one
    for (int place = 0; place < shape.places(); place++) {
      if (shape.coordinate(place, dimension) == 0) {
        int port = cablePast(place, dimension);
        lines += hasSwitches(place, dimension) ? 1 : 0;
        passing += port == Fabric.NONE ? 0 : 1;
        example = example == Fabric.NONE ? port : example;
      }
    }
    return 2 * passing <= lines
        ? Optional.empty()
        : Optional.of(sentence(dimension, empty, example));
  }

  private String sentence(int dimension, List<Integer> empty, int port) {
    Fabric fabric = torus.fabric();
    char name = TorusShape.dimensionName(dimension);
    return "torus_config says %s, but no switch is at %s, and cables lead past that, as from %s to %s: the radix of %c seems to be %d"
        .formatted(
            shape,
            empty.stream().map(at -> name + "=" + at).collect(Collectors.joining(", ")),
            TorusNames.switchAt(torus, torus.placeOf(fabric.nodeOf(port))),
            TorusNames.switchAt(torus, torus.placeOf(fabric.nodeOf(fabric.peer(port)))),
            name,
            shape.radix(dimension) - empty.size());
  }

  private boolean isPresent(int place) {
    return torus.switchAt(place) != Fabric.NONE;
  }

  private boolean hasSwitches(int line, int dimension) {
    return IntStream.range(0, shape.radix(dimension))
        .anyMatch(coordinate -> isPresent(shape.with(line, dimension, coordinate)));
  }

  /**
   * The port of a cable between two switches of a line that are next to each other but for places
   * where no switch is, or NONE. Whether the dimension is said to be looped makes no difference.
   */
  private int cablePast(int line, int dimension) {
    int radix = shape.radix(dimension);
    for (int coordinate = 0; coordinate < radix; coordinate++) {
      int from = shape.with(line, dimension, coordinate);
      boolean isPast = false;
      int to = from;
      for (int step = 1; isPresent(from) && step < radix; step++) {
        int at = (coordinate + step) % radix;
        to = shape.with(line, dimension, at);
        if (isPresent(to)) {
          break;
        }
        isPast |= !occupied[dimension][at];
      }
      if (isPast && isPresent(to)) {
        int port = cable(torus.switchAt(from), torus.switchAt(to));
        if (port != Fabric.NONE) {
          return port;
        }
      }
    }
    return Fabric.NONE;
  }

  /** The port of one that does not fit; NONE where none does, or they are beside each other. */
  private int cable(int node, int other) {
    Fabric fabric = torus.fabric();
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      int peer = fabric.peer(port);
      if (peer != Fabric.NONE && fabric.nodeOf(peer) == other && strays.contains(port)) {
        return port;
      }
    }
    return Fabric.NONE;
  }
}
