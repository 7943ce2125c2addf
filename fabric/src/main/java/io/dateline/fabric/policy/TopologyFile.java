package io.dateline.fabric.policy;

import io.dateline.fabric.format.LineException;
import io.dateline.fabric.format.LineScanner;
import io.dateline.fabric.policy.ParagraphReader.Paragraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What {@code topo_policy_file} says. Source: NVIDIA's "OpenSM", Routing Chains. */
public final class TopologyFile {
  private static final String ID = "id";
  private static final String SWITCHES = "sw-grp";
  private static final String ADAPTERS = "hca-grp";

  /**
   * A part of a fabric.
   *
   * @param id positive
   * @param switches name of the group of its switches and their ports
   * @param adapters name of the group of its adapters
   */
  public record Topology(long id, String switches, String adapters) {}

  private TopologyFile() {}

  /**
   * Reads a file.
   *
   * @param groups that its topologies are made of
   * @return by id
   * @throws io.dateline.fabric.format.FormatException that names every mistake by its line
   */
  public static Map<Long, Topology> read(Path file, PortGroupFile groups) throws IOException {
    List<Paragraph> paragraphs = new ArrayList<>();
    LineScanner scanner =
        new ParagraphReader("topology", Set.of(ID, SWITCHES, ADAPTERS), Set.of())
            .read(file, paragraphs);
    Map<Long, Topology> topologies = new LinkedHashMap<>();
    for (Paragraph paragraph : paragraphs) {
      Optional<Topology> read =
          PolicyParagraph.read(paragraph, scanner, qualifiers -> topology(qualifiers, groups));
      if (read.isPresent() && topologies.putIfAbsent(read.get().id(), read.get()) != null) {
        scanner.report(paragraph.line(), "there are two topologies %d".formatted(read.get().id()));
      }
    }
    scanner.fail();
    return topologies;
  }

  private static Topology topology(PolicyParagraph qualifiers, PortGroupFile groups)
      throws LineException {
    qualifiers.mandatory(ID, "topology");
    long id = qualifiers.number(ID, 1, Long.MAX_VALUE, 0);
    String switches = group(qualifiers, SWITCHES, groups);
    return new Topology(id, switches, group(qualifiers, ADAPTERS, groups));
  }

  private static String group(PolicyParagraph qualifiers, String name, PortGroupFile groups)
      throws LineException {
    String group = qualifiers.mandatory(name, "topology");
    if (!groups.has(group)) {
      throw new LineException("%s: there is no group %s".formatted(name, group));
    }
    return group;
  }
}
