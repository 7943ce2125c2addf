package io.dateline.sm.qos;

import io.dateline.fabric.format.FormatException;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import io.dateline.fabric.format.LineScanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was read so far, of a file in which things may be named before they are there. */
final class PolicyDraft {
  private static final String DEFAULT = "DEFAULT";

  private final Path file;
  private final Map<String, PortGroup> groups = new LinkedHashMap<>(); // by key of the name
  private final Map<String, QosLevel> levels = new LinkedHashMap<>(); // by key of the name
  private final List<RuleDraft> rules = new ArrayList<>();
  private final List<MatchRule> simpleRules = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private QosLevel simpleFallback; // null before it
  private int fallbackLine;

  PolicyDraft(Path file) {
    this.file = file;
  }

  void warn(int lineNumber, String sentence) {
    warnings.add("%s:%d: %s".formatted(file, lineNumber, sentence));
  }

  List<String> warnings() {
    return warnings;
  }

  void add(PortGroup group) throws LineException {
    if (groups.putIfAbsent(PolicyText.key(group.name()), group) != null) {
      throw twice(GroupBlock.NAME, group.name());
    }
  }

  void add(QosLevel level) throws LineException {
    if (levels.putIfAbsent(PolicyText.key(level.name()), level) != null) {
      throw twice(LevelBlock.NAME, level.name());
    }
  }

  private static LineException twice(String what, String name) {
    return new LineException(
        "there is a %s '%s' before this one".formatted(what, LineCursor.excerpt(name)));
  }

  void add(RuleDraft rule) {
    rules.add(rule);
  }

  void addSimple(MatchRule rule) {
    simpleRules.add(rule);
  }

  /** The SL where no rule matches, unless there is a level that says more. */
  void fallback(int sl, int lineNumber) throws LineException {
    if (simpleFallback != null) {
      throw new LineException("the default was given in line " + fallbackLine);
    }
    simpleFallback = QosLevel.ofSl(sl);
    fallbackLine = lineNumber;
  }

  /**
   * The policy, of which the scanner is told what is missing.
   *
   * @param digest of all lines
   * @throws FormatException if it was told anything, now or before
   */
  QosPolicy policy(LineScanner scanner, String digest) throws FormatException {
    QosLevel fallback = levels.getOrDefault(PolicyText.key(DEFAULT), simpleFallback);
    if (fallback == null) {
      scanner.report(
          0, "there is neither a qos-level %s nor a 'default : SL' in qos-ulps".formatted(DEFAULT));
    }
    List<MatchRule> all = new ArrayList<>();
    for (RuleDraft rule : rules) {
      all.add(
          new MatchRule(
              groups(rule.sources(), scanner),
              groups(rule.destinations(), scanner),
              rule.qosClasses(),
              rule.serviceIds(),
              rule.pKeys(),
              named(LevelBlock.NAME, levels, rule.level(), scanner)));
    }
    scanner.fail();
    all.addAll(simpleRules);
    return new QosPolicy(all, fallback, digest);
  }

  private List<PortGroup> groups(List<NamedAt> names, LineScanner scanner) throws FormatException {
    List<PortGroup> found = new ArrayList<>();
    for (NamedAt name : names) {
      PortGroup group = named(GroupBlock.NAME, groups, name, scanner);
      if (group != null) {
        found.add(group);
      }
    }
    return found;
  }

  /** What has the name; null, and told, where there is nothing. */
  private static <T> T named(String what, Map<String, T> all, NamedAt name, LineScanner scanner)
      throws FormatException {
    T found = all.get(PolicyText.key(name.name()));
    if (found == null) {
      scanner.report(
          name.line(), "there is no %s '%s'".formatted(what, LineCursor.excerpt(name.name())));
    }
    return found;
  }
}
