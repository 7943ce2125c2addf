package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.DirectedRoute;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RelayedSets;
import io.dateline.sm.link.RouteBook;
import it.unimi.dsi.fastutil.HashCommon;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Sets of a sweep that all nodes share: those for one node of the fabric are sent by one SM node,
 * through its port. Filled by one thread; then sent.
 */
final class SharedSets {
  /**
   * A share.
   *
   * @param port GUID of the end port that its Sets leave by
   * @param routes from there
   */
  private record Share(long port, RouteBook routes, PortSets sets) {}

  private final Fabric fabric;
  private final List<Share> shares = new ArrayList<>(); // the own one first
  private int sought = Fabric.NONE; // a port: Sets for one follow each other
  private Share share; // that it is of
  private DirectedRoute route; // to it, or null
  private final Map<Long, RelayedSets> relayed = new HashMap<>(); // by port, once it is sent

  /**
   * Nothing yet.
   *
   * @param others ports of other SM nodes that take a share
   */
  SharedSets(HeavySweep sweep, List<Long> others) {
    fabric = sweep.found.fabric();
    shares.add(new Share(fabric.portGuid(sweep.found.localPort()), sweep.routes, new PortSets()));
    for (long port : others) {
      RouteBook routes = new RouteBook(fabric, fabric.endPortByGuid(port));
      shares.add(new Share(port, routes, new PortSets()));
    }
  }

  /** Adds a Set for a port, as {@link PortSets#add} does; none where no way leads there. */
  void add(
      int port, int attributeId, int modifier, long mKey, byte[] data, PortSets.AnswerSink sink) {
    if (reaches(port)) {
      long guid = fabric.nodeGuid(fabric.nodeOf(port));
      share.sets.add(route, guid, attributeId, modifier, mKey, data, sink);
    }
  }

  /** Whether a Set would have a way. */
  boolean reaches(int port) {
    if (port != sought) {
      sought = port;
      long guid = fabric.nodeGuid(fabric.nodeOf(port));
      share = shares.get((int) Long.remainderUnsigned(HashCommon.mix(guid), shares.size()));
      route = share.routes.toPort(port);
      if (route == null) {
        share = shares.getFirst();
        route = share.routes.toPort(port);
      }
    }
    return route != null;
  }

  int size() {
    return shares.stream().mapToInt(share -> share.sets.size()).sum();
  }

  /** Sends all; call once. */
  CompletionStage<PortSets.Result> send(SmContext context) {
    CompletableFuture<PortSets.Result> all =
        shares.getFirst().sets.send(context.exchange()).toCompletableFuture();
    for (Share share : shares.subList(1, shares.size())) {
      RelayedSets others =
          share.sets.relay(
              packed ->
                  context.setup().workers().relay(share.port, packed, Workers.WRITING_PATIENCE));
      synchronized (relayed) {
        relayed.put(share.port, others);
      }
      all = all.thenCombine(others.send(), SharedSets::sum);
    }
    shares.clear(); // there may be millions of Sets
    return all;
  }

  /** The term has ended: other nodes are given no more of them. */
  void cancel() {
    synchronized (relayed) {
      relayed.values().forEach(RelayedSets::cancel);
    }
  }

  private static PortSets.Result sum(PortSets.Result one, PortSets.Result other) {
    List<String> failures = new ArrayList<>(one.failures());
    failures.addAll(other.failures());
    return new PortSets.Result(
        one.sent() + other.sent(), one.failed() + other.failed(), List.copyOf(failures));
  }

  /** Whether nothing of these is under way, or may be. */
  boolean isOver() {
    return writers().isEmpty();
  }

  /** Ports of nodes that may have Sets of these under way. */
  List<Long> writers() {
    synchronized (relayed) {
      return relayed.entrySet().stream()
          .filter(share -> share.getValue().mayStillWrite())
          .map(Map.Entry::getKey)
          .sorted()
          .toList();
    }
  }

  /** Whether the node at a port may have Sets of these under way. */
  boolean mayStillWrite(long port) {
    return writers().contains(port);
  }
}
