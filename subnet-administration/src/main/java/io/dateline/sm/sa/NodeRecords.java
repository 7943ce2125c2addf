package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.NodeDescription;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.sa.NodeRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** NodeRecord (IBA Vol 1, 15.2.5.2): one an end port. */
final class NodeRecords extends EndPortSource {
  private static final Field NODE_GUID = NodeRecord.LAYOUT.field("nodeInfo.nodeGuid");
  private static final Field PORT_GUID = NodeRecord.LAYOUT.field("nodeInfo.portGuid");
  private static final int DESCRIPTION_OFFSET =
      NodeRecord.LAYOUT.field("nodeDescription.nodeString").byteOffset();

  NodeRecords() {
    super(AttributeId.NODE_RECORD, NodeRecord.LAYOUT, NodeRecord.LID);
  }

  @Override
  public boolean namesItsEnds(long componentMask) {
    return super.namesItsEnds(componentMask)
        || (componentMask & (NODE_GUID.mask() | PORT_GUID.mask())) != 0;
  }

  @Override
  int[] candidates(SaQuery query) {
    if (query.has(NodeRecord.LID)) {
      return super.candidates(query);
    }
    Fabric fabric = query.fabric();
    if (query.has(PORT_GUID)) {
      int port = fabric.endPortByGuid(query.value64(PORT_GUID));
      return port == Fabric.NONE ? new int[0] : new int[] {port};
    }
    if (query.has(NODE_GUID)) {
      int node = fabric.nodeByGuid(query.value64(NODE_GUID));
      return node == Fabric.NONE ? new int[0] : portsOf(fabric, node);
    }
    return adaptersFirst(fabric);
  }

  /**
   * Tables have no order of their own. Behind ibsim a program sees the first segment of one, and
   * osmtest (-f f -s 3) goes round without end where it has seen no adapter.
   */
  private static int[] adaptersFirst(Fabric fabric) {
    int[] endPorts = fabric.endPorts();
    int switches = fabric.switchCount(); // which come first, with a port each
    int[] ports = Arrays.copyOfRange(endPorts, switches, endPorts.length + switches);
    System.arraycopy(endPorts, 0, ports, endPorts.length - switches, switches);
    return ports;
  }

  /** Port 0 of a switch, else every port; those that are down have no LID and so no record. */
  private static int[] portsOf(Fabric fabric, int node) {
    if (fabric.isSwitch(node)) {
      return new int[] {fabric.port(node, 0)};
    }
    int[] ports = new int[fabric.externalPortCount(node)];
    Arrays.setAll(ports, index -> fabric.port(node, index + 1));
    return ports;
  }

  @Override
  void add(SaQuery query, int endPort, RecordTable answer) {
    Fabric fabric = query.fabric();
    int node = fabric.nodeOf(endPort);
    int offset = begin(query, endPort, answer);
    byte[] nodeInfo = query.view().attributes().nodeInfo()[node];
    NodeRecord record = NodeRecord.in(answer.bytes(), offset);
    record
        .nodeInfo(NodeInfo.of(nodeInfo))
        .nodeInfo()
        .portGuid(fabric.portGuid(endPort))
        .localPortNum(fabric.portNumber(endPort));
    byte[] text = fabric.description(node).getBytes(StandardCharsets.UTF_8);
    // Bytes that were no UTF-8 on the wire may have become more when they were decoded.
    System.arraycopy(
        text,
        0,
        answer.bytes(),
        offset + DESCRIPTION_OFFSET,
        Math.min(text.length, NodeDescription.BYTES));
    keepIfMatching(query, answer, offset);
  }
}
