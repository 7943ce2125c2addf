package io.dateline.sm.history;

import akka.persistence.query.EventEnvelope;
import io.dateline.persistence.event.LayerEvent;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.sm.history.line.HistoryLine;
import java.util.ArrayList;
import java.util.List;

/**
 * Some events in a row.
 *
 * @param events in their order
 * @param next number of the event that the next page begins with, 0 when this one is the last
 * @param term of the last event; a client that asks for the next page gives it back
 */
public record HistoryPage(List<HistoryLine> events, long next, long term) {
  public HistoryPage {
    events = List.copyOf(events);
  }

  /**
   * Puts a page together.
   *
   * @param first number of its first event
   * @param size how many events of the manager are on it at most
   * @param term of the event before
   * @param events the manager's from the first on, one more than there is room for if there is one
   * @param layers what layer assigners found from the first event on; by their place in the journal
   */
  static HistoryPage of(
      long first, int size, long term, List<EventEnvelope> events, List<EventEnvelope> layers) {
    List<HistoryLine> lines = new ArrayList<>();
    int on = Math.min(events.size(), size);
    int taken = 0; // of layers
    long now = term;
    for (int i = 0; i < on; i++) {
      EventEnvelope envelope = events.get(i);
      SubnetEvent event = (SubnetEvent) envelope.event();
      now = event instanceof TermStarted started ? started.term() : now;
      lines.add(HistoryLine.of(envelope.sequenceNr(), envelope.timestamp(), now, event));
      long end = i + 1 < events.size() ? Moment.place(events.get(i + 1)) : Long.MAX_VALUE;
      for (; taken < layers.size() && Moment.place(layers.get(taken)) < end; taken++) {
        EventEnvelope found = layers.get(taken);
        lines.add(
            HistoryLine.of(
                envelope.sequenceNr(), found.timestamp(), now, (LayerEvent) found.event()));
      }
    }
    return new HistoryPage(lines, on < size ? 0 : first + size, now);
  }
}
