package io.dateline.sm.partition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The definitions that were read last, and what they say: the same file is read by a node's
 * settings, by the manager's state and by the replica's, and a large one takes a second. Any thread
 * may ask.
 */
final class ReadLines {
  /** The file that counts, the one that is to count next, and some that ports may still hold. */
  private static final int KEPT_MAX = 4;

  private final Map<List<String>, Partitions> kept =
      new LinkedHashMap<>(KEPT_MAX * 2, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<String>, Partitions> eldest) {
          return size() > KEPT_MAX;
        }
      }; // guarded by itself

  /**
   * What lines say.
   *
   * @throws PartitionFileException if they are no definitions
   */
  Partitions partitions(List<String> lines) {
    synchronized (kept) {
      Partitions known = kept.get(lines);
      if (known != null) {
        return known;
      }
    }
    // By two threads at once, if need be.
    Partitions read = new Partitions(new PartitionReader().read(String.join("\n", lines)));
    synchronized (kept) {
      kept.put(List.copyOf(lines), read);
    }
    return read;
  }
}
