package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.FrameReset;

/** {@link FrameReset}, version 1. */
public record StoredFrameReset(String reason, long atMs) {
  public static StoredFrameReset of(FrameReset event) {
    return new StoredFrameReset(event.reason(), event.atMs());
  }

  public FrameReset toEvent() {
    return new FrameReset(reason, atMs);
  }
}
