package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.GuidPort;
import java.util.Set;

/** Which channels something sets apart: by channel whether it does, or null where it does none. */
public final class PortMarks {
  private PortMarks() {}

  /** Marks the channels that leave by the ports of a list. */
  static boolean[] listed(Fabric fabric, SwitchGraph channels, Set<GuidPort> ports) {
    if (ports.isEmpty()) {
      return null;
    }
    boolean[] marks = new boolean[channels.channelCount];
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        marks[channel] =
            ports.contains(new GuidPort(fabric.nodeGuid(node), channels.numbers[channel] & 0xFF));
      }
    }
    return marks;
  }

  /**
   * Marks the links that run slower than both of their switches could: at either end there is
   * another link that is faster. What ports are capable of is not part of a fabric; what the others
   * of the same switch do is the best there is to go by.
   */
  public static boolean[] throttled(Fabric fabric, SwitchGraph channels) {
    double[] fastest = new double[fabric.switchCount()]; // Gb/s
    for (int node = 0; node < fastest.length; node++) {
      for (int number = 1; number <= fabric.externalPortCount(node); number++) {
        fastest[node] = Math.max(fastest[node], gbps(fabric, fabric.port(node, number)));
      }
    }
    boolean[] marks = new boolean[channels.channelCount];
    for (int node = 0; node < fastest.length; node++) {
      for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
        double own = gbps(fabric, fabric.port(node, channels.numbers[channel] & 0xFF));
        marks[channel] = own < fastest[node] && own < fastest[channels.to[channel]];
      }
    }
    return marks;
  }

  private static double gbps(Fabric fabric, int port) {
    return fabric.width(port) == null
        ? 0
        : fabric.width(port).lanes() * fabric.speed(port).laneGbps();
  }
}
