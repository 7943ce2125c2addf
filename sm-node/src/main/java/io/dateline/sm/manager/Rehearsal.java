package io.dateline.sm.manager;

import io.dateline.persistence.event.NodeEvent.StandbyReady;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.state.SubnetState;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A standby goes through its first moments as master, on what it has read, whenever that has
 * changed. What is done for the first time when the master has died takes several times as long:
 * classes are linked, code is interpreted, randomness is gathered; and what it puts together is
 * kept ({@link KnownSubnet}). The first time that it ends well the node is ready to take over.
 */
public final class Rehearsal implements Consumer<ReplicaView> {
  private final KnownSubnet known;
  private final String nodeName;
  private final SmStanding standing;
  private final BooleanSupplier sawElder;
  private final Supplier<TermKeys> newKeys;
  private final Executor computing;
  private final Consumer<StandbyReady> onReady;
  private boolean isReady; // of the rehearsal under way, there is one at a time
  private final AtomicBoolean isUnderWay = new AtomicBoolean();
  private volatile SubnetState rehearsed = SubnetState.EMPTY;
  private ReplicaView tried = ReplicaView.EMPTY;

  /**
   * A rehearsal for one node.
   *
   * @param known where the subnet that was put together is kept
   * @param nodeName of this SM node, for the journal
   * @param standing of this node; a master does not rehearse
   * @param sawElder whether there has been one before which this node stands by
   * @param newKeys as its manager would take them
   * @param computing where it runs
   * @param onReady told once
   */
  public Rehearsal(
      KnownSubnet known,
      String nodeName,
      SmStanding standing,
      BooleanSupplier sawElder,
      Supplier<TermKeys> newKeys,
      Executor computing,
      Consumer<StandbyReady> onReady) {
    this.known = known;
    this.nodeName = nodeName;
    this.standing = standing;
    this.sawElder = sawElder;
    this.newKeys = newKeys;
    this.computing = computing;
    this.onReady = onReady;
  }

  /**
   * To be called by one thread after the other, again and again: what is needed may not have been
   * read all at once.
   */
  @Override
  public void accept(ReplicaView view) {
    SubnetState state = view.subnet();
    if (state.active() == null
        || isRehearsed(state)
        || view.equals(tried)
        || standing.state() != SmState.STANDBY
        || !sawElder.getAsBoolean()
        || !isUnderWay.compareAndSet(false, true)) {
      return;
    }
    tried = view;
    computing.execute(
        () -> {
          try {
            rehearse(view);
          } finally {
            isUnderWay.set(false);
          }
        });
  }

  private boolean isRehearsed(SubnetState state) {
    return state.active().equals(rehearsed.active())
        && state.nodes() == rehearsed.nodes()
        && state.memory().equals(rehearsed.memory())
        && state.lids() == rehearsed.lids();
  }

  private void rehearse(ReplicaView view) {
    SubnetState state = view.subnet();
    SubnetState next =
        state.apply(
            new SubnetEvent.TermStarted(state.term() + 1, newKeys.get(), nodeName, "rehearsed", 0));
    known
        .learn(next)
        .flatMap(
            parts -> Resumption.of(next, known.settings(), parts, view.tables(), System.nanoTime()))
        .ifPresent(
            last -> {
              Resumption.addresses(next, last, new PortKeys());
              rehearsed = state;
              beReady(state.term(), last.generation);
            });
  }

  private void beReady(long term, long generation) {
    if (!isReady) {
      isReady = true;
      onReady.accept(new StandbyReady(nodeName, term, generation, System.currentTimeMillis()));
    }
  }
}
