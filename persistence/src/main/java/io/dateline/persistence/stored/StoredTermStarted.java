package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.TermKeys;

/** {@link TermStarted}, version 1: all ports have the same M_Key. Only read. */
public record StoredTermStarted(long term, long mKey, String node, String reason, long atMs) {
  public static StoredTermStarted of(TermStarted event) {
    return new StoredTermStarted(
        event.term(), event.keys().sharedKey(), event.node(), event.reason(), event.atMs());
  }

  public TermStarted toEvent() {
    return new TermStarted(term, TermKeys.shared(mKey), node, reason, atMs);
  }
}
