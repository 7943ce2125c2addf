package io.dateline.routing.actors.programmer;

import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.persistence.event.LftEvent;
import io.dateline.persistence.event.LftEvent.BlocksConfirmed;
import io.dateline.persistence.event.LftEvent.TopConfirmed;
import io.dateline.routing.actors.programmer.LftState.Decision;
import java.util.ArrayList;
import java.util.List;

/** A forwarding table; see {@link LftProgrammer.Program}. */
public record UnicastWork(long generation, int linearFdbTop, byte[] row, boolean forget)
    implements Work {
  @Override
  public Kind kind() {
    return Kind.UNICAST;
  }

  @Override
  public UnicastWork forgetting(boolean value) {
    return new UnicastWork(generation, linearFdbTop, row, value);
  }

  @Override
  public boolean isTopLast() {
    return false;
  }

  @Override
  public Decision decide(LftState state, SwitchInfo seen, long nowMs) {
    return state.decide(
        new LftState.Request(generation, linearFdbTop, row, forget),
        seen.linearFdbTop(),
        seen.linearFdbCap(),
        nowMs);
  }

  @Override
  public Sending begin(LftState state) {
    return new Sending(
        linearFdbTop,
        state.multicast().confirmedTop(),
        (writer, block, onOutcome) -> writer.block(row, block, onOutcome));
  }

  @Override
  public List<LftEvent> confirmations(ProgrammingRun run, long nowMs) {
    List<LftEvent> events = new ArrayList<>(2);
    if (run.takeTopUnconfirmed()) {
      events.add(new TopConfirmed(generation, linearFdbTop, nowMs));
    }
    if (run.unconfirmedCount() > 0) {
      events.add(new BlocksConfirmed(generation, run.takeUnconfirmed(), nowMs));
    }
    return events;
  }
}
