package io.dateline.sm.registration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Values by key, while they are changed: what is other in the end is known, whatever happened in
 * between. Has one owner.
 */
final class KeyedDraft<K, V> {
  private final NavigableMap<K, V> before;
  private NavigableMap<K, V> now; // the same as before until something is changed
  private final Set<K> touched = new HashSet<>();

  /** Nothing is changed yet. */
  KeyedDraft(NavigableMap<K, V> before) {
    this.before = before;
    now = before;
  }

  /** As things are after the changes so far; not to be written to. */
  NavigableMap<K, V> now() {
    return now;
  }

  void put(K key, V value) {
    touch(key);
    now.put(key, value);
  }

  void remove(K key) {
    touch(key);
    now.remove(key);
  }

  private void touch(K key) {
    if (touched.isEmpty()) {
      now = new TreeMap<>(before);
    }
    touched.add(key);
  }

  /** New values, and those in the place of others; by key. */
  List<V> added() {
    List<V> added = new ArrayList<>();
    for (K key : inOrder()) {
      V value = now.get(key);
      if (value != null && !value.equals(before.get(key))) {
        added.add(value);
      }
    }
    return added;
  }

  /** Keys that have no value any more; in order. */
  List<K> removed() {
    return inOrder().stream()
        .filter(key -> before.containsKey(key) && !now.containsKey(key))
        .toList();
  }

  private List<K> inOrder() {
    return touched.stream().sorted(before.comparator()).toList();
  }
}
