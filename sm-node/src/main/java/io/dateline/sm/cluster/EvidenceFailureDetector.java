package io.dateline.sm.cluster;

import akka.event.EventStream;
import akka.remote.FailureDetector;
import akka.remote.PhiAccrualFailureDetector;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Akka's phi accrual detector, which judges by silence, and evidence, which needs no waiting.
 *
 * <p>Akka makes one for each peer by {@code akka.cluster.failure-detector.implementation-class} and
 * throws it away with the member, so evidence need not be taken back: a process that is gone does
 * not return, and its successor is another member. Any thread may call it.
 *
 * <p>Akka asks every detector 20 times a second. A node that has not asked for much longer got no
 * processor: what its peers said waits to be read, and it asked nothing of them itself. So silence
 * counts for nothing then, of no peer, until they have had time to be heard. Otherwise nodes that
 * start together on a busy host take each other for lost, and Akka gives up both of two nodes that
 * do. All peers are treated alike: a node that is cut off must not see one later than the other,
 * and take itself for half of a majority.
 */
public final class EvidenceFailureDetector implements FailureDetector {
  /** A node that has not looked for so long was itself held up. */
  private static final long HELD_UP_NS = Duration.ofMillis(500).toNanos();

  /** After that its peers have so long to be heard: a heartbeat a peer and its answer, and more. */
  private static final long HEARING_NS = Duration.ofSeconds(1).toNanos();

  private final FailureDetector silence;
  private final LongSupplier nanoTime;
  private final AtomicLong lookedNs;
  private final AtomicLong hearsUntilNs;
  private volatile boolean gone;

  /** The constructor that Akka looks for. */
  public EvidenceFailureDetector(Config config, EventStream events) {
    this(new PhiAccrualFailureDetector(config, events), System::nanoTime);
  }

  EvidenceFailureDetector(FailureDetector silence, LongSupplier nanoTime) {
    this.silence = silence;
    this.nanoTime = nanoTime;
    lookedNs = new AtomicLong(nanoTime.getAsLong());
    hearsUntilNs = new AtomicLong(nanoTime.getAsLong());
  }

  /** The peer's process is known to be gone. */
  void gone() {
    gone = true;
  }

  @Override
  public boolean isAvailable() {
    long nowNs = nanoTime.getAsLong();
    if (nowNs - lookedNs.getAndSet(nowNs) > HELD_UP_NS) {
      hearsUntilNs.set(nowNs + HEARING_NS);
    }
    return !gone && (silence.isAvailable() || nowNs - hearsUntilNs.get() < 0);
  }

  @Override
  public boolean isMonitoring() {
    return silence.isMonitoring();
  }

  @Override
  public void heartbeat() {
    silence.heartbeat();
  }
}
