package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.replica.ReplicaView;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A standby goes through its first moments as master, on what it has read, once for every routing,
 * and throws the result away. What is done for the first time when the master has died takes
 * several times as long: classes are linked, code is interpreted, randomness is gathered.
 */
public final class Rehearsal implements Consumer<ReplicaView> {
  private final SubnetSettings settings;
  private final long localPortGuid;
  private final SmStanding standing;
  private final LongSupplier newMKey;
  private final Executor computing;
  private long rehearsed; // generation

  /**
   * A rehearsal for one node.
   *
   * @param localPortGuid this node's port into the fabric
   * @param standing of this node; a master does not rehearse
   * @param newMKey as its manager would take one
   * @param computing where it runs
   */
  public Rehearsal(
      SubnetSettings settings,
      long localPortGuid,
      SmStanding standing,
      LongSupplier newMKey,
      Executor computing) {
    this.settings = settings;
    this.localPortGuid = localPortGuid;
    this.standing = standing;
    this.newMKey = newMKey;
    this.computing = computing;
  }

  /** To be called by one thread after the other. */
  @Override
  public void accept(ReplicaView view) {
    SubnetState state = view.subnet();
    if (state.active() == null
        || state.active().generation() == rehearsed
        || standing.state() == SmState.MASTER) {
      return;
    }
    rehearsed = state.active().generation();
    computing.execute(
        () -> {
          SubnetState next =
              state.apply(
                  new SubnetEvent.TermStarted(
                      state.term() + 1, newMKey.getAsLong(), "", "rehearsed", 0));
          Resumption.of(next, settings, localPortGuid, view.tables());
        });
  }
}
