package io.dateline.mad.attribute;

/**
 * The fields of a multicast GID (IBA Vol 1, 4.1.1 and o15-0.1.5; RFC 4391, 4 for IPoIB).
 *
 * <pre>
 *   bits 127..120  119..116  115..112  111..96    95..80
 *        0xFF      flags     scope     signature  P_Key (IPoIB)
 * </pre>
 */
public final class Mgid {
  /** Scope: the subnet. */
  public static final int LINK_LOCAL = 2;

  /** The group of IPv4's broadcasts in the default partition. */
  public static final Gid BROADCAST = new Gid(0xFF12_401B_FFFF_0000L, 0xFFFF_FFFFL);

  private static final int IPV4 = 0x401B;
  private static final int IPV6 = 0x601B;
  private static final int MADE_BY_ADMINISTRATION = 0xA01B;
  private static final int TRANSIENT = 1;
  private static final long SOLICITED_NODE = 0x1_FF00_0000L;
  private static final long SOLICITED_END = 0xFF_FFFFL;
  private static final int RESERVED_FLAGS = 0xE;
  private static final int SCOPE_SHIFT = 48;
  private static final int KEY_SHIFT = 16;

  private Mgid() {}

  /** 4 bits. */
  public static int scope(Gid mgid) {
    return (int) (mgid.prefix() >>> SCOPE_SHIFT) & 0xF;
  }

  public static Gid withScope(Gid mgid, int scope) {
    return with(mgid, scope, 0xFL, SCOPE_SHIFT);
  }

  /** Whether it is a group of IP, so that 16 bits of it are a P_Key. */
  public static boolean isIpoib(Gid mgid) {
    return signature(mgid) == IPV4 || signature(mgid) == IPV6;
  }

  /** The P_Key of a group of IP, with its top bit. */
  public static int key(Gid mgid) {
    return (int) (mgid.prefix() >>> KEY_SHIFT) & 0xFFFF;
  }

  public static Gid withKey(Gid mgid, int key) {
    return with(mgid, key, 0xFFFFL, KEY_SHIFT);
  }

  private static Gid with(Gid mgid, int value, long mask, int shift) {
    return new Gid(
        (mgid.prefix() & ~(mask << shift)) | ((value & mask) << shift), mgid.interfaceId());
  }

  /** The broadcast group in the scope and partition of a group of IP, which it needs. */
  public static Gid broadcast(Gid mgid) {
    return withKey(withScope(BROADCAST, scope(mgid)), key(mgid));
  }

  /**
   * Whether it is one of those that IPv6 asks a neighbour's address of: {@code
   * ff1x:601b:PKEY::1:ffYY:YYYY}, where Y is the end of the address (RFC 4391, 4; RFC 4291, 2.7.1).
   * Each address has one, so that a subnet has as many as ports.
   */
  public static boolean isSolicitedNode(Gid mgid) {
    return mgid.isMulticast()
        && signature(mgid) == IPV6
        && ((int) (mgid.prefix() >>> 52) & 0xF) == TRANSIENT
        && (mgid.prefix() & 0xFFFF) == 0
        && (mgid.interfaceId() & ~SOLICITED_END) == SOLICITED_NODE;
  }

  /** The least of those that solicit nodes in a scope and partition, as a GID is compared. */
  public static Gid firstSolicited(Gid mgid) {
    return new Gid(mgid.prefix(), mgid.interfaceId() & ~SOLICITED_END);
  }

  /** The greatest of them. */
  public static Gid lastSolicited(Gid mgid) {
    return new Gid(mgid.prefix(), mgid.interfaceId() | SOLICITED_END);
  }

  /** Whether a group may have it that is asked for. */
  public static boolean isValid(Gid mgid) {
    int flags = (int) (mgid.prefix() >>> 52) & 0xF;
    return mgid.isMulticast()
        && (isIpoib(mgid)
            || ((flags & RESERVED_FLAGS) == 0
                && !(signature(mgid) == MADE_BY_ADMINISTRATION && scope(mgid) == LINK_LOCAL)));
  }

  private static int signature(Gid mgid) {
    return (int) (mgid.prefix() >>> 32) & 0xFFFF;
  }
}
