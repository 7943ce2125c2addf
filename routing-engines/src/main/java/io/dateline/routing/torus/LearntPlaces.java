package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.TorusFrame;
import io.dateline.routing.EngineMemory;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * What is remembered of a torus that was laid out and then could not be routed. Cables tell where a
 * switch is, whether or not it can be reached, and by the next sweep those that told it may be
 * gone.
 *
 * <p>No tables are made of it, so nothing checks whether it is right: only what nothing speaks
 * against counts.
 */
final class LearntPlaces {
  private LearntPlaces() {}

  /**
   * The memory with what is new, or {@link EngineMemory#NONE} where nothing is.
   *
   * @param torus the fabric, laid over {@code frame}
   */
  static EngineMemory of(EngineMemory before, Torus torus, TorusFrame frame) {
    Optional<TorusFrame> known = before.torus();
    if (known.isEmpty()) {
      // A cable that fits nowhere may be the operator's mistake, who would have to have it
      // forgotten.
      return torus.strays().isEmpty() ? before.with(Optional.of(frame)) : EngineMemory.NONE;
    }
    return isAnyThere(torus.fabric(), known.get()) ? added(before, frame) : EngineMemory.NONE;
  }

  private static boolean isAnyThere(Fabric fabric, TorusFrame frame) {
    for (int node = 0; node < fabric.switchCount(); node++) {
      if (frame.place(fabric.nodeGuid(node)) != Fabric.NONE) {
        return true;
      }
    }
    return false;
  }

  /**
   * No switch loses a place, for the tables in the switches are still those of the switch that had
   * it, and a new master answers by them.
   */
  private static EngineMemory added(EngineMemory before, TorusFrame frame) {
    TorusFrame known = before.torus().orElseThrow();
    boolean[] taken = new boolean[known.shape().places()];
    known.places().values().forEach(place -> taken[place] = true);
    long[] guids =
        LongStream.of(frame.nodeGuids())
            .filter(guid -> known.place(guid) == Fabric.NONE && !taken[frame.place(guid)])
            .toArray();
    int[] places = LongStream.of(guids).mapToInt(frame::place).toArray();
    return guids.length == 0
        ? EngineMemory.NONE
        : before.with(Optional.of(known.with(guids, places)));
  }
}
