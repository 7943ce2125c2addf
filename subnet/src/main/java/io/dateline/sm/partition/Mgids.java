package io.dateline.sm.partition;

import io.dateline.mad.attribute.Gid;

/** The fields of a multicast GID (IBA Vol 1, 4.1.1), and of those of IP (RFC 4391, 4). */
final class Mgids {
  /** Of a broadcast group of IPv4, with the scope of a link and the default partition's P_Key. */
  static final Gid BROADCAST = new Gid(0xFF12_401B_FFFF_0000L, 0xFFFF_FFFFL);

  static final int LINK_LOCAL = 2;

  private static final int SCOPE_SHIFT = 48;
  private static final long SCOPE_MASK = 0xFL << SCOPE_SHIFT;
  private static final int SIGNATURE_SHIFT = 32;
  private static final int KEY_SHIFT = 16;
  private static final long KEY_MASK = 0xFFFFL << KEY_SHIFT;
  private static final long RESERVED_FLAGS = 0xE0L << SCOPE_SHIFT;
  private static final int IPV4 = 0x401B;
  private static final int IPV6 = 0x601B;
  private static final int OF_ADMINISTRATION = 0xA01B;

  private Mgids() {}

  static int scope(Gid mgid) {
    return (int) ((mgid.prefix() & SCOPE_MASK) >>> SCOPE_SHIFT);
  }

  static Gid withScope(Gid mgid, int scope) {
    return new Gid(
        (mgid.prefix() & ~SCOPE_MASK) | ((long) scope << SCOPE_SHIFT), mgid.interfaceId());
  }

  /** Whether it is a group of IP, so that 16 bits of it are a P_Key. */
  static boolean isIp(Gid mgid) {
    int signature = signature(mgid);
    return signature == IPV4 || signature == IPV6;
  }

  /** The P_Key in the GID of a group of IP, with its top bit. */
  static int key(Gid mgid) {
    return (int) ((mgid.prefix() & KEY_MASK) >>> KEY_SHIFT);
  }

  static Gid withKey(Gid mgid, int key) {
    return new Gid((mgid.prefix() & ~KEY_MASK) | ((long) key << KEY_SHIFT), mgid.interfaceId());
  }

  /** The broadcast group that a group of IP cannot do without. */
  static Gid broadcastOf(Gid mgid) {
    return withKey(withScope(BROADCAST, scope(mgid)), key(mgid));
  }

  /** Whether a group can have it (IBA Vol 1, 15.2.5.17.2): not with flags that mean nothing yet. */
  static boolean isAllowed(Gid mgid) {
    return isIp(mgid)
        || ((mgid.prefix() & RESERVED_FLAGS) == 0
            && !(signature(mgid) == OF_ADMINISTRATION && scope(mgid) == LINK_LOCAL));
  }

  private static int signature(Gid mgid) {
    return (int) (mgid.prefix() >>> SIGNATURE_SHIFT) & 0xFFFF;
  }
}
