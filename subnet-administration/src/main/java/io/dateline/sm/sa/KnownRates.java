package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.CapabilityMask2;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sm.subnet.SubnetView;

/**
 * Which rate codes end ports know. Codes came with link speeds and widths, and a driver that has
 * none of those knows no such code (IBA Vol 1, 15.2.5.16; OpenSM lowers rates in the same way).
 * Immutable.
 */
final class KnownRates {
  private static final int BASE = codes(2, 10);
  private static final int EXTENDED_SPEEDS = codes(11, 18);
  private static final int OF_28 = codes(19, 19);
  private static final int OF_50 = codes(20, 20);
  private static final int OF_400_AND_600 = codes(21, 22);
  private static final int OF_800_AND_1200 = codes(23, 24);

  private final int[] codes; // by port: bit c is set where it knows code c; 0 for no end port

  private KnownRates(int[] codes) {
    this.codes = codes;
  }

  static KnownRates of(SubnetView view) {
    Fabric fabric = view.fabric();
    int[] codes = new int[fabric.portCount()];
    for (int port : fabric.endPorts()) {
      byte[] info = view.attributes().portInfo()[port];
      codes[port] = info == null ? BASE : known(PortInfo.of(info));
    }
    return new KnownRates(codes);
  }

  private static int codes(int first, int last) {
    return (1 << (last + 1)) - (1 << first);
  }

  /** The codes that a port with this PortInfo knows. */
  static int known(PortInfo info) {
    int mask = info.capabilityMask();
    int mask2 =
        (mask & CapabilityMask.IS_CAPABILITY_MASK2_SUPPORTED) == 0 ? 0 : info.capabilityMask2();
    boolean has2x = (mask2 & CapabilityMask2.IS_LINK_WIDTH_2X_SUPPORTED) != 0;
    boolean hasHdr = (mask2 & CapabilityMask2.IS_LINK_SPEED_HDR_SUPPORTED) != 0;
    boolean hasNdr = (mask2 & CapabilityMask2.IS_LINK_SPEED_NDR_SUPPORTED) != 0;
    boolean hasExtended = (mask & CapabilityMask.IS_EXTENDED_SPEEDS_SUPPORTED) != 0;
    return BASE
        | (hasExtended ? EXTENDED_SPEEDS : 0)
        | (has2x ? OF_28 : 0)
        | (has2x || hasHdr ? OF_50 : 0)
        | (hasHdr || hasNdr ? OF_400_AND_600 : 0)
        | (hasNdr ? OF_800_AND_1200 : 0);
  }

  /** The codes that a port knows, a bit each. */
  int of(int port) {
    return codes[port];
  }

  /**
   * The rank (see {@link PathChannels}) of the highest rate among some codes that a path can do.
   *
   * @param known at least the code of the lowest rate, which all ports know
   */
  static int lower(int rank, int known) {
    int lowered = rank;
    while (lowered > 0 && (known >> PathChannels.rateCode(lowered) & 1) == 0) {
      lowered--;
    }
    return lowered;
  }
}
