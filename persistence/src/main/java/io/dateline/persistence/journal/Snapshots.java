package io.dateline.persistence.journal;

import akka.persistence.typed.SnapshotAdapter;
import java.util.function.Function;

/**
 * How a state is written as a snapshot and read again; one of it for all that read or write it.
 *
 * @param toStored what is journaled of a state
 * @param fromStored the state of it
 */
public record Snapshots<S>(Function<S, Object> toStored, Function<Object, S> fromStored) {
  /** For Akka. */
  public SnapshotAdapter<S> adapter() {
    return new SnapshotAdapter<>() {
      @Override
      public Object toJournal(S state) {
        return toStored.apply(state);
      }

      @Override
      @SuppressWarnings("unchecked") // what is known by a persistence id is a state of its kind
      public S fromJournal(Object stored) {
        return stored instanceof FollowedStates.Followed followed
            ? (S) followed.state()
            : fromStored.apply(stored);
      }
    };
  }
}
