package io.dateline.sm.manager;

import io.dateline.persistence.journal.JournalHead;
import io.dateline.persistence.journal.JournalWentBack;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.routing.actors.programmer.SwitchReach;
import io.dateline.routing.actors.programmer.Turns;
import io.dateline.routing.actors.programmer.Work;
import io.dateline.sm.link.RelayedSets;
import io.dateline.sm.replica.SubnetReplica;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Those that work for the manager, wherever in the cluster they are, and the journal. Each answer
 * may be late, or be a failure because there was none in time.
 */
public interface Workers {
  /** Each answers all that it is told to write; this is for what lived on a node that has gone. */
  Duration WRITING_PATIENCE = Duration.ofMinutes(2);

  /**
   * A routing that an engine is to compute.
   *
   * @param topologyId of the fabric, which the engine's node may have routed before
   * @param options digest of the options
   * @param memory digest of what engines remember
   * @param helpers GUIDs of the ports of nodes that may route steps of a chain
   */
  record Order(
      String engine,
      long topologyId,
      long generation,
      String options,
      String memory,
      List<Long> helpers) {}

  CompletionStage<RoutingEngineBehavior.Reply> compute(Order order, Duration patience);

  /**
   * Has another node compute and judge what a candidate comes to.
   *
   * @param port GUID of that node's port
   */
  CompletionStage<CandidateTrial.Answer> tryCandidate(
      long port, CandidateTrial.Task task, Duration patience);

  /** What the programmer of a switch remembers. */
  CompletionStage<LftProgrammer.Recalled> recall(long switchGuid, Duration patience);

  /** What programmers were asked in an earlier term is void. */
  void termBegan(long term);

  /**
   * Has the programmer of a switch tell it something, by a way from the port of its node.
   *
   * @param turn of the question, as {@link Turns} has it
   */
  CompletionStage<ProgrammerReply> program(
      long switchGuid, Work work, long turn, SwitchReach reach, Duration patience);

  /**
   * Has another node send Sets through its port.
   *
   * @param port GUID of that port
   * @param packed a part of a batch
   */
  CompletionStage<RelayedSets.Answer> relay(long port, byte[] packed, Duration patience);

  /**
   * Whether a routing is free of cycles, of the one that proves it.
   *
   * @param digest of the routing
   */
  record Claim(long topologyId, long generation, String engine, String digest, String reason) {}

  CompletionStage<LayerAssigner.Reply> prove(Claim claim, Duration patience);

  /** What this node has read, once it has read what is in the journal now. */
  CompletionStage<SubnetReplica.CaughtUp> catchUp(Duration patience);

  /** What the journal lacks of what this node has read. */
  CompletionStage<Optional<JournalWentBack>> missed();

  /**
   * The same, without asking the journal.
   *
   * @param sequenceNumber of the manager's last event
   * @param term of that
   */
  Optional<JournalWentBack> missedBy(long sequenceNumber, long term);

  /** What is in the journal. */
  CompletionStage<JournalHead.Contents> contents();
}
