package io.dateline.sm.manager;

import io.dateline.fabric.MulticastRow;
import io.dateline.routing.actors.engine.RoutingEngineBehavior;
import io.dateline.routing.actors.layer.LayerAssigner;
import io.dateline.routing.actors.programmer.ProgrammerReply;
import io.dateline.sm.alias.AliasRun;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Survey;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.partition.PartitionRun;
import java.time.Duration;
import java.util.Optional;

/**
 * A step of the sweep of this generation has ended: the message by which the manager hears of it.
 * One of another sweep than the one under way is dropped.
 */
sealed interface StepEnded extends SmCommand {
  long generation();

  record StepFailed(long generation, String reason) implements StepEnded {}

  record Found(long generation, Discovered found) implements StepEnded {}

  record Surveyed(long generation, Survey.Result survey) implements StepEnded {}

  /** Ports have given up their keys, for another subnet manager. */
  record Released(long generation, PortSets.Result result) implements StepEnded {}

  record HandoverAnswered(long generation, Boolean accepted) implements StepEnded {}

  /** Ports were moved to the term that resumed. */
  record Repointed(long generation, PortSets.Result result) implements StepEnded {}

  record SetsDone(long generation, PortSets.Result result) implements StepEnded {}

  /** Ports were told their P_Keys. */
  record KeysTold(long generation, PartitionRun.Result result) implements StepEnded {}

  /** Ports were told their alias GUIDs. */
  record GuidsTold(long generation, AliasRun.Result result) implements StepEnded {}

  /**
   * What a programmer remembers.
   *
   * @param multicast entries that its switch has acknowledged; empty when they are not known
   */
  record Recalled(
      long generation, int switchIndex, byte[] row, Optional<MulticastRow> multicast, long home)
      implements StepEnded {}

  /**
   * Whether the tables of before can go on.
   *
   * @param standing those, as an engine would answer; empty if an engine has to be asked
   * @param words what they go on without; or why not, a clause
   */
  record CacheLooked(
      long generation, Optional<RoutingEngineBehavior.Computed> standing, String words)
      implements StepEnded {}

  record EngineReplied(long generation, RoutingEngineBehavior.Reply reply) implements StepEnded {}

  /** There was no answer so far. */
  record EngineSilent(long generation, String engine, Duration waited) implements StepEnded {}

  record Judged(long generation, RoutingCheck check) implements StepEnded {}

  /**
   * Another node has tried a candidate.
   *
   * @param port GUID of that node's port
   */
  record CandidateTried(long generation, String engine, long port, CandidateTrial.Answer answer)
      implements StepEnded {}

  /**
   * Another node has computed the tables of the sweep, too.
   *
   * @param port GUID of that node's port
   */
  record TablesWitnessed(long generation, String engine, long port, CandidateTrial.Answer answer)
      implements StepEnded {}

  /** Other nodes have not yet. */
  record WitnessesLate(long generation) implements StepEnded {}

  /** Other nodes have not tried all candidates yet. */
  record CandidatesLate(long generation) implements StepEnded {}

  /** The last candidate has been asked. */
  record Compared(long generation) implements StepEnded {}

  record LayersTold(long generation, LayerAssigner.Reply reply) implements StepEnded {}

  record ProgrammerReplied(long generation, long switchGuid, ProgrammerReply reply)
      implements StepEnded {}
}
