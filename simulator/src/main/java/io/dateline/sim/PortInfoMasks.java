package io.dateline.sim;

import io.dateline.mad.attribute.PortInfo;

/**
 * The bits of PortInfo that a Set copies as they are, by kind of port (IBA Vol 1, 14.2.5.6, columns
 * "Used by" and "Access"). States, violation counters, operational VLs and what is enabled on a
 * link have rules of their own.
 */
final class PortInfoMasks {
  private static final byte[] LINK =
      new PortInfo()
          .neighborMtu(15)
          .vlHighLimit(255)
          .vlStallCount(7)
          .hoqLife(31)
          .localPhyErrors(15)
          .overrunErrors(15)
          .bytes();

  /** A base switch port 0 has no link and one LID. */
  static final byte[] BASE_PORT0 =
      new PortInfo()
          .mKey(-1)
          .gidPrefix(-1)
          .lid(0xFFFF)
          .masterSmLid(0xFFFF)
          .mKeyLeasePeriod(0xFFFF)
          .mKeyProtectBits(3)
          .masterSmSl(15)
          .initType(15)
          .multicastPKeyTrapSuppressionEnabled(3)
          .subnetTimeout(31)
          .bytes();

  /** A port of a channel adapter or router, and an enhanced switch port 0. */
  static final byte[] END_PORT = or(or(BASE_PORT0, LINK), new PortInfo().lmc(7).bytes());

  static final byte[] SWITCH_EXTERNAL =
      or(
          LINK,
          new PortInfo()
              .partitionEnforcementInbound(true)
              .partitionEnforcementOutbound(true)
              .filterRawInbound(true)
              .filterRawOutbound(true)
              .bytes());

  private PortInfoMasks() {}

  private static byte[] or(byte[] a, byte[] b) {
    byte[] both = a.clone();
    for (int i = 0; i < both.length; i++) {
      both[i] |= b[i];
    }
    return both;
  }
}
