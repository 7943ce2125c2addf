package io.dateline.sm.options;

/** Text that may be junk, cut and cleaned for a message. */
final class Excerpt {
  private static final int LENGTH_MAX = 40;

  private Excerpt() {}

  static String of(String text) {
    String head = text.length() > LENGTH_MAX ? text.substring(0, LENGTH_MAX) + ".." : text;
    return head.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]", "?");
  }
}
