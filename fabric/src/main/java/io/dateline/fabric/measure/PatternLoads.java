package io.dateline.fabric.measure;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathTrace;
import io.dateline.fabric.Routing;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Optional;

/**
 * What a routing makes of a {@link TrafficPattern}. All channels count as equally fast, addresses
 * are base LIDs, and a flow that is not delivered takes up no room.
 *
 * @param byChannel by port the weight of the flows that leave by it, those of end ports included
 * @param flows of the pattern
 * @param undelivered of these
 * @param bandwidth mean over the flows of what each gets of a channel's speed: {@code w/L}, {@code
 *     w} being its weight and {@code L} that of all flows on the most loaded channel of its path.
 *     With all weights 1 that is the measure of {@link RandomBisections}. 0 for what is not
 *     delivered, 1 from a port to itself
 */
public record PatternLoads(double[] byChannel, int flows, int undelivered, double bandwidth) {

  /** Sends all flows. */
  public static PatternLoads measure(
      Fabric fabric, LidMap lids, Routing routing, TrafficPattern pattern) {
    double[] byChannel = new double[fabric.portCount()];
    IntArrayList channels = new IntArrayList(); // of all flows, one after the other
    int[] ends = new int[pattern.flows()]; // by flow: where its channels end there
    boolean[] arrives = new boolean[pattern.flows()];
    int undelivered = 0;
    for (int flow = 0; flow < pattern.flows(); flow++) {
      Optional<PathTrace> path = path(fabric, lids, routing, pattern, flow);
      arrives[flow] = path.isPresent();
      undelivered += path.isPresent() ? 0 : 1;
      if (path.isPresent()) {
        for (PathTrace.Hop hop : path.get().hops()) {
          byChannel[hop.output()] += pattern.weights()[flow];
          channels.add(hop.output());
        }
      }
      ends[flow] = channels.size();
    }
    double shares = 0;
    int at = 0;
    for (int flow = 0; flow < pattern.flows(); flow++) {
      double most = pattern.weights()[flow];
      for (; at < ends[flow]; at++) {
        most = Math.max(most, byChannel[channels.getInt(at)]);
      }
      shares += arrives[flow] ? pattern.weights()[flow] / most : 0;
    }
    double bandwidth = pattern.flows() == 0 ? 0 : shares / pattern.flows();
    return new PatternLoads(byChannel, pattern.flows(), undelivered, bandwidth);
  }

  /** The way of a flow, if it arrives. */
  private static Optional<PathTrace> path(
      Fabric fabric, LidMap lids, Routing routing, TrafficPattern pattern, int flow) {
    int source = pattern.sources()[flow];
    int destination = pattern.destinations()[flow];
    if (lids.lidCount(source) == 0 || lids.lidCount(destination) == 0) {
      return Optional.empty();
    }
    int from = lids.baseLid(source);
    int to = lids.baseLid(destination);
    int sl = routing.pathSl().sl(from, to);
    PathTrace trace = PathTrace.of(fabric, routing, source, destination, to, sl);
    return Optional.of(trace).filter(found -> found.end() == PathTrace.End.ARRIVED);
  }

  /** The most weight on one channel. */
  public double max() {
    double max = 0;
    for (double load : byChannel) {
      max = Math.max(max, load);
    }
    return max;
  }
}
