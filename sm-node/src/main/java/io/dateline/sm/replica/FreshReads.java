package io.dateline.sm.replica;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Scheduler;
import akka.actor.typed.javadsl.AskPattern;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Has the replica read the journal before a question is answered. So an operator that was told that
 * an order is done finds it in the next answer, of any node.
 */
public final class FreshReads implements Supplier<CompletionStage<SubnetReplica.CaughtUp>> {
  /** A database that hangs refuses nothing; an answer of a moment ago is better than none. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ActorRef<SubnetReplica.Command> replica;
  private final Scheduler scheduler;
  private final Supplier<ReplicaView> last;

  /**
   * Reads of one node.
   *
   * @param last what the replica has read last
   */
  public FreshReads(
      ActorRef<SubnetReplica.Command> replica, Scheduler scheduler, Supplier<ReplicaView> last) {
    this.replica = replica;
    this.scheduler = scheduler;
    this.last = last;
  }

  /** What the journal says now or, while it cannot be read, what is known of it. Never fails. */
  @Override
  public CompletionStage<SubnetReplica.CaughtUp> get() {
    return AskPattern.ask(replica, SubnetReplica.CatchUp::new, PATIENCE, scheduler)
        .exceptionally(unanswered -> new SubnetReplica.CaughtUp(last.get(), false));
  }
}
