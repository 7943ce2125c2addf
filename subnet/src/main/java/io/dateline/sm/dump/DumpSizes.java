package io.dateline.sm.dump;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * How many bytes the files of a routing take, before one is written: lines times the length of a
 * line. Right within a tenth where each switch has an entry for each LID; of the service levels of
 * paths a few destinations are looked at.
 */
public final class DumpSizes {
  private static final int SAMPLES_MAX = 32;
  private static final int SLS = 16;

  private final Fabric fabric;
  private final LidMap lids;
  private final int[] used; // LIDs
  private final double digits; // of a LID in decimal, in the mean

  private DumpSizes(Fabric fabric, LidMap lids) {
    this.fabric = fabric;
    this.lids = lids;
    used = lids.usedLids();
    long sum = 0;
    for (int lid : used) {
      sum += digits(lid);
    }
    digits = used.length == 0 ? 0 : (double) sum / used.length;
  }

  /**
   * Bytes by name, of all files of {@link RoutingDumps#of}.
   *
   * @param told what the engine tells beside its tables, by file name
   */
  public static Map<String, Long> of(
      Fabric fabric, LidMap lids, Routing routing, Map<String, String> told) {
    DumpSizes sizes = new DumpSizes(fabric, lids);
    Map<String, Long> bytes = new HashMap<>();
    told.forEach((name, text) -> bytes.put(name, (long) text.length()));
    bytes.put(RoutingDumps.ENGINE, routing.engine().length() + 1L);
    bytes.put(RoutingDumps.LFTS, sizes.lfts());
    bytes.put(RoutingDumps.FDBS, sizes.switches() * (27L * lids.maxLid() + 83));
    bytes.put(RoutingDumps.SUBNET, sizes.subnet());
    bytes.put(RoutingDumps.LID_MATRIX, sizes.lidMatrix());
    bytes.put(RoutingDumps.MULTICAST_FDBS, routing.multicast().isPresent() ? sizes.group() : 0);
    bytes.put(RoutingDumps.GUID2LID, 34L * fabric.endPorts().length);
    bytes.put(RoutingDumps.PATH_SL, sizes.pathSl(routing.pathSl()));
    if (routing.hasLanes()) {
      bytes.put(RoutingDumps.SL2VL, sizes.slToVl());
      bytes.put(RoutingDumps.PSL, sizes.psl());
    }
    return bytes;
  }

  private long switches() {
    return fabric.switchCount();
  }

  private static int digits(int number) {
    return Integer.toString(number).length();
  }

  private int typeLength(int node) {
    return fabric.type(node) == NodeType.CA ? "Channel Adapter".length() : "Switch".length();
  }

  private int nameLength(int node) {
    return fabric.description(node).length();
  }

  /** A line tells LID, port, and type, GUID and name of the node. */
  private long lfts() {
    long table = 0;
    for (int lid : used) {
      int node = fabric.nodeOf(lids.port(lid));
      table += 46 + typeLength(node) + nameLength(node);
    }
    long heads = 0;
    for (int node = 0; node < fabric.switchCount(); node++) {
      heads += 95 + nameLength(node);
    }
    return switches() * table + heads;
  }

  /** A line for each end of each cable tells both. */
  private long subnet() {
    long bytes = 0;
    for (int port = 0; port < fabric.portCount(); port++) {
      if (fabric.peer(port) != Fabric.NONE) {
        bytes +=
            331 + nameLength(fabric.nodeOf(port)) + nameLength(fabric.nodeOf(fabric.peer(port)));
      }
    }
    return bytes;
  }

  /** A line for each pair of switches has three characters for each port. */
  private long lidMatrix() {
    long bytes = 0;
    for (int node = 0; node < fabric.switchCount(); node++) {
      bytes += 36 + switches() * (41L + 3L * fabric.externalPortCount(node));
    }
    return bytes;
  }

  /** One group of all end ports: seven characters for each port of its tree. */
  private long group() {
    return switches() * 65 + 7L * (2 * switches() + fabric.endPorts().length);
  }

  /** A line for each LID, and for each pair that is an exception from it. */
  private long pathSl(PathSl pathSl) {
    double bytes = used.length * (digits + 5);
    int samples = pathSl == PathSl.ZERO ? 0 : Math.min(SAMPLES_MAX, used.length);
    for (int i = 0; i < samples; i++) {
      int destination = used[(int) ((long) i * used.length / samples)];
      IntUnaryOperator levels = pathSl.toward(destination);
      int[] counts = new int[SLS];
      int most = 0;
      for (int source : used) {
        most = Math.max(most, ++counts[levels.applyAsInt(source)]);
      }
      bytes += (double) used.length / samples * (used.length - most) * (2 * digits + 4);
    }
    return Math.round(bytes);
  }

  private long psl() {
    return Math.round(nodesWithLid() * used.length * (22 + digits));
  }

  private long nodesWithLid() {
    long nodes = 0;
    int last = Fabric.NONE;
    for (int port : fabric.endPorts()) {
      if (lids.lidCount(port) > 0 && fabric.nodeOf(port) != last) {
        last = fabric.nodeOf(port);
        nodes++;
      }
    }
    return nodes;
  }

  /** A switch has a line for each input and each output that a cable is at. */
  private long slToVl() {
    long bytes = 0;
    for (int port : fabric.endPorts()) {
      int node = fabric.nodeOf(port);
      long rows = 1;
      if (fabric.isSwitch(node)) {
        int count = fabric.externalPortCount(node);
        int linked = 0;
        for (int number = 1; number <= count; number++) {
          linked += fabric.peer(fabric.port(node, number)) == Fabric.NONE ? 0 : 1;
        }
        rows = (long) linked * (count + 1);
      }
      bytes += 207 + typeLength(node) + nameLength(node) + digits(lids.baseLid(port)) + 57 * rows;
    }
    return bytes;
  }
}
