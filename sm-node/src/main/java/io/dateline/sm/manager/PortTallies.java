package io.dateline.sm.manager;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What ports did of several kinds, and how often; a bounded number of ports. What one port does
 * again and again is to be logged once a minute. Any thread may use it.
 */
final class PortTallies<K extends Enum<K>> {
  /**
   * What one port did of a kind.
   *
   * @param port that did it: description of its node, and its number; or what is known of it
   * @param count times that this node was told
   * @param lastMs when last, ms since 1970
   * @param told the last time, in a sentence
   */
  record Seen<K extends Enum<K>>(K kind, String port, long count, long lastMs, String told) {}

  /** Ports kept apart for each kind; the others count as {@link #OTHERS}. */
  private static final int PORTS_MAX = 32;

  private static final String OTHERS = "others";
  private static final int LAST_MAX = 10;
  private static final long LOG_GAP_MS = 60_000;

  private record Key<K>(K kind, String port) {}

  private static final class Tally {
    private long count;
    private long lastMs;
    private long loggedMs = Long.MIN_VALUE;
    private String told;
  }

  private final InstantSource clock;
  private final Map<Key<K>, Tally> tallies = new LinkedHashMap<>();
  private final ArrayDeque<Key<K>> last = new ArrayDeque<>(); // the newest one first

  PortTallies(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Takes note.
   *
   * @param what the port did, the rest of a sentence that begins with the port
   * @return a line for the log, if one is due
   */
  synchronized Optional<String> note(K kind, String port, String what) {
    Key<K> key = new Key<>(kind, port);
    if (!tallies.containsKey(key) && ports(kind) >= PORTS_MAX) {
      key = new Key<>(kind, OTHERS);
    }
    Tally tally = tallies.computeIfAbsent(key, unused -> new Tally());
    tally.count++;
    tally.lastMs = clock.millis();
    tally.told = port + " " + what;
    last.remove(key);
    last.addFirst(key);
    if (last.size() > LAST_MAX) {
      last.removeLast();
    }
    if (tally.count > 1 && tally.lastMs - tally.loggedMs < LOG_GAP_MS) {
      return Optional.empty();
    }
    tally.loggedMs = tally.lastMs;
    return Optional.of(tally.told + " (" + tally.count + " of these so far)");
  }

  private long ports(K kind) {
    return tallies.keySet().stream().filter(key -> key.kind() == kind).count();
  }

  /** The last ones, the newest one first. */
  synchronized List<Seen<K>> last() {
    return last.stream().map(this::seen).toList();
  }

  /** All of them, the most frequent one first. */
  synchronized List<Seen<K>> all() {
    List<Seen<K>> all = new ArrayList<>();
    tallies.keySet().forEach(key -> all.add(seen(key)));
    all.sort(Comparator.comparingLong(seen -> -seen.count()));
    return all;
  }

  private Seen<K> seen(Key<K> key) {
    Tally tally = tallies.get(key);
    return new Seen<>(key.kind(), key.port(), tally.count, tally.lastMs, tally.told);
  }
}
