package io.dateline.sm.history;

import akka.persistence.query.EventEnvelope;
import akka.persistence.query.Sequence;
import io.dateline.persistence.journal.JournalIndex.Entry;

/**
 * A place in the history of a subnet: between an event of its manager and the next one. The events
 * of switches have numbers of their own; which of them belong to it, their place in the journal
 * tells: the manager decides on a routing before switches are told it, and hears of them before it
 * calls the routing active. After the manager's last event before the moment, their time does.
 *
 * @param number of the manager's last event
 * @param writtenMs when that was written, ms since 1970
 * @param ordering its place in the journal
 * @param nextOrdering place of the manager's next event
 * @param untilMs time of the moment
 */
public record Moment(long number, long writtenMs, long ordering, long nextOrdering, long untilMs) {
  /** The moment of an event. */
  static Moment of(Entry event) {
    return new Moment(
        event.number(), event.writtenMs(), event.ordering(), event.ordering(), event.writtenMs());
  }

  /**
   * A time after an event.
   *
   * @param nextOrdering place of the manager's next event, or the largest number
   */
  static Moment after(Entry event, long nextOrdering, long untilMs) {
    return new Moment(event.number(), event.writtenMs(), event.ordering(), nextOrdering, untilMs);
  }

  /** Whether an event of a switch had happened. */
  boolean includes(EventEnvelope event) {
    long place = place(event);
    return place <= ordering || (place < nextOrdering && event.timestamp() <= untilMs);
  }

  /** The place of an event in the journal. */
  static long place(EventEnvelope event) {
    return ((Sequence) event.offset()).value();
  }
}
