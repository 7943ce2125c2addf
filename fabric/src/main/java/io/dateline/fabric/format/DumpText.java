package io.dateline.fabric.format;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.NodeType;
import java.io.IOException;

/** Words and forms that the files of this package have in common. */
final class DumpText {
  private DumpText() {}

  /** What OpenSM and ibroute call a node of this type. */
  static String typeName(NodeType type) {
    return switch (type) {
      case SWITCH -> "Switch";
      case CA -> "Channel Adapter";
      case ROUTER -> "Router";
    };
  }

  /** Ends a line about a node with its name, if it is there. */
  static void endWithName(Fabric fabric, long nodeGuid, Appendable out) throws IOException {
    int node = fabric.nodeByGuid(nodeGuid);
    if (node != Fabric.NONE) {
      out.append(" # ");
      appendPrintable(fabric.description(node), out);
    }
    out.append('\n');
  }

  /** Appends a description with blanks for control characters, which would end the line. */
  static void appendPrintable(String description, Appendable out) throws IOException {
    for (int i = 0; i < description.length(); i++) {
      char c = description.charAt(i);
      out.append(Character.isISOControl(c) ? ' ' : c);
    }
  }
}
