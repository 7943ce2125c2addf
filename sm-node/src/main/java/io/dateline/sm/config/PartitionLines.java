package io.dateline.sm.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a file of partitions says that is more than the default: that all ports are full members of
 * the default partition.
 */
final class PartitionLines {
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?s)(?<name>[^=,:]*)(=\\s*(?<key>[^,:\\s]*)\\s*)?(,(?<flags>[^:]*))?:(?<members>.*)");

  /** A statement, from its first character on; one ends at a semicolon. */
  private static final Pattern TEXT = Pattern.compile("[^;\\s][^;]*");

  private static final Set<String> DEFAULT_KEYS = Set.of("0x7fff", "0xffff");
  private static final Set<String> HARMLESS = Set.of("ipoib", "defmember=full");
  private static final String ALL_FULL = "ALL=full";

  /** Ports that ALL has, too. */
  private static final Set<String> PARTS_OF_ALL =
      Set.of("all_cas", "all_switches", "all_routers", "self");

  private PartitionLines() {}

  /**
   * The first thing that is more, with its line.
   *
   * @param text of the file
   */
  static Optional<String> more(String text) {
    String plain = text.replaceAll("#[^\\n]*", "");
    Matcher found = TEXT.matcher(plain);
    int statements = 0;
    while (found.find()) {
      statements++;
      String statement = found.group().strip().replaceAll("\\s+", " ");
      Optional<String> more =
          statements > 1 ? Optional.of("a second statement") : moreOf(statement);
      if (more.isPresent()) {
        long line =
            1 + plain.substring(0, found.start()).chars().filter(one -> one == '\n').count();
        return Optional.of("line %d: %s".formatted(line, more.get()));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> moreOf(String statement) {
    Matcher parts = STATEMENT.matcher(statement);
    if (!parts.matches()) {
      return Optional.of("\"%s\" is no partition with members".formatted(statement));
    }
    String name = parts.group("name").strip();
    String key = parts.group("key");
    if (!name.equalsIgnoreCase("Default")
        || (key != null && !DEFAULT_KEYS.contains(key.toLowerCase(Locale.ROOT)))) {
      return Optional.of("partition %s%s".formatted(name, key == null ? "" : "=" + key));
    }
    List<String> flags = words(parts.group("flags"));
    Optional<String> flag =
        flags.stream()
            .filter(word -> !HARMLESS.contains(word.toLowerCase(Locale.ROOT)))
            .findFirst();
    if (flag.isPresent()) {
      return Optional.of("%s of the default partition".formatted(flag.get()));
    }
    boolean areFull = flags.stream().anyMatch("defmember=full"::equalsIgnoreCase);
    return moreOfMembers(words(parts.group("members")), areFull);
  }

  private static Optional<String> moreOfMembers(List<String> members, boolean areFull) {
    boolean hasAll = false;
    for (String member : members) {
      String[] halves = member.toLowerCase(Locale.ROOT).split("\\s*=\\s*", 2);
      boolean isFull = halves.length == 2 ? halves[1].equals("full") : areFull;
      boolean isAll = halves[0].equals("all");
      if (!isAll && !PARTS_OF_ALL.contains(halves[0])) {
        return Optional.of("member %s of the default partition".formatted(member));
      }
      if (!isFull) {
        return Optional.of("%s, which without =full has limited members".formatted(member));
      }
      hasAll |= isAll;
    }
    return hasAll ? Optional.empty() : Optional.of("a default partition without " + ALL_FULL);
  }

  private static List<String> words(String list) {
    return list == null
        ? List.of()
        : Arrays.stream(list.split(","))
            .map(word -> word.strip().replaceAll("\\s*=\\s*", "="))
            .filter(word -> !word.isEmpty())
            .toList();
  }
}
