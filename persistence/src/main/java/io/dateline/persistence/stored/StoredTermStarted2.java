package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.TermKeys;

/**
 * {@link TermStarted}, version 2. A reader of version 1 alone does not know it, and leaves: it
 * could not write to any port.
 *
 * @param mKey of all ports, 0 where each has its own
 * @param secret that M_Keys are derived from, null where there is none
 */
public record StoredTermStarted2(
    long term, long mKey, byte[] secret, String node, String reason, long atMs) {
  public static StoredTermStarted2 of(TermStarted event) {
    return new StoredTermStarted2(
        event.term(),
        event.keys().sharedKey(),
        event.keys().secret().orElse(null),
        event.node(),
        event.reason(),
        event.atMs());
  }

  public TermStarted toEvent() {
    TermKeys keys = secret == null ? TermKeys.shared(mKey) : TermKeys.derived(secret);
    return new TermStarted(term, keys, node, reason, atMs);
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return "StoredTermStarted2[term=%d]".formatted(term);
  }
}
