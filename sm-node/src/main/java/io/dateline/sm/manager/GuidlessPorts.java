package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sm.discover.Discovered;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * End ports that answer everything but GUIDInfo. Each question costs its time-outs, and each sweep
 * would wait for them: so a port that was silent in two discoveries is asked again when its link is
 * new, or after a while. One that was silent once may have been busy. Owned by the manager; a later
 * term does not know them.
 */
final class GuidlessPorts {
  private static final long PAUSE_NS = Duration.ofMinutes(10).toNanos();
  private static final int SURE = 2; // discoveries

  /**
   * A port that was asked and did not answer.
   *
   * @param times discoveries, one after the other
   * @param lastNs when the last of them was
   */
  private record Silence(int times, long lastNs) {}

  private final Map<Long, Silence> silent = new TreeMap<>(Long::compareUnsigned); // by own GUID
  private final LongSet suspects = new LongOpenHashSet(); // own GUIDs, since the last discovery

  void clear() {
    silent.clear();
    suspects.clear();
  }

  /** A port did not answer otherwise; the next discovery asks it. */
  void suspect(long portGuid) {
    suspects.add(portGuid);
  }

  /** Own GUIDs of ports that are not to be asked now. */
  LongSet now(long nowNs) {
    LongSet ports = new LongOpenHashSet();
    silent.forEach(
        (guid, silence) -> {
          if (silence.times() >= SURE && nowNs - silence.lastNs() < PAUSE_NS) {
            ports.add((long) guid);
          }
        });
    return ports;
  }

  /** Whether it was not heard of when it was last asked. */
  boolean contains(long portGuid) {
    return silent.containsKey(portGuid) || suspects.contains(portGuid);
  }

  /**
   * Takes in what a discovery has found that did not ask those of {@link #now}.
   *
   * @return a sentence about those that are silent, if there are any
   */
  Optional<String> look(Discovered found, long nowNs) {
    LongSet unasked = now(nowNs);
    suspects.clear();
    Fabric fabric = found.fabric();
    silent.keySet().removeIf(guid -> fabric.endPortByGuid(guid) == Fabric.NONE);
    for (int port : fabric.endPorts()) {
      byte[] info = found.attributes().portInfo()[port];
      long guid = fabric.portGuid(port);
      if (found.attributes().guidInfo()[port] != null) {
        silent.remove(guid);
      } else if (info != null && PortInfo.of(info).guidCap() > 0 && !unasked.contains(guid)) {
        silent.merge(
            guid, new Silence(1, nowNs), (last, once) -> new Silence(last.times() + 1, nowNs));
      }
    }
    LongSet sure = now(nowNs);
    return silent.keySet().stream()
        .filter(guid -> sure.contains((long) guid))
        .findFirst()
        .map(
            first ->
                "%d end ports do not answer GUIDInfo, the first with GUID %s; they are asked again when their link is new, or after %d minutes"
                    .formatted(
                        sure.size(), Guid.format(first), Duration.ofNanos(PAUSE_NS).toMinutes()));
  }
}
