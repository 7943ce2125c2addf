package io.dateline.mad.transport;

import io.dateline.mad.Mad;
import io.dateline.mad.MadNames;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts that one thread writes and any thread may read. The writer pays an ordered store per count
 * and no locked instruction; readers may see counts that belong to slightly different moments.
 */
final class ExchangeCounters {
  /** Requests of one kind. */
  private record Kind(String name, AtomicLong count) {}

  /** By class, method and attribute; touched by the writer only. */
  private final Int2ObjectOpenHashMap<Kind> kindsByCode = new Int2ObjectOpenHashMap<>();

  /** The same kinds for readers. New ones are rare. */
  private final List<Kind> kinds = new CopyOnWriteArrayList<>();

  private final AtomicLong retries = new AtomicLong();
  private final AtomicLong timeouts = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong stray = new AtomicLong();
  private final AtomicLong malformed = new AtomicLong();

  void sent(Mad mad) {
    int managementClass = mad.managementClass();
    // Directed and LID-routed SMPs are the same kind.
    int family = managementClass == Mad.CLASS_SUBN_DIRECTED ? Mad.CLASS_SUBN_LID : managementClass;
    int code = family << 24 | mad.method() << 16 | mad.attributeId();
    Kind kind = kindsByCode.get(code);
    if (kind == null) {
      kind = addKind(code, family, mad);
    }
    increment(kind.count);
  }

  void retried() {
    increment(retries);
  }

  void timedOut() {
    increment(timeouts);
  }

  void refused() {
    increment(refused);
  }

  void stray() {
    increment(stray);
  }

  void malformed() {
    increment(malformed);
  }

  ExchangeStats read() {
    Map<String, Long> sent = new TreeMap<>();
    for (Kind kind : kinds) {
      sent.merge(kind.name, kind.count.get(), Long::sum);
    }
    return new ExchangeStats(
        sent, retries.get(), timeouts.get(), refused.get(), stray.get(), malformed.get());
  }

  private Kind addKind(int code, int family, Mad mad) {
    Kind kind = new Kind(MadNames.kind(family, mad.method(), mad.attributeId()), new AtomicLong());
    kindsByCode.put(code, kind);
    kinds.add(kind);
    return kind;
  }

  private static void increment(AtomicLong counter) {
    counter.lazySet(counter.getPlain() + 1);
  }
}
