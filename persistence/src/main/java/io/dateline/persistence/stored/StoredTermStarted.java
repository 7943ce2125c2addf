package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.TermStarted;

/** {@link TermStarted}, version 1. */
public record StoredTermStarted(long term, long mKey, String node, String reason, long atMs) {
  public static StoredTermStarted of(TermStarted event) {
    return new StoredTermStarted(
        event.term(), event.mKey(), event.node(), event.reason(), event.atMs());
  }

  public TermStarted toEvent() {
    return new TermStarted(term, mKey, node, reason, atMs);
  }
}
