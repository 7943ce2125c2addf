package io.dateline.routing.balance;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.SwitchGraph;
import io.dateline.fabric.parallel.Slices;
import io.dateline.routing.RoutingEngine;
import io.dateline.routing.TreeOptions;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Everything with a LID at a switch, by switch index, then by port number, port 0 of the switch
 * among them. Immutable; do not write to the arrays.
 */
public final class Destinations {
  /** What a destination is to the engine. */
  public enum Kind {
    /** A port of {@code cn_guid_file}, or any adapter's port that no file makes something else. */
    COMPUTE,
    /** A port of {@code io_guid_file} that is not in {@code cn_guid_file}. */
    IO,
    /** Any other adapter's or router's port. */
    OTHER,
    /** Port 0 of a switch. */
    SWITCH
  }

  /** Classes that engines begin with, see {@link RoutingEngine#classes}. */
  public static final List<Class<?>> CLASSES =
      List.of(
          Slices.class,
          CompletableFuture.class, // of slices
          ThreadPoolExecutor.class, // of slices
          LidMap.class,
          PathSl.class,
          ForwardingTables.class,
          Destinations.class,
          Kind.class,
          LongOpenHashSet.class, // of destinations
          SwitchGraph.class);

  public final int count;
  public final int[] first; // by switch: its first destination; length switches + 1
  public final int[] homes; // by destination: the switch
  public final int[] numbers; // by destination: the port number its switch leaves by, 0 for itself
  public final int[] lids; // by destination
  public final int[] ports; // by destination: the end port
  public final Kind[] kinds; // by destination

  public Destinations(Fabric fabric, LidMap lidMap, TreeOptions options) {
    int most = fabric.endPorts().length;
    first = new int[fabric.switchCount() + 1];
    homes = new int[most];
    numbers = new int[most];
    lids = new int[most];
    ports = new int[most];
    kinds = new Kind[most];
    LongOpenHashSet compute = set(options.cnGuids());
    LongOpenHashSet io = set(options.ioGuids());
    int found = 0;
    for (int node = 0; node < fabric.switchCount(); node++) {
      first[node] = found;
      for (int number = 0; number <= fabric.externalPortCount(node); number++) {
        int port = fabric.endPortAt(fabric.port(node, number));
        if (port == Fabric.NONE || lidMap.lidCount(port) == 0) {
          continue;
        }
        homes[found] = node;
        numbers[found] = number;
        lids[found] = lidMap.baseLid(port);
        ports[found] = port;
        kinds[found++] = kind(fabric, port, compute, io);
      }
    }
    Arrays.fill(first, fabric.switchCount(), fabric.switchCount() + 1, found);
    count = found;
  }

  /** By switch, how many ports of adapters and routers with a LID are at it. */
  public int[] adaptersBySwitch() {
    int[] counts = new int[first.length - 1];
    for (int destination = 0; destination < count; destination++) {
      if (kinds[destination] != Kind.SWITCH) {
        counts[homes[destination]]++;
      }
    }
    return counts;
  }

  private static LongOpenHashSet set(Optional<List<Long>> guids) {
    return guids.map(LongOpenHashSet::new).orElse(null);
  }

  private static Kind kind(Fabric fabric, int port, LongOpenHashSet compute, LongOpenHashSet io) {
    NodeType type = fabric.type(fabric.nodeOf(port));
    if (type == NodeType.SWITCH) {
      return Kind.SWITCH;
    }
    long guid = fabric.portGuid(port);
    if (compute != null && compute.contains(guid)) {
      return type == NodeType.CA ? Kind.COMPUTE : Kind.OTHER;
    }
    if (io != null && io.contains(guid)) {
      return Kind.IO;
    }
    return compute == null && type == NodeType.CA ? Kind.COMPUTE : Kind.OTHER;
  }

  public boolean isCompute(int destination) {
    return kinds[destination] == Kind.COMPUTE;
  }

  /** How many compute nodes there are at a switch. */
  public int computeNodesAt(int node) {
    int found = 0;
    for (int destination = first[node]; destination < first[node + 1]; destination++) {
      if (isCompute(destination)) {
        found++;
      }
    }
    return found;
  }
}
