package io.dateline.sm.discover;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * What has become of a fabric's nodes and cables, in sentences: "cable sw_0[1] - sw_2[2] lost",
 * "H_5 (0x0002c90300000005) gone". Of each kind the first few by GUID are named, the rest counted.
 * Cables of a node that is gone or new are not told one by one.
 */
final class NodeChanges {
  private static final int NAMED_MAX = 5;

  private final LongFunction<byte[]> before; // images of nodes, null where there was none
  private final Fabric fabric;
  private final Map<Long, FoundNode> read = new HashMap<>(); // of the images

  private NodeChanges(LongFunction<byte[]> before, Fabric fabric) {
    this.before = before;
    this.fabric = fabric;
  }

  /** One end of a cable. */
  private record End(long guid, int port) implements Comparable<End> {
    @Override
    public int compareTo(End other) {
      int byGuid = Long.compareUnsigned(guid, other.guid);
      return byGuid != 0 ? byGuid : Integer.compare(port, other.port);
    }
  }

  /** A cable, its lower end first. */
  private record Cable(End low, End high) implements Comparable<Cable> {
    static Cable of(End one, End other) {
      return one.compareTo(other) <= 0 ? new Cable(one, other) : new Cable(other, one);
    }

    @Override
    public int compareTo(Cable other) {
      int byLow = low.compareTo(other.low);
      return byLow != 0 ? byLow : high.compareTo(other.high);
    }
  }

  /**
   * The sentences.
   *
   * @param before images of nodes by GUID, null where there was none
   * @param changed GUIDs of the fabric's nodes that are new, or of which the image is another one
   * @param gone GUIDs of nodes that are not in the fabric any more
   */
  static List<String> sentences(
      LongFunction<byte[]> before, Fabric fabric, long[] changed, long[] gone) {
    return new NodeChanges(before, fabric).sentences(changed, gone);
  }

  private List<String> sentences(long[] changed, long[] gone) {
    TreeSet<Long> came = new TreeSet<>(Long::compareUnsigned);
    TreeSet<Long> left = new TreeSet<>(Long::compareUnsigned);
    TreeSet<Cable> found = new TreeSet<>();
    TreeSet<Cable> lost = new TreeSet<>();
    for (long guid : gone) {
      left.add(guid);
    }
    for (long guid : changed) {
      if (before.apply(guid) == null) {
        came.add(guid);
      } else {
        found.addAll(cablesNow(guid));
        lost.addAll(cablesBefore(guid));
      }
    }
    TreeSet<Cable> same = new TreeSet<>(found);
    same.retainAll(lost);
    found.removeAll(same);
    lost.removeAll(same);
    found.removeIf(cable -> isEndOf(cable, came));
    lost.removeIf(cable -> isEndOf(cable, left));
    List<String> sentences = new ArrayList<>();
    tell(sentences, lost, this::text, "cable %s lost", "cables lost");
    tell(sentences, left, this::text, "%s gone", "nodes gone");
    tell(sentences, found, this::text, "cable %s found", "cables found");
    tell(sentences, came, this::text, "%s found", "nodes found");
    return sentences;
  }

  private static boolean isEndOf(Cable cable, Collection<Long> guids) {
    return guids.contains(cable.low().guid()) || guids.contains(cable.high().guid());
  }

  private static <T> void tell(
      List<String> sentences,
      Collection<T> things,
      Function<T, String> name,
      String sentence,
      String rest) {
    things.stream().limit(NAMED_MAX).map(name).map(sentence::formatted).forEach(sentences::add);
    if (things.size() > NAMED_MAX) {
      sentences.add("%d more %s".formatted(things.size() - NAMED_MAX, rest));
    }
  }

  private List<Cable> cablesNow(long guid) {
    List<Cable> cables = new ArrayList<>();
    int node = fabric.nodeByGuid(guid);
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      int peer = fabric.peer(fabric.port(node, number));
      if (peer != Fabric.NONE) {
        long peerGuid = fabric.nodeGuid(fabric.nodeOf(peer));
        cables.add(Cable.of(new End(guid, number), new End(peerGuid, fabric.portNumber(peer))));
      }
    }
    return cables;
  }

  private List<Cable> cablesBefore(long guid) {
    List<Cable> cables = new ArrayList<>();
    NodeImage.Unlinked node = NodeImage.read(before.apply(guid));
    for (int number = 1; number <= node.node.portCount; number++) {
      if (node.node.peerNumbers[number] != 0) {
        cables.add(
            Cable.of(
                new End(guid, number),
                new End(node.peerGuid(number), node.node.peerNumbers[number])));
      }
    }
    return cables;
  }

  private String text(Cable cable) {
    return text(cable.low()) + " - " + text(cable.high());
  }

  private String text(End end) {
    String description = description(end.guid());
    return "%s[%d]"
        .formatted(description.isEmpty() ? Guid.format(end.guid()) : description, end.port());
  }

  private String text(long guid) {
    String description = description(guid);
    String number = Guid.format(guid);
    return description.isEmpty() ? number : "%s (%s)".formatted(description, number);
  }

  private String description(long guid) {
    int node = fabric.nodeByGuid(guid);
    return node != Fabric.NONE
        ? fabric.description(node)
        : read.computeIfAbsent(guid, it -> NodeImage.read(before.apply(it)).node).description;
  }
}
