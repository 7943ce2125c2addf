package io.dateline.routing.hops;

import io.dateline.fabric.SwitchGraph;
import java.util.BitSet;
import java.util.Optional;

/**
 * Ports that lead to a switch which is nearer to the destination, by whatever measure. Of these one
 * port can be asked about alone, so that tables of before are checked without finding all ports of
 * all switches. Any thread may ask, several at the same time, too.
 */
public interface Nearing extends Candidates {
  /**
   * Whether {@link #find} finds a port.
   *
   * @param channel of the {@link SwitchGraph}, one that leaves {@code node}
   * @param to the destination switch
   */
  boolean qualifies(int node, int channel, int to);

  /**
   * How far all switches are from one. From a switch to the next by a port that qualifies distances
   * fall.
   *
   * @param distances by switch, filled in: negative where no path leads
   */
  void distances(int to, int[] distances);

  /**
   * Destinations for which something is another than it was: some distance, or whether a channel
   * qualifies that both graphs have, from the same port to the same switch. Of the same switches.
   *
   * @return nothing where that cannot be told
   */
  default Optional<BitSet> changesSince(Nearing before) {
    return Optional.empty();
  }
}
