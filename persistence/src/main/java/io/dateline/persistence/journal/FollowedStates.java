package io.dateline.persistence.journal;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Extension;
import akka.actor.typed.ExtensionId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * States that this node has followed the journal to, by persistence id: a recovery of one of them
 * here begins with it instead of with a snapshot that is read from the journal ({@link
 * FollowedSnapshotStore}), which on a large subnet takes more than all other parts of a recovery
 * together. One of it a node; any thread may use it.
 */
public final class FollowedStates implements Extension {
  /**
   * A state, and how far it goes.
   *
   * @param last event that is in it
   * @param state immutable, as its {@link Snapshots} has it in memory
   */
  record Followed(JournalPlace last, Object state) {}

  private static final ExtensionId<FollowedStates> ID = new Id();

  private final Map<String, Followed> states = new ConcurrentHashMap<>();

  private FollowedStates() {}

  /** The node's. */
  public static FollowedStates get(ActorSystem<?> system) {
    return system.registerExtension(ID);
  }

  /** What recoveries begin with from now on. */
  public void know(String persistenceId, JournalPlace last, Object state) {
    states.put(persistenceId, new Followed(last, state));
  }

  /** Recoveries read all of it from now on. */
  public void forget(String persistenceId) {
    states.remove(persistenceId);
  }

  Optional<Followed> of(String persistenceId) {
    return Optional.ofNullable(states.get(persistenceId));
  }

  private static final class Id extends ExtensionId<FollowedStates> {
    @Override
    public FollowedStates createExtension(ActorSystem<?> system) {
      return new FollowedStates();
    }
  }
}
