package io.dateline.sm.manager.shell;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.EntityRef;
import io.dateline.persistence.journal.JournalHead;
import io.dateline.persistence.journal.JournalMark;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.routing.actors.engine.EngineEntityId;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.MulticastWork;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.routing.actors.programmer.UnicastWork;
import io.dateline.routing.actors.programmer.Work;
import io.dateline.sm.link.RelayedSets;
import io.dateline.sm.manager.CandidateTrial;
import io.dateline.sm.manager.Workers;
import io.dateline.sm.replica.SubnetReplica;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;

/** Workers that are entities of a cluster, the replica of this node, and its journal. */
public final class ClusterWorkers implements Workers {
  private final ActorSystem<?> system;
  private final ClusterSharding sharding;
  private final ActorRef<SubnetReplica.Command> replica;
  private final LongFunction<Optional<Address>> nodeOf;
  private final Turns turns;
  private final String persistenceId;

  /**
   * Those of a node.
   *
   * @param replica what this node has read of the journal
   * @param nodeOf where the member is that has a port, by its GUID
   * @param turns that the node knows of
   * @param subnetPrefix of the subnet
   */
  public ClusterWorkers(
      ActorSystem<?> system,
      ClusterSharding sharding,
      ActorRef<SubnetReplica.Command> replica,
      LongFunction<Optional<Address>> nodeOf,
      Turns turns,
      long subnetPrefix) {
    this.nodeOf = nodeOf;
    this.turns = turns;
    this.system = system;
    this.sharding = sharding;
    this.replica = replica;
    persistenceId = SubnetState.journalId(subnetPrefix);
  }

  @Override
  public CompletionStage<RoutingEngineBehavior.Reply> compute(Order order, Duration patience) {
    EntityRef<RoutingEngineBehavior.Command> engine =
        sharding.entityRefFor(
            RoutingEngineBehavior.TYPE_KEY,
            new EngineEntityId(order.engine(), order.topologyId()).toString());
    return engine.ask(
        replyTo ->
            new RoutingEngineBehavior.Compute(
                order.generation(),
                replyTo,
                order.options(),
                order.memory(),
                order.helpers().stream().mapToLong(Long::longValue).toArray()),
        patience);
  }

  @Override
  public CompletionStage<CandidateTrial.Answer> tryCandidate(
      long port, CandidateTrial.Task task, Duration patience) {
    Optional<Address> node = nodeOf.apply(port);
    if (node.isEmpty()) {
      return CompletableFuture.completedStage(
          new CandidateTrial.Unable("it is no member any more"));
    }
    return AskPattern.<CandidateDesk.Try, CandidateDesk.Tried>ask(
            CandidateDesk.at(system, node.get()),
            replyTo -> new CandidateDesk.Try(task, replyTo),
            patience,
            system.scheduler())
        .thenApply(CandidateDesk.Tried::answer);
  }

  @Override
  public CompletionStage<LftProgrammer.Recalled> recall(long switchGuid, Duration patience) {
    return programmer(switchGuid).ask(LftProgrammer.Recall::new, patience);
  }

  @Override
  public void termBegan(long term) {
    turns.termBegan(term);
  }

  @Override
  public CompletionStage<ProgrammerReply> program(
      long switchGuid, Work work, long turn, SwitchReach reach, Duration patience) {
    turns.asked(switchGuid, work.kind(), turn);
    return programmer(switchGuid).ask(replyTo -> command(work, turn, reach, replyTo), patience);
  }

  private static LftProgrammer.Command command(
      Work work, long turn, SwitchReach reach, ActorRef<ProgrammerReply> replyTo) {
    return switch (work) {
      case UnicastWork table ->
          new LftProgrammer.Program(
              table.generation(),
              table.linearFdbTop(),
              table.row(),
              table.forget(),
              replyTo,
              reach,
              turn);
      case MulticastWork groups ->
          new LftProgrammer.ProgramMulticast(
              groups.generation(),
              groups.multicastFdbTop(),
              groups.positions(),
              groups.blocks(),
              groups.row().blocks(groups.blocks()),
              groups.onlyTake(),
              groups.isSeenNow(),
              groups.forget(),
              replyTo,
              reach,
              turn);
    };
  }

  private EntityRef<LftProgrammer.Command> programmer(long switchGuid) {
    return sharding.entityRefFor(LftProgrammer.TYPE_KEY, LftProgrammer.entityId(switchGuid));
  }

  @Override
  public CompletionStage<RelayedSets.Answer> relay(long port, byte[] packed, Duration patience) {
    Optional<Address> node = nodeOf.apply(port);
    if (node.isEmpty()) {
      return CompletableFuture.failedStage(
          new RelayedSets.NotSentException("the node that was to send it is no member any more"));
    }
    return AskPattern.<SetDesk.Send, SetDesk.Sent>ask(
            SetDesk.at(system, node.get()),
            replyTo -> new SetDesk.Send(packed, replyTo),
            patience,
            system.scheduler())
        .thenApply(SetDesk.Sent::answer);
  }

  @Override
  public CompletionStage<LayerAssigner.Reply> prove(Claim claim, Duration patience) {
    EntityRef<LayerAssigner.Command> assigner =
        sharding.entityRefFor(LayerAssigner.TYPE_KEY, LayerAssigner.entityId(claim.topologyId()));
    return assigner.ask(
        replyTo ->
            new LayerAssigner.Prove(
                claim.generation(), claim.engine(), claim.digest(), claim.reason(), replyTo),
        patience);
  }

  @Override
  public CompletionStage<SubnetReplica.CaughtUp> catchUp(Duration patience) {
    return AskPattern.ask(replica, SubnetReplica.CatchUp::new, patience, system.scheduler());
  }

  @Override
  public CompletionStage<Optional<JournalWentBack>> missed() {
    return JournalMark.get(system).missed();
  }

  @Override
  public Optional<JournalWentBack> missedBy(long sequenceNumber, long term) {
    return JournalMark.get(system)
        .last()
        .flatMap(mark -> mark.missedBy(persistenceId, sequenceNumber, term));
  }

  @Override
  public CompletionStage<JournalHead.Contents> contents() {
    return new JournalHead(system).contents();
  }
}
