package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which M_Key every port was last seen to hold, for those that hide it. Owned by the subnet
 * manager's actor.
 */
final class PortKeys {
  /** From this M_KeyProtectBits on a port does not answer a sender that does not know its key. */
  private static final int READ_PROTECTED = 2;

  /** Keys tried where nothing answers: each costs time-outs, and most of the silent are dead. */
  private static final int TRIED_MAX = 4;

  private final Long2LongOpenHashMap keys = new Long2LongOpenHashMap(); // by port GUID

  /** Whether ports answer no sender that does not know their key. */
  static boolean areHidden(int protectBits) {
    return protectBits >= READ_PROTECTED;
  }

  /**
   * Terms to discover with the keys of, the likeliest first; more than one only where ports may
   * hide behind theirs.
   *
   * @param inTerm whether a sweep of this term has ended well, so that ports hold its keys
   */
  static List<TermKeys> likeliest(SubnetState state, boolean inTerm, boolean areHidden) {
    TermKeys first = inTerm ? state.keys() : state.previousKeys();
    return areHidden
        ? Stream.concat(Stream.of(first), state.allKeys().stream())
            .distinct()
            .limit(TRIED_MAX)
            .toList()
        : List.of(first);
  }

  /** Terms before this one whose keys a port may well hold, the last one first. */
  static List<TermKeys> ofTermsBefore(SubnetState state) {
    return state.olderKeys().subList(0, Math.min(TRIED_MAX, state.olderKeys().size()));
  }

  /** What is known now, for another thread. */
  PortKeys copy() {
    PortKeys copy = new PortKeys();
    copy.keys.putAll(keys);
    return copy;
  }

  /** The key an end port demands now: what it shows, else what it was last seen to hold. */
  long held(SubnetState state, Discovered found, int port) {
    PortInfo info = PortInfo.of(found.attributes().portInfo()[port]);
    if (info.mKey() != 0 || info.mKeyProtectBits() == 0) {
      return info.mKey();
    }
    long guid = found.fabric().portGuid(port);
    return keys.containsKey(guid) ? keys.get(guid) : state.previousKeys().of(guid);
  }

  /** End ports that hold a key and do not show it. */
  static int[] hiding(Discovered found) {
    return IntStream.of(found.fabric().endPorts())
        .filter(port -> found.attributes().portInfo()[port] != null)
        .filter(
            port -> {
              PortInfo info = PortInfo.of(found.attributes().portInfo()[port]);
              return info.mKey() == 0 && info.mKeyProtectBits() != 0;
            })
        .toArray();
  }

  /** Whether half of the end ports or more hold keys that are not known here. */
  boolean isLockedOut(Discovered found) {
    long unknown =
        IntStream.of(hiding(found))
            .filter(port -> !keys.containsKey(found.fabric().portGuid(port)))
            .count();
    return 2 * unknown >= found.fabric().endPorts().length;
  }

  /** Takes note of what ports showed when they were asked with other keys. */
  void learn(Discovered found, Int2LongMap shown) {
    shown
        .int2LongEntrySet()
        .forEach(
            entry -> keys.put(found.fabric().portGuid(entry.getIntKey()), entry.getLongValue()));
  }

  /** Takes note of the ports that show their key of the term. */
  void remember(SubnetState state, Discovered found) {
    Fabric fabric = found.fabric();
    for (int port : fabric.endPorts()) {
      byte[] info = found.attributes().portInfo()[port];
      long key = state.keys().of(fabric.portGuid(port));
      if (info != null && PortInfo.of(info).mKey() == key) {
        keys.put(fabric.portGuid(port), key);
      }
    }
  }

  /**
   * A sentence about the end ports that still hide their M_Key once they have been sent a Set: the
   * key is not known here. They can be read but not written to until their lease has run out.
   */
  static Optional<String> locked(Discovered found) {
    int count = 0;
    int first = Fabric.NONE;
    int leaseSeconds = 0;
    boolean forEver = false;
    for (int port : found.fabric().endPorts()) {
      byte[] bytes = found.attributes().portInfo()[port];
      if (bytes == null) {
        continue;
      }
      PortInfo info = PortInfo.of(bytes);
      if (info.mKey() == 0 && info.mKeyProtectBits() != 0) {
        first = count == 0 ? port : first;
        count++;
        leaseSeconds = Math.max(leaseSeconds, info.mKeyLeasePeriod());
        forEver |= info.mKeyLeasePeriod() == 0;
      }
    }
    if (count == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "%d of %d end ports refused: wrong M_Key; the first has GUID %s; %s"
            .formatted(
                count,
                found.fabric().endPorts().length,
                Guid.format(found.fabric().portGuid(first)),
                forEver
                    ? "some have no lease: only that key opens them"
                    : "they open by themselves within %d s".formatted(leaseSeconds)));
  }
}
