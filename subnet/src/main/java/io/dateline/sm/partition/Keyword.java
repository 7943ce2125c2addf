package io.dateline.sm.partition;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Flags of the file, in the order in which OpenSM takes an abbreviation for one of them: {@code s}
 * is a scope, {@code sl} the SL.
 */
enum Keyword {
  MTU("mtu"),
  RATE("rate"),
  SCOPE("scope"),
  Q_KEY("Q_Key"),
  T_CLASS("TClass"),
  SL("sl"),
  FLOW_LABEL("FlowLabel"),
  IPOIB("ipoib"),
  DEFMEMBER("defmember"),
  INDX0("indx0");

  private static final Set<Keyword> OF_DEFINITIONS = Set.of(IPOIB, DEFMEMBER, INDX0);

  private final String text;

  Keyword(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Whether it says what a group is like, so that it may stand in a group's line as well. */
  boolean isOfGroups() {
    return !OF_DEFINITIONS.contains(this);
  }

  /** The flag that a word is, or abbreviates; {@code indx0} has to be whole. */
  static Optional<Keyword> find(String word) {
    return Arrays.stream(values())
        .filter(
            keyword -> keyword == INDX0 ? keyword.text.equals(word) : keyword.text.startsWith(word))
        .findFirst();
  }
}
