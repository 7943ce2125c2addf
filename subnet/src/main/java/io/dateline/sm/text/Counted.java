package io.dateline.sm.text;

/** A number of things. */
public final class Counted {
  private Counted() {}

  /** The number and the noun, such as "1 switch" and "2 switches". */
  public static String of(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : ending(noun));
  }

  private static String ending(String noun) {
    return noun.endsWith("ch") ? "es" : "s";
  }
}
