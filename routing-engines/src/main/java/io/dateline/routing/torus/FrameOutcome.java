package io.dateline.routing.torus;

import io.dateline.fabric.TorusFrame;
import java.util.List;

/** Where the switches of a torus are, or why that cannot be said. */
public sealed interface FrameOutcome {
  /**
   * The frame.
   *
   * @param frame of all switches that were ever placed; those that could not be are not in it
   * @param warnings sentences for the operator, each of which names the switch, cable or place
   */
  record Found(TorusFrame frame, List<String> warnings) implements FrameOutcome {
    public Found {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * There is none, or the configuration contradicts the one there is.
   *
   * @param reason a sentence that names switches or radices
   */
  record Refused(String reason) implements FrameOutcome {}
}
