package io.dateline.sm.lane;

/**
 * What OpenSM's {@code qos_*} options say for the ports of one kind.
 *
 * @param options what their names begin with, such as {@code qos_swe}
 * @param maxVls VLs that are configured, 0 where no option says so; nothing but a warning comes of
 *     it
 * @param maxVlsFrom name of the option that does
 * @param highLimit PortInfo VLHighLimit, 0 to 255
 * @param high arbitration of high priority
 * @param low arbitration of low priority
 * @param slToVl 8 bytes as on the wire
 * @param slToVlFrom name of the option it was given by, or empty for the default
 */
public record PortKindLanes(
    String options,
    int maxVls,
    String maxVlsFrom,
    int highLimit,
    Arbitration high,
    Arbitration low,
    byte[] slToVl,
    String slToVlFrom) {

  private static final int SLS = 16;
  private static final int VL_MAX = 15;

  /**
   * Reads the 16 VLs, by SL, of an SL2VL option.
   *
   * @return 8 bytes as on the wire
   * @throws IllegalArgumentException with a sentence, if it is something else
   */
  public static byte[] slToVl(String text) {
    String[] vls = text.split(",", -1);
    if (vls.length != SLS) {
      throw new IllegalArgumentException(
          "has %d VLs, one for each of 16 SLs is needed".formatted(vls.length));
    }
    byte[] row = new byte[SLS / 2];
    for (int sl = 0; sl < SLS; sl++) {
      int vl = Arbitration.number(vls[sl], "VL", VL_MAX);
      row[sl / 2] |= (byte) (sl % 2 == 0 ? vl << 4 : vl);
    }
    return row;
  }
}
