package io.dateline.fabric.generate;

import io.dateline.fabric.random.SeededRandom;
import java.util.OptionalLong;

/**
 * What is done to a network after it was planned. The same seed does the same on every machine.
 *
 * @param links how many cables between switches are missing
 * @param linksSeed which ones
 * @param switches how many switches are missing, with their hosts
 * @param switchesSeed which ones
 * @param shufflePorts seed by which every switch deals out its ports anew, if at all
 * @param shuffleGuids seed by which switches and hosts swap their GUIDs, if at all
 */
public record NetworkFaults(
    int links,
    long linksSeed,
    int switches,
    long switchesSeed,
    OptionalLong shufflePorts,
    OptionalLong shuffleGuids) {
  /** The network as planned. */
  public static final NetworkFaults NONE =
      new NetworkFaults(0, 0, 0, 0, OptionalLong.empty(), OptionalLong.empty());

  public NetworkFaults {
    Sizes.within("number of links to drop", links, 0, Integer.MAX_VALUE);
    Sizes.within("number of switches to drop", switches, 0, Integer.MAX_VALUE);
  }

  public NetworkFaults dropLinks(int count, long seed) {
    return new NetworkFaults(count, seed, switches, switchesSeed, shufflePorts, shuffleGuids);
  }

  public NetworkFaults dropSwitches(int count, long seed) {
    return new NetworkFaults(links, linksSeed, count, seed, shufflePorts, shuffleGuids);
  }

  public NetworkFaults shufflePorts(long seed) {
    return new NetworkFaults(
        links, linksSeed, switches, switchesSeed, OptionalLong.of(seed), shuffleGuids);
  }

  public NetworkFaults shuffleGuids(long seed) {
    return new NetworkFaults(
        links, linksSeed, switches, switchesSeed, shufflePorts, OptionalLong.of(seed));
  }

  /** By link, whether it is missing. */
  boolean[] lostLinks(int count) {
    return lost("links between switches", links, count, linksSeed);
  }

  /** By switch, whether it is missing. */
  boolean[] lostSwitches(int count) {
    return lost("switches", switches, count, switchesSeed);
  }

  private static boolean[] lost(String what, int wanted, int count, long seed) {
    if (wanted > count) {
      throw new IllegalArgumentException(
          "%d %s cannot be dropped, there are %d".formatted(wanted, what, count));
    }
    return wanted == 0 ? new boolean[count] : new SeededRandom(seed).choose(wanted, count);
  }
}
