package io.dateline.fabric.format;

import io.dateline.fabric.Lid;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import java.util.ArrayList;
import java.util.List;

/** Turns the lines of a topology file into node blocks, in the order of the file. */
final class TopologyParser implements LineScanner.Parser {
  private static final int PORT_NUMBER_MAX = 254;

  /** Lines by which ibnetdiscover groups nodes that share a chassis. */
  private static final List<String> GROUP_WORDS =
      List.of("Chassis", "Non-Chassis", "Spine", "Line", "Leaf");

  private final List<NodeBlock> blocks = new ArrayList<>();

  // Attributes stand before the line of the node they belong to.
  private long guid;
  private long portZeroGuid;
  private long systemImageGuid;
  private boolean hasSystemImageGuid;
  private int vendorId;
  private int deviceId;

  /** Where port lines belong; null before the first node and after one that was not understood. */
  private NodeBlock current;

  private boolean skippingPorts;
  private boolean nodesMissed;

  List<NodeBlock> blocks() {
    return blocks;
  }

  /** Whether there are nodes in the file that were not understood, so that links to them dangle. */
  boolean nodesMissed() {
    return nodesMissed;
  }

  @Override
  public void parse(LineCursor line, int lineNumber) throws LineException {
    if (line.atEnd() || line.peek() == '#') {
      return;
    }
    if (line.peek() == '[') {
      parsePort(line, lineNumber);
      return;
    }
    for (NodeType type : NodeType.values()) {
      if (line.tryWord(type.keyword())) {
        parseNode(type, line, lineNumber);
        return;
      }
    }
    for (String word : GROUP_WORDS) {
      if (line.tryWord(word)) {
        return;
      }
    }
    parseAttribute(line);
  }

  private void parseAttribute(LineCursor line) throws LineException {
    String found = line.found();
    String name = line.word();
    if (name.isEmpty() || !line.tryChar('=')) {
      throw new LineException("a node, a port or an attribute expected, found " + found);
    }
    long value = line.hex64(name);
    switch (name) {
      case "vendid" -> vendorId = id32(name, value);
      case "devid" -> deviceId = id32(name, value);
      case "sysimgguid" -> {
        systemImageGuid = value;
        hasSystemImageGuid = true;
      }
      case "caguid", "rtguid" -> guid = value;
      case "switchguid" -> {
        guid = value;
        portZeroGuid = portGuid(line);
      }
      default -> throw new LineException("unknown attribute " + LineCursor.excerpt(name));
    }
    if (!line.atEnd()) {
      line.expect('#', "or nothing after the value of " + name);
    }
  }

  private static int id32(String name, long value) throws LineException {
    if (value >>> 32 != 0) {
      throw new LineException(name + " has more than 32 bits");
    }
    return (int) value;
  }

  private void parseNode(NodeType type, LineCursor line, int lineNumber) throws LineException {
    current = null;
    // Until this node is understood, its ports are not worth a message each.
    skippingPorts = true;
    boolean missedBefore = nodesMissed;
    nodesMissed = true;
    int portCount = line.decimal("number of ports", 0, PORT_NUMBER_MAX);
    line.expect('"', "before the id of the node");
    NodeBlock block = new NodeBlock(line.untilQuote("the id"), lineNumber, type, portCount);
    block.guid = guidOf(block.id, type);
    block.portZeroGuid = portZeroGuid;
    block.systemImageGuid = hasSystemImageGuid ? systemImageGuid : block.guid;
    block.vendorId = vendorId;
    block.deviceId = deviceId;
    forgetAttributes();
    if (!line.atEnd()) {
      line.expect('#', "before the description");
      parseNodeComment(block, line);
    }
    blocks.add(block);
    current = block;
    skippingPorts = false;
    nodesMissed = missedBefore;
  }

  /**
   * The GUID in the id, which is what the links refer to; some tools put a chassis' GUID into
   * {@code switchguid=}. Ids of another form are names, their nodes need the attribute.
   */
  private long guidOf(String id, NodeType type) throws LineException {
    long value = guid;
    if (id.length() == 18 && id.charAt(0) == type.idPrefix() && id.charAt(1) == '-') {
      LineCursor digits = new LineCursor(id.substring(2));
      value = digits.hex64("the GUID in the id");
      digits.expectEnd("after the GUID in the id");
    }
    if (value == 0) {
      throw new LineException(
          "node \"" + LineCursor.excerpt(id) + "\" has GUID 0, or none in its id and attributes");
    }
    return value;
  }

  private void forgetAttributes() {
    guid = 0;
    portZeroGuid = 0;
    systemImageGuid = 0;
    hasSystemImageGuid = false;
    vendorId = 0;
    deviceId = 0;
  }

  // "description" base port 0 lid 1 lmc 0     (all behind the description: switches only)
  private static void parseNodeComment(NodeBlock block, LineCursor line) throws LineException {
    if (!line.tryChar('"')) {
      return;
    }
    block.description = line.untilLastQuote("the description");
    if (block.type != NodeType.SWITCH) {
      return;
    }
    block.enhancedPort0 = line.tryWord("enhanced");
    if (block.enhancedPort0 || line.tryWord("base")) {
      if (!line.tryWord("port") || !line.tryChar('0')) {
        throw new LineException("'port 0' expected, found " + line.found());
      }
    }
    if (line.tryWord("lid")) {
      block.lid = lid(line);
    }
    if (line.tryWord("lmc")) {
      block.lmc = line.decimal("LMC", 0, Lid.LMC_MAX);
    }
  }

  private void parsePort(LineCursor line, int lineNumber) throws LineException {
    if (current == null) {
      if (skippingPorts) {
        return;
      }
      skippingPorts = true;
      throw new LineException("a port without a node: its Switch, Ca or Rt line is missing");
    }
    PortLine port = new PortLine();
    port.line = lineNumber;
    port.number = portNumber(line);
    if (port.number > current.portCount) {
      throw new LineException(
          "the node has %d ports, there is no port %d".formatted(current.portCount, port.number));
    }
    port.guid = portGuid(line);
    line.expect('"', "before the id of the node at the other end");
    port.peerId = line.untilQuote("the id");
    port.peerNumber = portNumber(line);
    port.peerGuid = portGuid(line);
    if (!line.atEnd()) {
      line.expect('#', "or nothing after the other end");
      parsePortComment(port, line);
    }
    PortLine before = current.port(port.number);
    if (before != null) {
      throw new LineException(
          "port %d is already listed in line %d".formatted(port.number, before.line));
    }
    current.add(port);
  }

  // "[7]", on some directors followed by the number on the box: "[7][ext 12]"
  private static int portNumber(LineCursor line) throws LineException {
    line.expect('[', "before the port number");
    int number = line.decimal("port number", 1, PORT_NUMBER_MAX);
    line.expect(']', "after the port number");
    if (line.tryChar('[')) {
      line.skipPast("]");
    }
    return number;
  }

  // "(1000001)", behind a label where the tool writes those
  private static long portGuid(LineCursor line) throws LineException {
    line.tryLabel();
    if (!line.tryChar('(')) {
      return 0;
    }
    long guid = line.hex64("the port GUID");
    line.expect(')', "after the port GUID");
    if (guid == 0) {
      throw new LineException("the port GUID is 0");
    }
    return guid;
  }

  // lid 2 lmc 0 "switch" lid 1 4xQDR     (what is before the quote: channel adapters and routers)
  private static void parsePortComment(PortLine port, LineCursor line) throws LineException {
    if (line.tryWord("lid")) {
      port.lid = lid(line);
      if (line.tryWord("lmc")) {
        port.lmc = line.decimal("LMC", 0, Lid.LMC_MAX);
      }
    }
    if (!line.tryChar('"')) {
      return;
    }
    line.untilLastQuote("the description of the other end");
    if (line.tryWord("lid")) {
      port.peerLid = lid(line);
    }
    if (!line.atEnd()) {
      parseRate(port, line);
    }
  }

  private static int lid(LineCursor line) throws LineException {
    int lid = line.decimal("LID", 0, Lid.PERMISSIVE);
    if (lid == Lid.PERMISSIVE) {
      return Lid.NONE; // what some adapters report before an SM was there
    }
    if (lid > Lid.UNICAST_MAX) {
      throw new LineException("LID " + lid + " is not unicast");
    }
    return lid;
  }

  /** {@code 4xQDR}; what a tool prints behind it is its own. */
  private static void parseRate(PortLine port, LineCursor line) throws LineException {
    String text = line.word();
    for (LinkWidth width : LinkWidth.values()) {
      if (text.startsWith(width.label())) {
        for (LinkSpeed speed : LinkSpeed.values()) {
          if (text.substring(width.label().length()).equals(speed.label())) {
            port.width = width;
            port.speed = speed;
            return;
          }
        }
      }
    }
    throw new LineException(
        "width and speed such as 4xQDR expected, found '%s'"
            .formatted(text.isEmpty() ? line.found() : LineCursor.excerpt(text)));
  }
}
