package io.dateline.sm.analyze;

import java.awt.Color;
import java.util.Locale;

/**
 * Colours of routings, the same in table and plots: those of M. Okabe and K. Ito, "Color Universal
 * Design", 2008, which people with any colour vision tell apart, without the faint yellow. After
 * seven they begin again.
 */
final class Palette {
  private static final Color[] COLORS = {
    new Color(0x0072B2),
    new Color(0xD55E00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xE69F00),
    new Color(0x56B4E9),
    new Color(0x444444)
  };

  private Palette() {}

  static Color color(int routing) {
    return COLORS[routing % COLORS.length];
  }

  /** As CSS writes it. */
  static String css(int routing) {
    return String.format(Locale.ROOT, "#%06x", color(routing).getRGB() & 0xFFFFFF);
  }
}
