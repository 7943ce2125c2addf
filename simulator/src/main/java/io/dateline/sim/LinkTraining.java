package io.dateline.sim;

import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.mad.attribute.LinkSpeeds;
import io.dateline.mad.attribute.PortInfo;

/**
 * What width and speed two ports agree on (IBA Vol 2, 5.6; PortInfo components of Vol 1, 14.2.5.6):
 * the highest of each that both have enabled.
 */
final class LinkTraining {
  /** What LinkSpeedActive says of every extended speed. */
  private static final int QDR = 4;

  private LinkTraining() {}

  /**
   * Fills in what a port supports and has enabled, given what it runs at in the topology, null for
   * a port without a cable there. A port supports what is slower, too; so no link is taken for one
   * that could be faster than it is.
   */
  static void describe(LinkWidth topologyWidth, LinkSpeed topologySpeed, PortInfo info) {
    LinkWidth width = topologyWidth == null ? LinkWidth.X4 : topologyWidth;
    LinkSpeed speed = topologySpeed == null ? LinkSpeed.QDR : topologySpeed;
    int widths = LinkWidth.X1.code() | width.code();
    info.linkWidthSupported(widths).linkWidthEnabled(widths);
    LinkSpeeds.width(info, width);
    LinkSpeeds.supported(info, speed);
    LinkSpeeds.enabled(info, speed);
    LinkSpeeds.speed(info, speed);
  }

  /**
   * Sets what is active at both ends; false, and nothing set, where they have nothing in common.
   */
  static boolean agree(PortInfo a, PortInfo b) {
    int width = widest(a.linkWidthEnabled() & b.linkWidthEnabled());
    int speed = Integer.highestOneBit(a.linkSpeedEnabled() & b.linkSpeedEnabled());
    int extended = Integer.highestOneBit(a.linkSpeedExtEnabled() & b.linkSpeedExtEnabled());
    int extended2 = Integer.highestOneBit(a.linkSpeedExtEnabled2() & b.linkSpeedExtEnabled2());
    if (width == 0 || (speed == 0 && extended == 0 && extended2 == 0)) {
      return false;
    }
    activate(a, width, extended == 0 ? speed : QDR, extended, extended2);
    activate(b, width, extended == 0 ? speed : QDR, extended, extended2);
    return true;
  }

  private static void activate(PortInfo info, int width, int speed, int extended, int extended2) {
    info.linkWidthActive(width)
        .linkSpeedActive(speed)
        .linkSpeedExtActive(extended2 == 0 ? extended : 0)
        .linkSpeedExtActive2(extended2);
  }

  /** The code for 2x is the highest bit, though not the greatest width. */
  private static int widest(int codes) {
    int wide = codes & (LinkWidth.X4.code() | LinkWidth.X8.code() | LinkWidth.X12.code());
    return Integer.highestOneBit(wide == 0 ? codes : wide);
  }
}
