package io.dateline.routing.ftree;

import io.dateline.routing.balance.Destinations;

/** The file that tells applications in which order compute nodes should shift. */
final class NodeOrder {
  static final String FILE = "opensm-ftree-ca-order.dump";

  private NodeOrder() {}

  /** The file's text: LID and description of every compute node, and lines for missing ones. */
  static String of(Tree tree, Leaves leaves) {
    StringBuilder text = new StringBuilder();
    Destinations destinations = tree.destinations();
    for (int leaf : leaves.order()) {
      int missing = leaves.places();
      for (int i = destinations.first[leaf]; i < destinations.first[leaf + 1]; i++) {
        if (destinations.isCompute(i)) {
          String description =
              tree.fabric().description(tree.fabric().nodeOf(destinations.ports[i]));
          String digits = Integer.toHexString(destinations.lids[i]);
          text.append("0x").append("0".repeat(4 - digits.length())).append(digits);
          text.append('\t').append(description).append('\n');
          missing--;
        }
      }
      text.append("0xFFFF\tDUMMY\n".repeat(missing));
    }
    return text.toString();
  }
}
