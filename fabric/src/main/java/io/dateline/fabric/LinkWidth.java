package io.dateline.fabric;

/** The active width of a link, with its PortInfo code (IBA Vol 1, 14.2.5.6 LinkWidthActive). */
public enum LinkWidth {
  X1(1, 1),
  X2(2, 16),
  X4(4, 2),
  X8(8, 4),
  X12(12, 8);

  private final int lanes;
  private final int code;

  LinkWidth(int lanes, int code) {
    this.lanes = lanes;
    this.code = code;
  }

  public int lanes() {
    return lanes;
  }

  /** The one-bit code of LinkWidthActive. */
  public int code() {
    return code;
  }

  /** As ibnetdiscover prints it: {@code 4x}. */
  public String label() {
    return lanes + "x";
  }

  /** The width of a PortInfo code, or null for an unknown one. */
  public static LinkWidth ofCode(int code) {
    for (LinkWidth width : values()) {
      if (width.code == code) {
        return width;
      }
    }
    return null;
  }
}
