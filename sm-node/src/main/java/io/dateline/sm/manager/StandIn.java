package io.dateline.sm.manager;

import io.dateline.fabric.MulticastRow;
import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.discover.PortLook;
import io.dateline.sm.registration.Register;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.state.SubnetState;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers for a master that ended while the journal is away. No term can begin then, so nothing is
 * written, to the fabric neither; but this node has read what the master knew, and questions are
 * answered from that until a term begins. As in a {@link Resumption}, tables are proven by their
 * digest, and the own port must show the last term's key and master.
 *
 * <p>The manager's actor takes no messages while it waits for its journal: what is found out
 * meanwhile arrives here on other threads.
 */
public final class StandIn {
  private static final Logger LOG = LoggerFactory.getLogger(StandIn.class);

  private final SubnetManagerSetup setup;
  private final Situation situation; // its own: the manager's is that of terms
  private SubnetState state; // answered from, null while nothing is
  private String why = "it does not answer"; // the journal is away
  private boolean isGettingReady;
  private boolean isOver;

  public StandIn(SubnetManagerSetup setup) {
    this.setup = setup;
    Now begin = new Now(System.nanoTime(), System.currentTimeMillis());
    situation = new Situation(setup, new StepTime(begin));
  }

  /** The journal did not answer in time, or says why it cannot be used; more than once perhaps. */
  public synchronized void journalIsAway(String reason) {
    why = reason;
    if (state != null) {
      publishStatus();
    } else if (!isOver && !isGettingReady && !setup.standing().isInCharge()) {
      isGettingReady = true;
      getReady(setup.replicated().get());
    }
  }

  /** A term begins, which says itself what there is to say; or there is none to begin any more. */
  public synchronized void end() {
    isOver = true;
    state = null;
  }

  /** Whether questions are answered here; then the status says so. */
  public synchronized boolean answers() {
    return state != null;
  }

  private void getReady(ReplicaView read) {
    CompletionStage<Optional<HeavySweep>> last =
        CompletableFuture.supplyAsync(
                () ->
                    setup
                        .known()
                        .take(read.subnet())
                        .flatMap(
                            known ->
                                Resumption.of(
                                    read.subnet(),
                                    setup.settings(),
                                    known,
                                    read.tables(),
                                    System.nanoTime())),
                setup.computing())
            .thenCompose(this::ifUndisturbed);
    last.whenComplete((sweep, failure) -> ready(read, failure == null ? sweep : Optional.empty()));
  }

  private CompletionStage<Optional<HeavySweep>> ifUndisturbed(Optional<HeavySweep> last) {
    return last.isEmpty()
        ? CompletableFuture.completedStage(last)
        : PortLook.atHome(setup.exchange(), last.get().found)
            .thenApply(changed -> changed.isEmpty() ? last : Optional.empty());
  }

  private synchronized void ready(ReplicaView read, Optional<HeavySweep> last) {
    isGettingReady = false;
    if (isOver || last.isEmpty()) {
      return;
    }
    state = read.subnet();
    ReplicatedTables tables = read.tables();
    situation.active = last.get();
    situation.multicast = guid -> tables.multicast(guid).orElse(MulticastRow.EMPTY);
    situation.publishView(state);
    setup
        .onRegister()
        .accept(
            Register.of(
                setup.settings().groups(),
                state.groups(),
                state.registrations(),
                ChangeGate.CLOSED));
    setup.standing().standIn();
    LOG.warn(
        "The journal is away and the master has ended: answers as of generation {}, term {}",
        situation.active.generation,
        state.term());
    publishStatus();
  }

  private void publishStatus() {
    situation.waitForJournal(why);
    situation.publish(state);
  }
}
