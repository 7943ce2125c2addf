package io.dateline.fabric.format;

import io.dateline.fabric.Lid;
import io.dateline.fabric.TorusShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a {@link TorusConf} (torus-2QoS.conf(5)). As in OpenSM a token is whatever stands between
 * blanks, tokens behind those that a keyword takes are not looked at, numbers are C's, and of a
 * keyword that may stand once for a seed or for the file the last one counts. What OpenSM finds out
 * when it routes, that a seed says too little, is told here, with the line. Used once.
 */
final class TorusConfReader {
  private static final int PORT_NUMBER_MAX = 254;
  private static final List<String> LINKS =
      List.of("xp_link", "xm_link", "yp_link", "ym_link", "zp_link", "zm_link"); // by direction
  private static final List<String> DATELINES = List.of("x_dateline", "y_dateline", "z_dateline");
  private static final Map<String, Boolean> LOOPED = Map.of("torus", true, "mesh", false);

  private int sizeLine; // 0 before it
  private TorusShape shape; // null before it, or where it is wrong
  private boolean isMisplaced; // whether that no size comes first was told
  private final List<TorusSeedDraft> seeds = new ArrayList<>();
  private final Set<Integer> portOrder = new LinkedHashSet<>();
  private int portgroupMaxPorts = TorusConf.PORTGROUP_MAX_PORTS;
  private int maxChanges = TorusConf.MAX_CHANGES;

  TorusConf read(Path file) throws IOException {
    LineScanner scanner = LineScanner.scan(file, this::parse);
    if (sizeLine == 0) {
      scanner.report(0, "there is no line with the size, such as 'torus 6 5 1'");
    }
    List<TorusConf.Seed> checked = new ArrayList<>();
    if (shape != null) {
      if (seeds.isEmpty()) {
        scanner.report(0, "there is no seed: a link for each dimension is needed");
      }
      for (TorusSeedDraft seed : seeds) {
        seed.check(shape, scanner);
      }
    }
    scanner.fail();
    seeds.forEach(seed -> checked.add(seed.seed(shape)));
    return new TorusConf(shape, checked, portgroupMaxPorts, List.copyOf(portOrder), maxChanges);
  }

  private void parse(LineCursor line, int lineNumber) throws LineException {
    if (line.atEnd() || line.peek() == '#') {
      return;
    }
    String keyword = line.token();
    if (LOOPED.containsKey(keyword)) {
      size(line, lineNumber, LOOPED.get(keyword));
      return;
    }
    parseBehindSize(keyword, line, lineNumber);
    if (sizeLine == 0 && !isMisplaced) {
      isMisplaced = true;
      throw new LineException("torus or mesh has to come first, not '%s'".formatted(keyword));
    }
  }

  private void parseBehindSize(String keyword, LineCursor line, int lineNumber)
      throws LineException {
    if (LINKS.contains(keyword)) {
      long from = line.unsigned64("the GUID of the seed's origin");
      long to = line.unsigned64("the GUID of its neighbour");
      seed(lineNumber).link(LINKS.indexOf(keyword), from, to, lineNumber);
    } else if (DATELINES.contains(keyword)) {
      int dimension = DATELINES.indexOf(keyword);
      seed(lineNumber).dateline(dimension, dateline(keyword, line, dimension));
    } else {
      switch (keyword) {
        case "next_seed" -> seeds.add(new TorusSeedDraft(lineNumber));
        case "port_order" -> ports(line);
        case "portgroup_max_ports" ->
            portgroupMaxPorts = line.unsigned(keyword, 1, PORT_NUMBER_MAX);
        case "max_changes" -> maxChanges = line.unsigned(keyword, 0, Integer.MAX_VALUE);
        default ->
            throw new LineException(
                "there is no keyword '%s'".formatted(LineCursor.excerpt(keyword)));
      }
    }
  }

  private TorusSeedDraft seed(int lineNumber) {
    if (seeds.isEmpty()) {
      seeds.add(new TorusSeedDraft(lineNumber));
    }
    return seeds.getLast();
  }

  private void size(LineCursor line, int lineNumber, boolean isLooped) throws LineException {
    if (sizeLine > 0) {
      throw new LineException("the size was given in line " + sizeLine);
    }
    sizeLine = lineNumber;
    shape = TorusSize.parse(line, isLooped);
  }

  /**
   * More than minus the radix, and less than it; the radix is not known where the size is wrong.
   */
  private int dateline(String what, LineCursor line, int dimension) throws LineException {
    String token = line.token();
    boolean isNegative = token.startsWith("-");
    String digits = token.substring(isNegative || token.startsWith("+") ? 1 : 0);
    int max = shape == null ? Lid.UNICAST_MAX : shape.radix(dimension) - 1;
    int distance = new LineCursor(digits).unsigned(what, 0, max);
    return isNegative ? -distance : distance;
  }

  private void ports(LineCursor line) throws LineException {
    portOrder.clear();
    while (!line.atEnd() && line.peek() != '#') {
      portOrder.add(line.unsigned("port", 0, PORT_NUMBER_MAX));
    }
  }
}
