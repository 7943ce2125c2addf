package io.dateline.fabric.format;

import io.dateline.fabric.Fabric.NodeDraft;
import io.dateline.fabric.NodeType;
import java.util.ArrayList;
import java.util.List;

/** What a topology file says about one node, as it stands there. */
final class NodeBlock {
  final String id; // between the quotes: S-0002c90000200000
  final int line;
  final NodeType type;
  final int portCount;

  long guid;
  long portZeroGuid; // 0 where the file does not say
  long systemImageGuid;
  int vendorId;
  int deviceId;
  String description = "";
  boolean enhancedPort0;
  int lid;
  int lmc;

  final List<PortLine> ports = new ArrayList<>(); // as listed
  private final PortLine[] portByNumber; // null where not listed
  NodeDraft draft; // null unless the block is accepted

  NodeBlock(String id, int line, NodeType type, int portCount) {
    this.id = id;
    this.line = line;
    this.type = type;
    this.portCount = portCount;
    portByNumber = new PortLine[portCount + 1];
  }

  /** The line that lists a port, or null; null also for numbers the node does not have. */
  PortLine port(int number) {
    return number <= portCount ? portByNumber[number] : null;
  }

  void add(PortLine port) {
    ports.add(port);
    portByNumber[port.number] = port;
  }
}
