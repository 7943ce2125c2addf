package io.dateline.routing;

import io.dateline.fabric.Fabric;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** A fabric with cables and nodes less, and others in the place of some. */
public final class Rebuilt {
  private final Fabric whole;
  private final Set<Integer> pulled = new HashSet<>(); // ports
  private final Set<Integer> gone = new HashSet<>(); // nodes
  private final Map<Long, Long> replaced = new HashMap<>(); // GUIDs

  public Rebuilt(Fabric whole) {
    this.whole = whole;
  }

  /** Cables between switches, by the lower of their ports. */
  public static int[] cables(Fabric fabric) {
    return IntStream.range(0, fabric.portCount())
        .filter(port -> fabric.isSwitch(fabric.nodeOf(port)))
        .filter(port -> fabric.peer(port) > port)
        .filter(port -> fabric.isSwitch(fabric.nodeOf(fabric.peer(port))))
        .toArray();
  }

  public static int cableAtRandom(Fabric fabric, Random random) {
    int[] cables = cables(fabric);
    return cables[random.nextInt(cables.length)];
  }

  public Rebuilt pull(int port) {
    pulled.add(port);
    pulled.add(whole.peer(port));
    return this;
  }

  /** The first cable of a switch to another switch. */
  public Rebuilt pullFirstOf(int node) {
    return pull(
        IntStream.rangeClosed(1, whole.externalPortCount(node))
            .map(number -> whole.port(node, number))
            .filter(port -> whole.peer(port) != Fabric.NONE)
            .filter(port -> whole.isSwitch(whole.nodeOf(whole.peer(port))))
            .findFirst()
            .orElseThrow());
  }

  public Rebuilt lose(int node) {
    gone.add(node);
    return this;
  }

  public Rebuilt replace(int node, long guid) {
    replaced.put(whole.nodeGuid(node), guid);
    return this;
  }

  /** Each stands where the other was, with the cables of that one. */
  public Rebuilt swap(int node, int other) {
    return replace(node, whole.nodeGuid(other)).replace(other, whole.nodeGuid(node));
  }

  public Fabric build() {
    Fabric.Builder builder = new Fabric.Builder();
    Map<Integer, Fabric.NodeDraft> drafts = new HashMap<>();
    for (int node = 0; node < whole.nodeCount(); node++) {
      if (!gone.contains(node)) {
        long guid = replaced.getOrDefault(whole.nodeGuid(node), whole.nodeGuid(node));
        drafts.put(
            node,
            builder
                .node(whole.type(node), guid, whole.externalPortCount(node))
                .description(whole.description(node)));
      }
    }
    for (int port = 0; port < whole.portCount(); port++) {
      int peer = whole.peer(port);
      if (peer > port && !pulled.contains(port)) {
        Fabric.NodeDraft one = drafts.get(whole.nodeOf(port));
        Fabric.NodeDraft other = drafts.get(whole.nodeOf(peer));
        if (one != null && other != null) {
          builder.link(
              one,
              whole.portNumber(port),
              other,
              whole.portNumber(peer),
              whole.width(port),
              whole.speed(port));
        }
      }
    }
    return builder.build();
  }
}
