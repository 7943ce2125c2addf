package io.dateline.sm.node;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;

/**
 * M_Keys to read ports with, as far as this node has read the journal. From protection level 2 on a
 * port answers no other key, and to ask with one is a violation (IBA Vol 1, 14.2.4). Any thread may
 * ask.
 */
final class ReadingKeys {
  static final int NEEDED_FROM = 2; // M_KeyProtectBits

  private final LongUnaryOperator keys;
  private final boolean areNeeded;
  private final Map<Long, Long> last = new ConcurrentHashMap<>(); // by port GUID

  /**
   * Nothing asked yet.
   *
   * @param keys by port GUID, 0 where none is known
   * @param protectionLevel of ports in this subnet
   */
  ReadingKeys(LongUnaryOperator keys, int protectionLevel) {
    this.keys = keys;
    areNeeded = protectionLevel >= NEEDED_FROM;
  }

  /**
   * The key to ask a port with. Empty where the port is left alone: its key is not known, or a term
   * has begun since the port was last asked, and its key is read before the port is told.
   */
  OptionalLong of(long portGuid) {
    long key = known(portGuid);
    Long before = last.put(portGuid, key);
    boolean isNew = before != null && before != key;
    return areNeeded && (key == 0 || isNew) ? OptionalLong.empty() : OptionalLong.of(key);
  }

  /** The key of the term that was read last, 0 where none is known. */
  long known(long portGuid) {
    return keys.applyAsLong(portGuid);
  }
}
