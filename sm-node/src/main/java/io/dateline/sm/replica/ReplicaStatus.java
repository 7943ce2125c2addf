package io.dateline.sm.replica;

import io.dateline.sm.text.StatusWords;

/**
 * What a replica says of itself.
 *
 * @param state {@code starting}, {@link #FOLLOWING}, or what is wrong
 * @param sequence number of the last event of the subnet's manager that was read
 * @param term in that state
 * @param generation activated last in that state, 0 when there is none
 * @param switches with known tables
 * @param lagEvents events in the journal that were not read yet when it was last asked; -1 while it
 *     cannot be asked
 * @param lagMillis age of the oldest of them by this node's clock; the writer's may differ
 */
public record ReplicaStatus(
    String state,
    long sequence,
    long term,
    long generation,
    int switches,
    long lagEvents,
    long lagMillis) {
  public static final String FOLLOWING = StatusWords.FOLLOWING;

  /** Whether all was read that the journal had when it was last looked at. */
  public boolean isFollowing() {
    return state.equals(FOLLOWING);
  }

  /** Whether the journal answered when it was last asked. */
  public boolean knowsLag() {
    return lagEvents >= 0;
  }
}
