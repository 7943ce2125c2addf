package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.PartitionsRead;

/** {@link PartitionsRead}, version 1. Of texts each line is one. */
public record StoredPartitionsRead(
    String lines, String digest, String changes, String reason, long atMs) {
  public static StoredPartitionsRead of(PartitionsRead event) {
    return new StoredPartitionsRead(
        String.join("\n", event.lines()),
        event.digest(),
        String.join("\n", event.changes()),
        event.reason(),
        event.atMs());
  }

  public PartitionsRead toEvent() {
    return new PartitionsRead(Appended.lines(lines), digest, Appended.lines(changes), reason, atMs);
  }
}
