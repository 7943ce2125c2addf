package io.dateline.fabric.policy;

import io.dateline.fabric.Sha256;
import io.dateline.fabric.format.LineException;
import io.dateline.fabric.format.LineScanner;
import io.dateline.fabric.policy.ParagraphReader.Paragraph;
import io.dateline.fabric.policy.ParagraphReader.Qualifier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What {@code pgrp_policy_file} says, without a fabric. Source: NVIDIA's "OpenSM", Routing Chains.
 *
 * <p>A name may be given again: what comes later counts, and where its rules name itself they mean
 * the group of before, as in the text's example. Any other circle of rules is an error.
 */
public final class PortGroupFile {
  /** Where there is no file: there are those groups alone that are always there. */
  public static final PortGroupFile NONE = new PortGroupFile(List.of());

  static final String ALL = "ALL";
  static final String ALL_SWITCHES = "ALL_SWITCHES";
  static final String ALL_CAS = "ALL_CAS";
  static final String ALL_ROUTERS = "ALL_ROUTERS";

  /** Groups that are always there. */
  static final Set<String> PREDEFINED = Set.of(ALL, ALL_SWITCHES, ALL_CAS, ALL_ROUTERS);

  /** Groups that refer to each other in a row: reading them takes a stack. */
  private static final int DEPTH_MAX = 500;

  private static final String NAME = "name";
  private static final String USE = "use";
  private static final String REGEXP = "port-regexp";
  private static final Set<String> QUALIFIERS =
      Set.of(
          NAME,
          USE,
          "port-guid",
          "port-guid-range",
          "port-name",
          REGEXP,
          "union-rule",
          "subtract-rule");

  /**
   * One paragraph.
   *
   * @param earlier its place in the file's groups, if the name was given before; -1 if not
   */
  record Group(String name, String use, List<Rule> rules, int line, int earlier) {}

  /** What a rule calls another group, and its line. */
  private record Reference(String name, int line) {}

  private final List<Group> groups; // in the file's order
  private final Map<String, Integer> last = new HashMap<>(); // by name

  private PortGroupFile(List<Group> groups) {
    this.groups = List.copyOf(groups);
    for (int at = 0; at < groups.size(); at++) {
      last.put(groups.get(at).name(), at);
    }
  }

  /**
   * Reads a file.
   *
   * @throws io.dateline.fabric.format.FormatException that names every mistake by its line
   */
  public static PortGroupFile read(Path file) throws IOException {
    List<Paragraph> paragraphs = new ArrayList<>();
    LineScanner scanner =
        new ParagraphReader("port-group", QUALIFIERS, Set.of(REGEXP)).read(file, paragraphs);
    List<Group> groups = new ArrayList<>();
    Map<String, Integer> places = new HashMap<>();
    for (Paragraph paragraph : paragraphs) {
      try {
        Group group = group(paragraph, places, scanner);
        places.put(group.name(), groups.size());
        groups.add(group);
      } catch (LineException e) {
        scanner.report(paragraph.line(), e.getMessage());
      }
    }
    PortGroupFile read = new PortGroupFile(groups);
    read.check(scanner);
    scanner.fail();
    return read;
  }

  private static Group group(Paragraph paragraph, Map<String, Integer> places, LineScanner scanner)
      throws LineException, IOException {
    String name = "";
    String use = "";
    List<Rule> rules = new ArrayList<>();
    Set<String> given = new HashSet<>();
    for (Qualifier qualifier : paragraph.qualifiers()) {
      try {
        switch (qualifier.name()) {
          case NAME -> {
            name = once(qualifier, given);
            checkFree(name);
          }
          case USE -> use = once(qualifier, given);
          default -> RuleReader.rule(qualifier).ifPresent(rules::add);
        }
      } catch (LineException e) {
        scanner.report(qualifier.line(), e.getMessage());
        given.add("rule");
      }
    }
    if (name.isEmpty()) {
      throw new LineException("the group has no name");
    }
    if (rules.isEmpty() && !given.contains("rule")) {
      throw new LineException("group %s has no rule".formatted(name));
    }
    return new Group(name, use, rules, paragraph.line(), places.getOrDefault(name, -1));
  }

  private static void checkFree(String name) throws LineException {
    if (PREDEFINED.contains(name)) {
      throw new LineException("group %s is always there, and cannot be defined".formatted(name));
    }
  }

  private static String once(Qualifier qualifier, Set<String> given) throws LineException {
    if (!given.add(qualifier.name())) {
      throw new LineException("%s is given twice".formatted(qualifier.name()));
    }
    return qualifier.value();
  }

  /** Reports groups that are not there, and circles. */
  private void check(LineScanner scanner) throws IOException {
    boolean areKnown = true;
    for (Group group : groups) {
      for (Reference other : others(group)) {
        if (!has(other.name())) {
          scanner.report(
              other.line(), "group %s: there is no group %s".formatted(group.name(), other.name()));
          areKnown = false;
        }
      }
    }
    if (areKnown) {
      boolean[] isDone = new boolean[groups.size()];
      for (int at = 0; at < groups.size(); at++) {
        checkCircle(at, groups.get(at).line(), new ArrayList<>(), isDone, scanner);
      }
    }
  }

  /** Looks at a group that a line refers to, and what it refers to. */
  private void checkCircle(
      int at, int line, List<Integer> way, boolean[] isDone, LineScanner scanner)
      throws IOException {
    if (way.contains(at)) {
      List<String> circle =
          way.subList(way.indexOf(at), way.size()).stream()
              .map(place -> groups.get(place).name())
              .toList();
      scanner.report(
          line,
          "groups refer to each other in a circle: %s, %s"
              .formatted(String.join(", ", circle), circle.getFirst()));
      return;
    }
    if (isDone[at]) {
      return;
    }
    if (way.size() == DEPTH_MAX) {
      scanner.report(
          line,
          "group %s: more than %d groups refer to each other in a row"
              .formatted(groups.get(at).name(), DEPTH_MAX));
      return;
    }
    way.add(at);
    for (Reference other : others(groups.get(at))) {
      if (!PREDEFINED.contains(other.name())) {
        checkCircle(place(at, other.name()), other.line(), way, isDone, scanner);
      }
    }
    way.removeLast();
    isDone[at] = true;
  }

  private static List<Reference> others(Group group) {
    List<Reference> others = new ArrayList<>();
    for (Rule rule : group.rules()) {
      if (rule instanceof Rule.OfGroups some) {
        others.add(new Reference(some.first(), some.line()));
        others.add(new Reference(some.second(), some.line()));
      }
    }
    return others;
  }

  /** The place of the group that a rule of the one at {@code from} means by a name. */
  int place(int from, String name) {
    Group group = groups.get(from);
    return name.equals(group.name()) && group.earlier() >= 0 ? group.earlier() : last.get(name);
  }

  /** Whether there is a group of a name. */
  public boolean has(String name) {
    return PREDEFINED.contains(name) || last.containsKey(name);
  }

  /** A name that tells any two files apart that may have other ports in a group. */
  public String digest() {
    Sha256 digest = new Sha256();
    for (Group group : groups) {
      List<String> words = new ArrayList<>(List.of(group.name()));
      group.rules().forEach(rule -> words.add(rule.words()));
      digest.add(words.size());
      for (String each : words) {
        byte[] bytes = each.getBytes(StandardCharsets.UTF_8);
        digest.add(bytes.length).add(bytes);
      }
    }
    return digest.hex();
  }

  /** All paragraphs in the file's order. */
  List<Group> groups() {
    return groups;
  }

  /** Places of the groups that count, in the file's order. */
  List<Integer> places() {
    return last.values().stream().sorted().toList();
  }
}
