package io.dateline.sm.path;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.LidMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds the end port that a person means: by LID, GUID of a port or node, or name of a node. One
 * thread at a time.
 */
public final class PortSearch {
  private static final int NAMED_MAX = 5;

  private final Fabric fabric;
  private final LidMap lids;
  private Map<String, List<Integer>> nodesByName; // null before a name is asked for

  /** A search in a fabric. */
  public PortSearch(Fabric fabric, LidMap lids) {
    this.fabric = fabric;
    this.lids = lids;
  }

  /**
   * An end port and the LID that it was found by.
   *
   * @param lid its base LID, unless another one of its LIDs was asked for
   */
  public record Found(int port, int lid) {}

  /**
   * Finds it.
   *
   * @param text a LID in decimal, a GUID with {@code 0x}, or what a node is called
   * @throws IllegalArgumentException with a sentence, if it is none, or several
   */
  public Found find(String text) {
    if (text.matches("\\d{1,5}")) {
      return byLid(Integer.parseInt(text));
    }
    List<Integer> ports = text.startsWith("0x") ? byGuid(text) : byName(text);
    if (ports.isEmpty()) {
      throw new IllegalArgumentException("there is no end port '%s'".formatted(text));
    }
    if (ports.size() > 1) {
      throw new IllegalArgumentException(
          "'%s' may be %s%s"
              .formatted(
                  text,
                  ports.stream()
                      .limit(NAMED_MAX)
                      .map(port -> Guid.format(fabric.portGuid(port)))
                      .collect(Collectors.joining(" or ")),
                  ports.size() > NAMED_MAX
                      ? " or one of %d more".formatted(ports.size() - NAMED_MAX)
                      : ""));
    }
    int lid = lids.baseLid(ports.getFirst());
    if (lid == Lid.NONE) {
      throw new IllegalArgumentException("'%s' has no LID".formatted(text));
    }
    return new Found(ports.getFirst(), lid);
  }

  private Found byLid(int lid) {
    int port = lid > lids.maxLid() ? Fabric.NONE : lids.port(lid);
    if (port == Fabric.NONE) {
      throw new IllegalArgumentException("no end port has LID " + lid);
    }
    return new Found(port, lid);
  }

  /** A port GUID goes before a node GUID: they are often the same number. */
  private List<Integer> byGuid(String text) {
    long guid;
    try {
      guid = Guid.parse(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is no GUID".formatted(text), e);
    }
    int port = fabric.endPortByGuid(guid);
    if (port != Fabric.NONE) {
      return List.of(port);
    }
    int node = fabric.nodeByGuid(guid);
    return node == Fabric.NONE ? List.of() : endPorts(node);
  }

  private List<Integer> byName(String name) {
    if (nodesByName == null) {
      nodesByName = new HashMap<>();
      for (int node = 0; node < fabric.nodeCount(); node++) {
        nodesByName.computeIfAbsent(fabric.description(node), key -> new ArrayList<>(1)).add(node);
      }
    }
    return nodesByName.getOrDefault(name, List.of()).stream()
        .flatMap(node -> endPorts(node).stream())
        .toList();
  }

  private List<Integer> endPorts(int node) {
    if (fabric.isSwitch(node)) {
      return List.of(fabric.port(node, 0));
    }
    List<Integer> ports = new ArrayList<>();
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      if (fabric.endPortByGuid(fabric.portGuid(port)) == port && fabric.peer(port) != Fabric.NONE) {
        ports.add(port);
      }
    }
    return ports;
  }
}
