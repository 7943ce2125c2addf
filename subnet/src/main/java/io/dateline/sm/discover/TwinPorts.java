package io.dateline.sm.discover;

import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.NodeInfo;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * End ports that show the GUID of another one, or none. An adapter may say what it likes, and must
 * not end the sweep of all others: the port that is nearer keeps the GUID, switches before
 * adapters, and the cable of the other one is left out.
 */
final class TwinPorts {
  private TwinPorts() {}

  /**
   * Leaves such ports out of a sweep.
   *
   * @param found nodes that can be reached; their links are taken away where needed
   * @param local the node that asks, which is right
   * @return a sentence of each port that is left out
   */
  static List<String> leaveOut(Collection<FoundNode> found, FoundNode local) {
    List<FoundNode> nearest = new ArrayList<>(found);
    nearest.sort(
        Comparator.comparing((FoundNode node) -> node != local)
            .thenComparing(node -> !node.isSwitch())
            .thenComparing(node -> node.entrance.route().hopCount()));
    List<String> sentences = new ArrayList<>();
    LongSet taken = new LongOpenHashSet();
    for (FoundNode node : nearest) {
      if (node.isSwitch()) {
        if (!isNew(taken, NodeInfo.of(node.nodeInfo).portGuid())) {
          sentences.add(sentence(node, 0, NodeInfo.of(node.nodeInfo).portGuid()));
          for (int number = 1; number <= node.portCount; number++) {
            node.unlink(number);
          }
        }
        continue;
      }
      for (int number = 1; number <= node.portCount; number++) {
        if (node.peers[number] != null && !isNew(taken, node.portGuids[number])) {
          sentences.add(sentence(node, number, node.portGuids[number]));
          node.unlink(number);
        }
      }
    }
    return sentences;
  }

  private static boolean isNew(LongSet taken, long guid) {
    return guid != 0 && taken.add(guid);
  }

  private static String sentence(FoundNode node, int number, long guid) {
    return "port %d of node %s \"%s\" at %s shows the port GUID %s, %s; it is left out of this sweep"
        .formatted(
            number,
            Guid.format(node.guid),
            node.description,
            node.entrance.route(),
            Guid.format(guid),
            guid == 0 ? "which is none" : "which another port has");
  }
}
