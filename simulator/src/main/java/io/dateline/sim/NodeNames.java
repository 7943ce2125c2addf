package io.dateline.sim;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * How people and ibsim's clients name nodes: id ({@code H-0002c90300001000}), GUID ({@code
 * 0x0002c90300001000}) or description.
 */
final class NodeNames {
  private NodeNames() {}

  /** The id of a node as ibnetdiscover writes it. */
  static String id(Fabric fabric, int node) {
    return fabric.type(node).idPrefix() + "-" + Guid.hex16(fabric.nodeGuid(node));
  }

  /** A port for messages: {@code "S-0000000000200000"[3]}. */
  static String port(Fabric fabric, int port) {
    return '"' + id(fabric, fabric.nodeOf(port)) + "\"[" + fabric.portNumber(port) + ']';
  }

  /** The node of that name, {@link Fabric#NONE} if there is none; the first of equal ones. */
  static int find(Fabric fabric, String name) {
    int byGuid = findByGuid(fabric, name);
    if (byGuid != Fabric.NONE) {
      return byGuid;
    }
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (fabric.description(node).equals(name)) {
        return node;
      }
    }
    return Fabric.NONE;
  }

  /** The first node whose description has more than {@code length} bytes and begins like this. */
  static int findByStart(Fabric fabric, String name, int length) {
    if (name.getBytes(StandardCharsets.UTF_8).length == length) {
      for (int node = 0; node < fabric.nodeCount(); node++) {
        if (fabric.description(node).startsWith(name)) {
          return node;
        }
      }
    }
    return Fabric.NONE;
  }

  private static int findByGuid(Fabric fabric, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    boolean isId = lower.length() == 18 && lower.charAt(1) == '-';
    if (!isId && !lower.startsWith("0x")) {
      return Fabric.NONE;
    }
    try {
      int node = fabric.nodeByGuid(Guid.parseHex(lower.substring(2)));
      boolean isRightKind =
          node != Fabric.NONE
              && (!isId || lower.charAt(0) == Character.toLowerCase(fabric.type(node).idPrefix()));
      return isRightKind ? node : Fabric.NONE;
    } catch (NumberFormatException notAGuid) {
      return Fabric.NONE; // a description may well begin like this
    }
  }
}
