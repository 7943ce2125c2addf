package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusShape;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whether a torus that is laid out for the first time has no place for so many switches that {@code
 * torus-2QoS.conf} must be of another one. The frame would be remembered, and the right file
 * refused from then on. Switches that may be at several places are no misfits: too many cables are
 * missing beside them.
 *
 * <p>Switches that hang on a single other one, and a gateway or two, may be beside a torus. Radices
 * that are wrong leave out more, one switch of 32 at least, for few rings are longer.
 */
final class MisfitCheck {
  private static final int FEW = 2;
  private static final int SWITCHES_BY_MISFIT = 32;

  private MisfitCheck() {}

  /**
   * A sentence with how many are left out, and the first of them.
   *
   * @param neighbours by switch: those it is cabled to, each once
   */
  static Optional<String> refusal(
      Fabric fabric, int[][] neighbours, SwitchPlaces places, TorusShape shape) {
    int[] misfits =
        IntStream.range(0, neighbours.length)
            .filter(node -> isMisfit(neighbours, places, node))
            .toArray();
    if (misfits.length <= Math.max(FEW, neighbours.length / SWITCHES_BY_MISFIT)) {
      return Optional.empty();
    }
    return Optional.of(
        "torus_config says %s, but for %d of %d switches no place in that is left, as for %s: radices, or the links of a seed, seem to be wrong"
            .formatted(
                shape, misfits.length, neighbours.length, TorusNames.node(fabric, misfits[0])));
  }

  /** Whether its cables, which are more than one, lead to where no free place is beside. */
  static boolean isMisfit(int[][] neighbours, SwitchPlaces places, int node) {
    int[] candidates = places.candidates(node);
    return neighbours[node].length > 1
        && places.placeOf(node) == Fabric.NONE
        && candidates != null
        && candidates.length == 0;
  }
}
