package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.sm.discover.Extent;
import java.util.Optional;
import java.util.function.Consumer;

/** What the subnet manager is told, by others and by its own parts. */
public sealed interface SmCommand
    permits SmCommand.Sweep,
        SmCommand.LookAround,
        SmCommand.Trapped,
        SmCommand.Controlled,
        SmCommand.PollDue,
        SmCommand.Polled,
        SmCommand.Acknowledged,
        SmCommand.ForgetFrame,
        SmCommand.ChangePartition,
        SmCommand.OrderedSweep,
        SmCommand.ChangesAsked,
        SmCommand.GroupTablesDue,
        SmCommand.LeaseEnded,
        SmCommand.HomeLost,
        SmCommand.Stop,
        SmCommand.Begin,
        SmCommand.Followup,
        RightPlace.Inspected,
        RightPlace.Held,
        Succession.Resumed,
        NodeNotes.Compared,
        BalanceWatch.Measured,
        LayerQuestion.Remembered,
        GroupSweeps.RunPart,
        ProgrammerHomes.Answered,
        ProgrammerHomes.AskAgain,
        LightSweeps.LookedAround,
        SweepLook.StatesRead,
        TableAudit.TablesRead,
        TableAudit.JournalAsked,
        PartitionDesk.RunEnded,
        AliasDesk.Looked,
        AliasDesk.PauseOver,
        AliasDesk.RunEnded,
        StepEnded {

  /**
   * Asks for a heavy sweep; one asked for during another follows it.
   *
   * @param extent what it is to look at
   */
  public record Sweep(String reason, Extent extent) implements SmCommand {
    /** Of the whole subnet. */
    public Sweep(String reason) {
      this(reason, Extent.WHOLE);
    }
  }

  /** Asks for a light sweep. */
  public record LookAround() implements SmCommand {}

  /** Traps arrived; the gate tells what they ask for. */
  record Trapped(TrapGate gate) implements SmCommand {}

  /**
   * Another subnet manager has told this one something, at whichever of the cluster's ports.
   *
   * @param modifier of {@link SmControl}
   * @param smInfo what it says of itself
   * @param isProven whether it knows the SM_Key
   * @param receiver GUID of the end port that was told
   * @param sourceLid that it came from, permissive for a directed route
   * @param wayBack of a directed route, see {@code ReturnPath}
   */
  public record Controlled(
      int modifier, byte[] smInfo, boolean isProven, long receiver, int sourceLid, byte[] wayBack)
      implements SmCommand, SmMessage {}

  /** It is time to ask the subnet manager that goes before this one. */
  record PollDue() implements SmCommand {}

  /** What it answered; nothing where it did not. */
  record Polled(long portGuid, Optional<SmInfo> answer) implements SmCommand {}

  /** A handover was acknowledged, or could not be. */
  record Acknowledged(long portGuid) implements SmCommand {}

  /**
   * An operator wants torus, layers and tree forgotten, and settled anew.
   *
   * @param reason the operator's
   */
  record ForgetFrame(String reason, Consumer<FrameAnswer> answer) implements SmCommand {}

  /**
   * An operator gives ports to a partition, or takes some back, and wants to be told when they
   * know.
   *
   * @param reason the operator's
   */
  record ChangePartition(RunTimePartition changes, String reason, Consumer<PartitionAnswer> answer)
      implements SmCommand {}

  /**
   * An operator wants a heavy sweep, and to be told how it ended.
   *
   * @param reason the operator's
   */
  record OrderedSweep(String reason, SweepWish wish, Consumer<SweepAnswer> answer)
      implements SmCommand {}

  /** Requests to change groups, services, subscriptions or alias GUIDs wait. */
  record ChangesAsked() implements SmCommand {}

  /** Groups have changed some time ago. */
  record GroupTablesDue() implements SmCommand {}

  /** The lease of a service has ended. */
  record LeaseEnded() implements SmCommand {}

  /**
   * A node of this cluster is lost, and may live.
   *
   * @param portGuid of its end port
   */
  public record HomeLost(long portGuid) implements SmCommand {}

  /** Finish and stop; the singleton moves. */
  public record Stop() implements SmCommand {}

  record Begin() implements SmCommand {}

  /** From the machine's start, or the journal's failure, to the next one. */
  final class Run {}

  /**
   * What the machine has asked for itself: an answer, a timer, a note to itself. One of a run that
   * the journal's failure has ended would be taken for one of the run after it, which numbers its
   * sweeps from where the journal ends.
   *
   * @param run in which it was asked for
   */
  record Followup(Run run, SmCommand command) implements SmCommand {}
}
