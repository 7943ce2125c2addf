package io.dateline.mad.attribute;

import java.util.ArrayList;
import java.util.List;

/** Reads the text form of a GID. Java's own reader of addresses may ask a name server. */
final class GidText {
  private static final int GROUPS = 8;

  private GidText() {}

  static Gid parse(String text) {
    int gap = text.indexOf("::");
    List<Integer> head = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
    List<Integer> tail = gap < 0 ? List.of() : groups(text.substring(gap + 2), true);
    int zeros = GROUPS - head.size() - tail.size();
    if (gap < 0 ? zeros != 0 : zeros < 1) {
      throw notOne(text);
    }
    long[] halves = new long[2];
    for (int i = 0; i < head.size(); i++) {
      add(halves, i, head.get(i));
    }
    for (int i = 0; i < tail.size(); i++) {
      add(halves, head.size() + zeros + i, tail.get(i));
    }
    return new Gid(halves[0], halves[1]);
  }

  private static void add(long[] halves, int index, int group) {
    halves[index / 4] |= (long) group << (48 - 16 * (index % 4));
  }

  /** Groups with colons between them; an IPv4 address may be the last, and is two. */
  private static List<Integer> groups(String text, boolean isEnd) {
    List<Integer> groups = new ArrayList<>();
    if (text.isEmpty()) {
      return groups;
    }
    String[] parts = text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      if (isEnd && i == parts.length - 1 && parts[i].indexOf('.') >= 0) {
        addIpv4(groups, parts[i]);
      } else {
        groups.add(number(parts[i], 16, 4));
      }
    }
    return groups;
  }

  private static void addIpv4(List<Integer> groups, String text) {
    String[] bytes = text.split("\\.", -1);
    if (bytes.length != 4) {
      throw notOne(text);
    }
    for (int i = 0; i < 4; i += 2) {
      int high = number(bytes[i], 10, 3);
      int low = number(bytes[i + 1], 10, 3);
      if (high > 0xFF || low > 0xFF) {
        throw notOne(text);
      }
      groups.add((high << 8) | low);
    }
  }

  private static int number(String text, int radix, int maxDigits) {
    boolean areDigits =
        text.chars().allMatch(c -> c < 0x80 && Character.digit((char) c, radix) >= 0);
    if (text.isEmpty() || text.length() > maxDigits || !areDigits) {
      throw notOne(text);
    }
    return Integer.parseInt(text, radix);
  }

  private static IllegalArgumentException notOne(String text) {
    return new IllegalArgumentException("'%s' is not of an IPv6 address".formatted(text));
  }
}
