package io.dateline.sm.cli.remote;

import io.dateline.persistence.archive.ArchivedEvent;
import io.dateline.persistence.codec.KryoEventSerializer;
import io.dateline.persistence.codec.UnreadableRecordException;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.sm.history.line.HistoryLine;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Tells archived events of the manager one after the other. Has one owner. */
public final class ArchivedLines {
  private final KryoEventSerializer serializer = new KryoEventSerializer();
  private long term;

  /** Whether events of a persistence id are those of a manager. */
  public static boolean isTold(String persistenceId) {
    return persistenceId.startsWith("subnet|");
  }

  /**
   * The line of the next one.
   *
   * @throws UncheckedIOException if this version cannot read it
   */
  public HistoryLine next(ArchivedEvent archived) {
    try {
      SubnetEvent event =
          (SubnetEvent) serializer.fromBinary(archived.payload(), archived.manifest());
      term = event instanceof TermStarted started ? started.term() : term;
      return HistoryLine.of(archived.sequence(), archived.writtenMs(), term, event);
    } catch (UnreadableRecordException e) {
      throw new UncheckedIOException(
          new IOException(
              "event %d of %s cannot be read: %s"
                  .formatted(archived.sequence(), archived.persistenceId(), e.getMessage()),
              e));
    }
  }
}
