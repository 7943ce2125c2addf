package io.dateline.sm.group;

import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.McMemberRecord;

/**
 * What multicast GIDs may be (IBA Vol 1, 4.1.1 and o15-0.1.5; RFC 4391, 4 for IPoIB).
 *
 * <pre>
 *   bits 127..120  119..116  115..112  111..96    95..80
 *        0xFF      flags     scope     signature  P_Key (IPoIB)
 * </pre>
 */
final class MgidRules {
  private static final int IPV4 = 0x401B;
  private static final int IPV6 = 0x601B;
  private static final int MADE_HERE = 0xA01B;
  private static final int LINK_LOCAL = 2;
  private static final int RESERVED_FLAGS = 0xE;
  private static final long BROADCAST_HIGH = 0xFF10_401B_0000_0000L;
  private static final long BROADCAST_LOW = 0xFFFF_FFFFL;
  private static final long SCOPE_AND_KEY = 0x000F_0000_FFFF_0000L;

  private MgidRules() {}

  static int scope(Gid mgid) {
    return (int) (mgid.prefix() >>> 48) & 0xF;
  }

  private static int signature(Gid mgid) {
    return (int) (mgid.prefix() >>> 32) & 0xFFFF;
  }

  static boolean isIpoib(Gid mgid) {
    return signature(mgid) == IPV4 || signature(mgid) == IPV6;
  }

  /** The broadcast group of IPoIB in an IPoIB group's scope and partition. */
  static Gid broadcast(Gid mgid) {
    return new Gid(BROADCAST_HIGH | (mgid.prefix() & SCOPE_AND_KEY), BROADCAST_LOW);
  }

  /** Whether a group may have it that a port asks for. */
  static boolean isValid(Gid mgid) {
    int flags = (int) (mgid.prefix() >>> 52) & 0xF;
    return mgid.isMulticast()
        && (isIpoib(mgid)
            || ((flags & RESERVED_FLAGS) == 0
                && !(signature(mgid) == MADE_HERE && scope(mgid) == LINK_LOCAL)));
  }

  /** One that no group has: this subnet's, of the scope that was asked for or local to links. */
  static Gid made(GroupDraft draft, GroupRequest request) {
    long scope = request.has(McMemberRecord.SCOPE) ? request.asked().scope() : LINK_LOCAL;
    long prefix = request.subnet().prefix();
    long high = 0xFF10_A01B_0000_0000L | scope << 48 | prefix >>> 32;
    long count = draft.groupCount();
    while (draft.contains(new Gid(high, prefix << 32 | count))) {
      count++;
    }
    return new Gid(high, prefix << 32 | count);
  }
}
