package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sm.discover.Discovered;
import it.unimi.dsi.fastutil.longs.Long2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.time.Duration;
import java.util.Optional;

/**
 * End ports that answer everything but GUIDInfo. Each question costs its time-outs, and each sweep
 * would wait for them: so such a port is asked again when its link is new, or after a while. Owned
 * by the manager; a later term does not know them.
 */
final class GuidlessPorts {
  private static final long PAUSE_NS = Duration.ofMinutes(10).toNanos();

  // When it was, by own GUID, in that order.
  private final Long2LongLinkedOpenHashMap silentNs = new Long2LongLinkedOpenHashMap();

  void clear() {
    silentNs.clear();
  }

  /** A port did not answer. */
  void add(long portGuid, long nowNs) {
    silentNs.put(portGuid, nowNs);
  }

  /** Own GUIDs of ports that are not to be asked now. */
  LongSet now(long nowNs) {
    LongSet ports = new LongOpenHashSet();
    for (Long2LongMap.Entry silent : silentNs.long2LongEntrySet()) {
      if (nowNs - silent.getLongValue() < PAUSE_NS) {
        ports.add(silent.getLongKey());
      }
    }
    return ports;
  }

  boolean contains(long portGuid) {
    return silentNs.containsKey(portGuid);
  }

  /**
   * Takes in what a discovery has found that began with {@link #now} of the same time.
   *
   * @return a sentence about those that are silent, if there are any
   */
  Optional<String> look(Discovered found, long nowNs) {
    LongSet unasked = now(nowNs);
    Fabric fabric = found.fabric();
    silentNs.keySet().removeIf((long guid) -> fabric.endPortByGuid(guid) == Fabric.NONE);
    for (int port : fabric.endPorts()) {
      byte[] info = found.attributes().portInfo()[port];
      long guid = fabric.portGuid(port);
      if (found.attributes().guidInfo()[port] != null) {
        silentNs.remove(guid);
      } else if (info != null && PortInfo.of(info).guidCap() > 0 && !unasked.contains(guid)) {
        add(guid, nowNs);
      }
    }
    return silentNs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%d end ports do not answer GUIDInfo, the first with GUID %s; they are asked again when their link is new, or after %d minutes"
                .formatted(
                    silentNs.size(),
                    Guid.format(silentNs.firstLongKey()),
                    Duration.ofNanos(PAUSE_NS).toMinutes()));
  }
}
