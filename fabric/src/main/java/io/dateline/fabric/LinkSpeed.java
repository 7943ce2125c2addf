package io.dateline.fabric;

/**
 * The active speed of one lane. Codes of PortInfo are per family: LinkSpeedActive (SDR..QDR),
 * LinkSpeedExtActive (FDR..HDR) and LinkSpeedExt2 (NDR, XDR); FDR10 is a vendor attribute.
 */
public enum LinkSpeed {
  SDR("SDR", 2.5),
  DDR("DDR", 5),
  QDR("QDR", 10),
  FDR10("FDR10", 10.3125),
  FDR("FDR", 14.0625),
  EDR("EDR", 25.78125),
  HDR("HDR", 53.125),
  NDR("NDR", 106.25),
  XDR("XDR", 212.5);

  private final String label;
  private final double laneGbps;

  LinkSpeed(String label, double laneGbps) {
    this.label = label;
    this.laneGbps = laneGbps;
  }

  /** As ibnetdiscover prints it after the width. */
  public String label() {
    return label;
  }

  /** Signalling rate of one lane, Gb/s. */
  public double laneGbps() {
    return laneGbps;
  }
}
