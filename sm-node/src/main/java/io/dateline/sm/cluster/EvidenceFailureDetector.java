package io.dateline.sm.cluster;

import akka.event.EventStream;
import akka.remote.FailureDetector;
import akka.remote.PhiAccrualFailureDetector;
import com.typesafe.config.Config;

/**
 * Akka's phi accrual detector, which judges by silence, and evidence, which needs no waiting.
 *
 * <p>Akka makes one for each peer by {@code akka.cluster.failure-detector.implementation-class} and
 * throws it away with the member, so evidence need not be taken back: a process that is gone does
 * not return, and its successor is another member. Any thread may call it.
 */
public final class EvidenceFailureDetector implements FailureDetector {
  private final FailureDetector silence;
  private volatile boolean gone;

  /** The constructor that Akka looks for. */
  public EvidenceFailureDetector(Config config, EventStream events) {
    this(new PhiAccrualFailureDetector(config, events));
  }

  EvidenceFailureDetector(FailureDetector silence) {
    this.silence = silence;
  }

  /** The peer's process is known to be gone. */
  void gone() {
    gone = true;
  }

  @Override
  public boolean isAvailable() {
    return !gone && silence.isAvailable();
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
