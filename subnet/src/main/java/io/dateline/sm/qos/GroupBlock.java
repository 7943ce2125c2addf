package io.dateline.sm.qos;

import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A {@code port-group}. */
final class GroupBlock extends Entries {
  static final String NAME = "port-group";

  private static final int PORT_MAX = 254;

  private final PolicyDraft draft;
  private String name = "";
  private final List<NumberRanges.Range> portGuids = new ArrayList<>(); // a line each, often
  private final Set<PortName> portNames = new HashSet<>();
  private NumberRanges pKeys = NumberRanges.NONE;
  private final Set<String> partitions = new HashSet<>();
  private final Set<NodeType> nodeTypes = EnumSet.noneOf(NodeType.class);
  private boolean hasSelf;

  GroupBlock(PolicyDraft draft) {
    super(
        NAME,
        List.of("name", USE),
        List.of("port-guid", "port-name", "pkey", "partition", "node-type"));
    this.draft = draft;
  }

  @Override
  void take(String keyword, String value, int lineNumber) throws LineException {
    switch (keyword) {
      case "name" -> name = PolicyText.text(value);
      case "port-guid" ->
          portGuids.addAll(PolicyText.ranges(value, "port GUID", -1L).ranges()); // any 64 bits
      case "port-name" -> {
        for (String text : PolicyText.texts(value)) {
          portNames.add(portName(text));
        }
      }
      case "pkey" -> pKeys = pKeys.and(PolicyText.pKeys(value));
      case "partition" -> partitions.addAll(PolicyText.texts(value));
      case "node-type" -> {
        for (String text : PolicyText.texts(value)) {
          nodeType(text);
        }
      }
      default -> {} // what it is for
    }
  }

  /**
   * As in OpenSM what stands behind the last slash is the port. Blanks in a description count,
   * quoted or not, as OpenSM's documentation has it; its parser (3.3.23) drops those that are not
   * quoted, and then finds no port.
   */
  private static PortName portName(String text) throws LineException {
    int slash = text.lastIndexOf('/');
    if (slash < 1 || !text.regionMatches(true, slash + 1, "P", 0, 1)) {
      throw new LineException(
          "'%s' is no port name, such as 'vs1 HCA-1/P1'".formatted(LineCursor.excerpt(text)));
    }
    return new PortName(
        text.substring(0, slash).strip(),
        PolicyText.number(text.substring(slash + 2), "port", 1, PORT_MAX));
  }

  private void nodeType(String text) throws LineException {
    switch (text.toUpperCase(Locale.ROOT)) {
      case "CA" -> nodeTypes.add(NodeType.CA);
      case "SWITCH" -> nodeTypes.add(NodeType.SWITCH);
      case "ROUTER" -> nodeTypes.add(NodeType.ROUTER);
      case "ALL" -> nodeTypes.addAll(EnumSet.allOf(NodeType.class));
      case "SELF" -> hasSelf = true;
      default ->
          throw new LineException(
              "'%s' is no node type: there are CA, SWITCH, ROUTER, ALL and SELF"
                  .formatted(LineCursor.excerpt(text)));
    }
  }

  @Override
  public void end() throws LineException {
    require("name");
    if (!name.isEmpty()) {
      draft.add(
          new PortGroup(
              name, new NumberRanges(portGuids), portNames, pKeys, partitions, nodeTypes, hasSelf));
    }
  }
}
