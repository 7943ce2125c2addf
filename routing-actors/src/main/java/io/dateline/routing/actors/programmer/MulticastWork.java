package io.dateline.routing.actors.programmer;

import io.dateline.fabric.MulticastRow;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.LftEvent.MulticastConfirmed;
import io.dateline.routing.actors.programmer.LftState.Decision;
import java.util.List;

/** Multicast entries; see {@link LftProgrammer.ProgramMulticast}. */
public record MulticastWork(
    long generation,
    int multicastFdbTop,
    int positions,
    int[] blocks,
    MulticastRow row,
    boolean onlyTake,
    boolean isSeenNow,
    boolean forget)
    implements Work {
  @Override
  public Kind kind() {
    return Kind.MULTICAST;
  }

  @Override
  public MulticastWork forgetting(boolean value) {
    return new MulticastWork(
        generation, multicastFdbTop, positions, blocks, row, onlyTake, isSeenNow, value);
  }

  @Override
  public boolean isTopLast() {
    return true;
  }

  @Override
  public Decision decide(LftState state, SwitchInfo seen, long nowMs) {
    return state.decide(
        new LftState.MulticastRequest(
            generation, multicastFdbTop, positions, blocks, row, onlyTake, forget),
        isSeenNow ? seen.multicastFdbTop() : 0,
        nowMs);
  }

  @Override
  public Sending begin(LftState state) {
    MulticastRow entries = state.multicast().row();
    return new Sending(
        state.confirmedTop(),
        multicastFdbTop,
        (writer, block, onOutcome) -> writer.multicastBlock(entries, block, onOutcome));
  }

  @Override
  public List<LftEvent> confirmations(ProgrammingRun run, long nowMs) {
    int top = run.takeTopUnconfirmed() ? multicastFdbTop : 0;
    return top == 0 && run.unconfirmedCount() == 0
        ? List.of()
        : List.of(new MulticastConfirmed(generation, top, run.takeUnconfirmed(), nowMs));
  }
}
