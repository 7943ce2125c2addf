package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sm.discover.Discovered;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * End ports that answer everything but GUIDInfo. Each question costs its time-outs, and each sweep
 * would wait for them: so a port that was silent twice is asked again when its link is new, or
 * after a pause. One that was silent once may have been busy. Owned by the manager; a later term
 * does not know them.
 */
final class GuidlessPorts {
  private static final Duration PAUSE_MAX = Duration.ofMinutes(10);
  private static final Duration PAUSE_MIN = Duration.ofSeconds(10);
  private static final int DOUBLINGS_MAX = 6;
  private static final int SURE = 2; // questions

  /**
   * A port that was asked and did not answer.
   *
   * @param times questions, one after the other
   * @param lastNs when the last of them was
   * @param isOfLook whether a look at all blocks was one of them: that the port answers discovery,
   *     which asks for the first block alone, does not end such a silence
   */
  private record Silence(int times, long lastNs, boolean isOfLook) {
    boolean isSure() {
      return times >= SURE;
    }

    /** Until when it is not asked; each pause is twice as long as the one before. */
    long endNs() {
      int doublings = Math.clamp(times - SURE, 0, DOUBLINGS_MAX);
      return lastNs + Math.min(PAUSE_MIN.toNanos() << doublings, PAUSE_MAX.toNanos());
    }
  }

  private final Map<Long, Silence> silent = new TreeMap<>(Long::compareUnsigned); // by own GUID

  void clear() {
    silent.clear();
  }

  /** A port has answered for all of its blocks. */
  void heard(long portGuid) {
    silent.remove(portGuid);
  }

  /** A port was looked at, and did not answer for all of its blocks. */
  void unheard(long portGuid, long nowNs) {
    add(portGuid, nowNs, /* isOfLook= */ true);
  }

  private void add(long portGuid, long nowNs, boolean isOfLook) {
    silent.merge(
        portGuid,
        new Silence(1, nowNs, isOfLook),
        (last, once) -> new Silence(last.times() + 1, nowNs, last.isOfLook() || isOfLook));
  }

  /** Own GUIDs of ports that are not to be asked now. */
  LongSet now(long nowNs) {
    return sure(silence -> nowNs - silence.endNs() < 0);
  }

  /** Own GUIDs of ports whose pause is over. */
  LongSet due(long nowNs) {
    return sure(silence -> nowNs - silence.endNs() >= 0);
  }

  private LongSet sure(Predicate<Silence> isSought) {
    LongSet ports = new LongOpenHashSet();
    silent.forEach(
        (guid, silence) -> {
          if (silence.isSure() && isSought.test(silence)) {
            ports.add((long) guid);
          }
        });
    return ports;
  }

  /** How long it takes until the first pause is over, if there is one. */
  Optional<Duration> untilDue(long nowNs) {
    return silent.values().stream()
        .filter(Silence::isSure)
        .map(silence -> silence.endNs() - nowNs)
        .filter(left -> left > 0)
        .min(Comparator.naturalOrder())
        .map(Duration::ofNanos);
  }

  /**
   * Takes in what a discovery has found.
   *
   * @param unasked own GUIDs of ports that it did not ask
   * @return a sentence about those that are silent, if there are any
   */
  Optional<String> look(Discovered found, LongSet unasked, long nowNs) {
    Fabric fabric = found.fabric();
    silent.keySet().removeIf(guid -> fabric.endPortByGuid(guid) == Fabric.NONE);
    for (int port : fabric.endPorts()) {
      byte[] info = found.attributes().portInfo()[port];
      long guid = fabric.portGuid(port);
      if (found.attributes().guidInfo()[port] != null) {
        silent.computeIfPresent(guid, (same, silence) -> silence.isOfLook() ? silence : null);
      } else if (info != null && PortInfo.of(info).guidCap() > 0 && !unasked.contains(guid)) {
        add(guid, nowNs, /* isOfLook= */ false);
      }
    }
    return sentence(nowNs);
  }

  private Optional<String> sentence(long nowNs) {
    LongSet sure = now(nowNs);
    return silent.keySet().stream()
        .filter(guid -> sure.contains((long) guid))
        .findFirst()
        .map(
            first ->
                "%d end ports do not answer GUIDInfo, the first with GUID %s; they are asked again when their link is new, or within %d minutes"
                    .formatted(sure.size(), Guid.format(first), PAUSE_MAX.toMinutes()));
  }
}
