package io.dateline.mad.attribute;

import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;

/**
 * Link widths and speeds as PortInfo codes them (IBA Vol 1, 14.2.5.6). A speed is coded in one of
 * four families of bits:
 *
 * <pre>
 *   LinkSpeed      SDR 1, DDR 2, QDR 4
 *   LinkSpeedExt   FDR 1, EDR 2, HDR 4, NDR 8
 *   LinkSpeedExt2  XDR 1
 *   ExtendedPortInfo (NVIDIA)  FDR10 1, while LinkSpeed says QDR
 * </pre>
 *
 * <p>The newest family that names an active speed is right; older ones then hold what old software
 * can make of the link. The CapabilityMask bits that announce a family are not asked: on a switch
 * they are valid at port 0 only, and a port without the family holds zeros there.
 */
public final class LinkSpeeds {
  private static final int QDR = 4;

  private LinkSpeeds() {}

  /** The active width, or null for a code that is none. */
  public static LinkWidth width(PortInfo port) {
    return LinkWidth.ofCode(port.linkWidthActive());
  }

  /** Sets the active width. */
  public static void width(PortInfo port, LinkWidth width) {
    port.linkWidthActive(width.code());
  }

  /** The active speed as far as PortInfo knows, FDR10 as QDR; null for a code that is none. */
  public static LinkSpeed speed(PortInfo port) {
    if (port.linkSpeedExtActive2() != 0) {
      return port.linkSpeedExtActive2() == 1 ? LinkSpeed.XDR : null;
    }
    return switch (port.linkSpeedExtActive()) {
      case 1 -> LinkSpeed.FDR;
      case 2 -> LinkSpeed.EDR;
      case 4 -> LinkSpeed.HDR;
      case 8 -> LinkSpeed.NDR;
      case 0 -> speedBeforeExtension(port.linkSpeedActive());
      default -> null;
    };
  }

  /** The active speed, where the vendor's attribute was read too. */
  public static LinkSpeed speed(PortInfo port, MlnxExtendedPortInfo extended) {
    LinkSpeed speed = speed(port);
    boolean isFdr10 = (extended.linkSpeedActive() & MlnxExtendedPortInfo.FDR10) != 0;
    return speed == LinkSpeed.QDR && isFdr10 ? LinkSpeed.FDR10 : speed;
  }

  private static LinkSpeed speedBeforeExtension(int code) {
    return switch (code) {
      case 1 -> LinkSpeed.SDR;
      case 2 -> LinkSpeed.DDR;
      case 4 -> LinkSpeed.QDR;
      default -> null;
    };
  }

  /**
   * Sets the active speed in all three families; FDR10 needs the vendor's attribute as well. From
   * FDR on, LinkSpeedActive says QDR, as devices do.
   */
  public static void speed(PortInfo port, LinkSpeed speed) {
    port.linkSpeedActive(highestBit(bits(speed)))
        .linkSpeedExtActive(speed == LinkSpeed.XDR ? 0 : highestBit(extBits(speed)))
        .linkSpeedExtActive2(ext2Bits(speed));
  }

  /**
   * For software that knows no extended speeds: a link that runs at one of them is told as one of
   * QDR as well, supported, enabled and active (IBA Vol 1, 15.2.5.3, Options).
   */
  public static void foldExtended(PortInfo port) {
    if (port.linkSpeedExtActive() != 0 || port.linkSpeedExtActive2() != 0) {
      port.linkSpeedSupported(port.linkSpeedSupported() | QDR)
          .linkSpeedEnabled(port.linkSpeedEnabled() | QDR)
          .linkSpeedActive(port.linkSpeedActive() | QDR);
    }
  }

  /** Sets the active speed in PortInfo and in the vendor's attribute. */
  public static void speed(PortInfo port, MlnxExtendedPortInfo extended, LinkSpeed speed) {
    speed(port, speed);
    extended.linkSpeedActive(speed == LinkSpeed.FDR10 ? MlnxExtendedPortInfo.FDR10 : 0);
  }

  /** Sets the supported speeds to all up to {@code speed}. */
  public static void supported(PortInfo port, LinkSpeed speed) {
    port.linkSpeedSupported(bits(speed))
        .linkSpeedExtSupported(extBits(speed))
        .linkSpeedExtSupported2(ext2Bits(speed));
  }

  /** Sets the enabled speeds to all up to {@code speed}. */
  public static void enabled(PortInfo port, LinkSpeed speed) {
    port.linkSpeedEnabled(bits(speed))
        .linkSpeedExtEnabled(extBits(speed))
        .linkSpeedExtEnabled2(ext2Bits(speed));
  }

  private static int bits(LinkSpeed speed) {
    return switch (speed) {
      case SDR -> 1;
      case DDR -> 3;
      case QDR, FDR10, FDR, EDR, HDR, NDR, XDR -> 7;
    };
  }

  private static int extBits(LinkSpeed speed) {
    return switch (speed) {
      case SDR, DDR, QDR, FDR10 -> 0;
      case FDR -> 1;
      case EDR -> 3;
      case HDR -> 7;
      case NDR, XDR -> 15;
    };
  }

  private static int ext2Bits(LinkSpeed speed) {
    return speed == LinkSpeed.XDR ? 1 : 0;
  }

  private static int highestBit(int bits) {
    return Integer.highestOneBit(bits);
  }
}
