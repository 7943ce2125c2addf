package io.dateline.sm.http;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How often each {@link HttpEvent} happened since the node started, and a line in the log now and
 * then: a client that asks again and again fills no disk. Any thread may call.
 */
public final class HttpCounters {
  /** Between two lines of one kind. */
  static final Duration SILENCE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(HttpCounters.class);

  private final LongSupplier clockNs;
  private final Map<HttpEvent, Tally> tallies = new EnumMap<>(HttpEvent.class); // guarded by this

  private static final class Tally {
    private long count;
    private long told; // of the count, when the last line was written
    private long nextLineNs;
  }

  public HttpCounters() {
    this(System::nanoTime);
  }

  HttpCounters(LongSupplier clockNs) {
    this.clockNs = clockNs;
    for (HttpEvent event : HttpEvent.values()) {
      Tally tally = new Tally();
      tally.nextLineNs = clockNs.getAsLong();
      tallies.put(event, tally);
    }
  }

  /** Counts, and says in the log what happened unless it was said of another one just now. */
  void count(HttpEvent event, String sentence) {
    long left = count(event);
    if (left == 0) {
      LOG.warn("HTTP: {}", sentence);
    } else if (left > 0) {
      LOG.warn("HTTP: {} (and {} like it before, not told)", sentence, left);
    }
  }

  /** Counts a defect, and has its trace in the log unless another one was there just now. */
  void failed(String sentence, Throwable failure) {
    if (count(HttpEvent.FAILED) >= 0) {
      LOG.error("HTTP: {}", sentence, failure);
    }
  }

  /** Counts what is nothing to talk about. */
  synchronized void countOnly(HttpEvent event) {
    Tally tally = tallies.get(event);
    tally.count++;
    tally.told++;
  }

  /** Events that no line told of since the last one; -1 if there is to be no line. */
  private synchronized long count(HttpEvent event) {
    Tally tally = tallies.get(event);
    tally.count++;
    long now = clockNs.getAsLong();
    if (now - tally.nextLineNs < 0) {
      return -1;
    }
    long left = tally.count - tally.told - 1;
    tally.told = tally.count;
    tally.nextLineNs = now + SILENCE.toNanos();
    return left;
  }

  /** All of them, also those that have not happened. */
  synchronized Map<HttpEvent, Long> all() {
    Map<HttpEvent, Long> all = new EnumMap<>(HttpEvent.class);
    tallies.forEach((event, tally) -> all.put(event, tally.count));
    return all;
  }
}
