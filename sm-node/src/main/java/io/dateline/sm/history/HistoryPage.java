package io.dateline.sm.history;

import java.util.List;

/**
 * Some events in a row.
 *
 * @param events in their order
 * @param next number of the event that the next page begins with, 0 when there is none yet
 */
public record HistoryPage(List<HistoryLine> events, long next) {
  public HistoryPage {
    events = List.copyOf(events);
  }
}
