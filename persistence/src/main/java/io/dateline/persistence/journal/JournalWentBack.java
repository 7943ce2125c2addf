package io.dateline.persistence.journal;

/**
 * Why a node ends whose journal lacks what it has read there. A copy from before was put back, or a
 * database has failed over to one that had not all of it. What switches were told since is not in
 * it, and a term that was begun would be begun again, with another key.
 *
 * @param sentence that names both places, and what to do
 */
public record JournalWentBack(String sentence) implements UnfitJournal {
  /** The setting with which a node goes on without. */
  static final String ACCEPT = "dateline.persistence.accept-lost-events";

  /**
   * What is told.
   *
   * @param mark that was read
   * @param found what the journal has instead
   */
  static JournalWentBack of(ReadMark mark, String found) {
    return new JournalWentBack(
        ("this node has read event %d (term %d) of %s, and %s: put the newer copy of the journal back,"
                + " or give up what was decided since, by starting each node once with %s = true")
            .formatted(mark.place().sequence(), mark.term(), mark.persistenceId(), found, ACCEPT));
  }
}
