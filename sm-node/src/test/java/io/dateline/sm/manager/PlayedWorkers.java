package io.dateline.sm.manager;

import io.dateline.persistence.journal.JournalHead;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.routing.actors.programmer.Work;
import io.dateline.sm.link.RelayedSets;
import io.dateline.sm.replica.SubnetReplica;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Workers that do not answer; a test has those answer that it plays. */
class PlayedWorkers implements Workers {
  private static <T> CompletionStage<T> silence() {
    return new CompletableFuture<>();
  }

  @Override
  public CompletionStage<RoutingEngineBehavior.Reply> compute(Order order, Duration patience) {
    return silence();
  }

  @Override
  public CompletionStage<CandidateTrial.Answer> tryCandidate(
      long port, CandidateTrial.Task task, Duration patience) {
    return silence();
  }

  @Override
  public CompletionStage<LftProgrammer.Recalled> recall(long switchGuid, Duration patience) {
    return silence();
  }

  @Override
  public void termBegan(long term) {}

  @Override
  public CompletionStage<ProgrammerReply> program(
      long switchGuid, Work work, long turn, SwitchReach reach, Duration patience) {
    return silence();
  }

  @Override
  public CompletionStage<RelayedSets.Answer> relay(long port, byte[] packed, Duration patience) {
    return silence();
  }

  @Override
  public CompletionStage<LayerAssigner.Reply> prove(Claim claim, Duration patience) {
    return silence();
  }

  @Override
  public CompletionStage<SubnetReplica.CaughtUp> catchUp(Duration patience) {
    return silence();
  }

  @Override
  public CompletionStage<Optional<JournalWentBack>> missed() {
    return CompletableFuture.completedStage(Optional.empty());
  }

  @Override
  public Optional<JournalWentBack> missedBy(long sequenceNumber, long term) {
    return Optional.empty();
  }

  @Override
  public CompletionStage<JournalHead.Contents> contents() {
    return silence();
  }
}
