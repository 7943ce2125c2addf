package io.dateline.sm.fair;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was refused because of a {@link Quota}, and to which port, since the node started. Any
 * thread may write and read. Few ports are remembered: one that comes when there is no room takes
 * the place of the one that was refused least, with its count, so that the ports at the top are the
 * right ones and their counts too large rather than too small.
 */
public final class QuotaLedger {
  static final int PORTS_MAX = 256;

  /** Of those that are told. */
  private static final int TOP = 10;

  private record Key(Quota quota, long port) {}

  /**
   * A port to which much was refused.
   *
   * @param port its GUID; before the subnet is known the LID, and 0 for all LIDs that no port has
   */
  public record Offender(Quota quota, long port, long refusals) {}

  private final Map<Quota, Long> refusals = new EnumMap<>(Quota.class);
  private final Map<Key, Long> byPort = new HashMap<>();

  public QuotaLedger() {
    for (Quota quota : Quota.values()) {
      refusals.put(quota, 0L);
    }
  }

  public synchronized void refused(Quota quota, long port) {
    refusals.merge(quota, 1L, Long::sum);
    Key key = new Key(quota, port);
    Long before = byPort.get(key);
    if (before == null && byPort.size() >= PORTS_MAX) {
      Map.Entry<Key, Long> least =
          byPort.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
      before = least.getValue();
      byPort.remove(least.getKey());
    }
    byPort.put(key, before == null ? 1 : before + 1);
  }

  /** How often, of every kind. */
  public synchronized Map<Quota, Long> refusals() {
    return new EnumMap<>(refusals);
  }

  /** The ports to which most was refused, most first. */
  public synchronized List<Offender> top() {
    List<Offender> offenders = new ArrayList<>();
    byPort.forEach((key, count) -> offenders.add(new Offender(key.quota(), key.port(), count)));
    offenders.sort(
        Comparator.comparingLong(Offender::refusals)
            .reversed()
            .thenComparing(Offender::quota)
            .thenComparing(Offender::port, Long::compareUnsigned));
    return List.copyOf(offenders.subList(0, Math.min(TOP, offenders.size())));
  }
}
