package io.dateline.routing.file;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import java.util.Arrays;
import java.util.List;

/** Which of a fabric's switches a file names, and what it names that is none of them. */
final class NamedSwitches {
  /** In {@link #places}: the file does not name the switch. */
  static final int NONE = -1;

  private NamedSwitches() {}

  /**
   * Finds the switches.
   *
   * @param guids no GUID twice
   * @param what the file has of a switch, for the warnings
   * @param warnings gets one for each GUID that is no switch's, and one where switches are missing
   * @return by switch: its place in {@code guids}, or {@link #NONE}
   */
  static int[] places(Fabric fabric, long[] guids, String what, List<String> warnings) {
    int[] places = new int[fabric.switchCount()];
    Arrays.fill(places, NONE);
    int found = 0;
    for (int place = 0; place < guids.length; place++) {
      int node = fabric.nodeByGuid(guids[place]);
      if (node == Fabric.NONE || !fabric.isSwitch(node)) {
        warnings.add(
            "there is no switch %s in the fabric: its %s is left out"
                .formatted(Guid.format(guids[place]), what));
        continue;
      }
      places[node] = place;
      found++;
    }
    if (found < places.length) {
      int first = 0;
      while (places[first] != NONE) {
        first++;
      }
      warnings.add(
          "the file has no %s of %d of %d switches, such as %s: they forward nothing"
              .formatted(
                  what, places.length - found, places.length, Guid.format(fabric.nodeGuid(first))));
    }
    return places;
  }
}
