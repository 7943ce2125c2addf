package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;

/**
 * How many delivered pairs between channel adapters (and routers) go over each channel from a
 * switch to a switch. The scope makes no difference here: balance is about applications.
 *
 * @param paths by port index of a switch's port; 0 where the port leads to no switch
 * @param channels channels between switches that are up, used or not
 */
public record ChannelLoads(long[] paths, int channels) {

  /** The most paths on one channel. */
  public long max() {
    int busiest = busiest();
    return busiest == Fabric.NONE ? 0 : paths[busiest];
  }

  /** The first channel with the most paths, or {@link Fabric#NONE} when none carries any. */
  public int busiest() {
    int busiest = Fabric.NONE;
    long most = 0;
    for (int channel = 0; channel < paths.length; channel++) {
      if (paths[channel] > most) {
        most = paths[channel];
        busiest = channel;
      }
    }
    return busiest;
  }

  /** Mean paths over the channels between switches, or 0 when there are none. */
  public double mean() {
    long sum = 0;
    for (long count : paths) {
      sum += count;
    }
    return channels == 0 ? 0 : (double) sum / channels;
  }
}
