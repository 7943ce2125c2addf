package io.dateline.sm.sa;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How often each {@link SaEvent} happened since the node started. Any thread may read. */
public final class SaCounters {
  private final Map<SaEvent, LongAdder> counts = new EnumMap<>(SaEvent.class);

  public SaCounters() {
    for (SaEvent event : SaEvent.values()) {
      counts.put(event, new LongAdder());
    }
  }

  public long get(SaEvent event) {
    return counts.get(event).sum();
  }

  /** What has happened at all, in the order of {@link SaEvent}. */
  public Map<SaEvent, Long> seen() {
    Map<SaEvent, Long> seen = new EnumMap<>(SaEvent.class);
    counts.forEach(
        (event, count) -> {
          if (count.sum() > 0) {
            seen.put(event, count.sum());
          }
        });
    return seen;
  }

  /** Requests that were answered, whatever the answer says. */
  public long decided() {
    return get(SaEvent.ANSWERED) + get(SaEvent.REFUSED) + get(SaEvent.BUSY);
  }

  public void count(SaEvent event) {
    counts.get(event).increment();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
