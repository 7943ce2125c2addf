package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Switches that pass a LID round in a circle.
 *
 * @param destinationLid a LID that goes round here; others may, too
 * @param channels the channels of the circle in the order they are taken, beginning with the lowest
 *     index; each is the port index a switch leaves by
 */
public record Loop(int destinationLid, int[] channels) {

  /** The switches in the order they are visited. */
  public int[] switches(Fabric fabric) {
    return IntStream.of(channels).map(fabric::nodeOf).toArray();
  }

  /** A sentence that names the LID and the switches in order. */
  public String describe(Fabric fabric) {
    return "LID "
        + destinationLid
        + " goes round: "
        + IntStream.of(channels)
            .mapToObj(channel -> Labels.port(fabric, channel))
            .collect(Collectors.joining(" -> "));
  }
}
