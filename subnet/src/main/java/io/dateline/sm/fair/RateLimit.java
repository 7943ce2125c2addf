package io.dateline.sm.fair;

import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.concurrent.TimeUnit;

/**
 * How often each port may do something: a burst at once, and after that so many a second. Has one
 * owner, which passes in the time.
 */
public final class RateLimit {
  /** Ports that are remembered, which is all of the largest subnet. */
  static final int PORTS_MAX = 1 << 16;

  /** What a port may do still, as of a moment. */
  private static final class Bucket {
    double left;
    long atNs;

    Bucket(double left, long atNs) {
      this.left = left;
      this.atNs = atNs;
    }
  }

  private final int perSecond;
  private final int burst;

  // The one that was asked for longest ago comes first.
  private final Long2ObjectLinkedOpenHashMap<Bucket> buckets = new Long2ObjectLinkedOpenHashMap<>();

  /**
   * No port has done anything yet.
   *
   * @param perSecond for long; 0 is no limit
   * @param burst at once, at least 1
   */
  public RateLimit(int perSecond, int burst) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /**
   * Whether a port may do it once more now.
   *
   * @param nowNs {@link System#nanoTime}
   */
  public boolean allows(long port, long nowNs) {
    if (perSecond == 0) {
      return true;
    }
    Bucket bucket = buckets.getAndMoveToLast(port);
    if (bucket == null) {
      if (buckets.size() >= PORTS_MAX) {
        buckets.removeFirst();
      }
      bucket = new Bucket(burst, nowNs);
      buckets.put(port, bucket);
    }
    double seconds = (double) (nowNs - bucket.atNs) / TimeUnit.SECONDS.toNanos(1);
    bucket.left = Math.min(burst, bucket.left + seconds * perSecond);
    bucket.atNs = nowNs;
    if (bucket.left < 1) {
      return false;
    }
    bucket.left--;
    return true;
  }
}
