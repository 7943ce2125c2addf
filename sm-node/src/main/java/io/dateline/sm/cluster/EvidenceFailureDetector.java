package io.dateline.sm.cluster;

import akka.event.EventStream;
import akka.remote.FailureDetector;
import akka.remote.PhiAccrualFailureDetector;
import com.typesafe.config.Config;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Akka's phi accrual detector, which judges by silence, and evidence, which needs no waiting.
 *
 * <p>A node that has just come, or from whose side all others have, is still compiling its code: on
 * a host with other work it says nothing for a second or two. It is given more time at first, or
 * three nodes that are started together vote each other out.
 *
 * <p>Akka makes one for each peer by {@code akka.cluster.failure-detector.implementation-class} and
 * throws it away with the member, so evidence need not be taken back: a process that is gone does
 * not return, and its successor is another member. Any thread may call it.
 */
public final class EvidenceFailureDetector implements FailureDetector {
  /** For so long a peer is young, from its first heartbeat on. */
  private static final Duration YOUTH = Duration.ofSeconds(15);

  /** Silence of a young peer that counts for nothing. */
  private static final Duration YOUNG_PAUSE = Duration.ofSeconds(5);

  private final FailureDetector silence;
  private final LongSupplier nanoTime;
  private volatile boolean gone;
  private volatile long firstNs; // meaningful once there was a heartbeat
  private volatile long lastNs;

  /** The constructor that Akka looks for. */
  public EvidenceFailureDetector(Config config, EventStream events) {
    this(new PhiAccrualFailureDetector(config, events), System::nanoTime);
  }

  EvidenceFailureDetector(FailureDetector silence, LongSupplier nanoTime) {
    this.silence = silence;
    this.nanoTime = nanoTime;
  }

  /** The peer's process is known to be gone. */
  void gone() {
    gone = true;
  }

  @Override
  public boolean isAvailable() {
    return !gone && (silence.isAvailable() || isYoung());
  }

  private boolean isYoung() {
    long now = nanoTime.getAsLong();
    return isMonitoring()
        && now - firstNs < YOUTH.toNanos()
        && now - lastNs < YOUNG_PAUSE.toNanos();
  }

  @Override
  public boolean isMonitoring() {
    return silence.isMonitoring();
  }

  @Override
  public void heartbeat() {
    lastNs = nanoTime.getAsLong();
    if (!isMonitoring()) {
      firstNs = lastNs;
    }
    silence.heartbeat();
  }
}
