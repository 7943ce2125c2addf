package io.dateline.sm.history;

import java.util.List;

/**
 * Some events in a row.
 *
 * @param events in their order
 * @param next number of the event that the next page begins with, 0 when this one is the last
 * @param term of the last event; whoever asks for the next page gives it back
 */
public record HistoryPage(List<HistoryLine> events, long next, long term) {
  public HistoryPage {
    events = List.copyOf(events);
  }
}
