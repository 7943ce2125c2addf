package io.dateline.routing.actors.programmer;

import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.persistence.event.LftEvent;
import io.dateline.routing.actors.programmer.LftState.Decision;
import java.util.List;
import java.util.function.Consumer;

/** Something that a switch is to be told: of one kind of table, all of it. */
public sealed interface Work permits UnicastWork, MulticastWork {
  /** In the order in which they begin, if both wait. */
  enum Kind {
    UNICAST,
    MULTICAST
  }

  /** Work of the same kind takes over from what came before. */
  Kind kind();

  /** Of the routing. */
  long generation();

  /** Whether the switch has restarted, or what it holds is not known. */
  boolean forget();

  /** That a switch has restarted stays true when work without that knowledge takes over. */
  Work forgetting(boolean value);

  /** Whether LinearFDBTop, or MulticastFDBTop, goes last and not first. */
  boolean isTopLast();

  /**
   * What is to be journaled and sent.
   *
   * @param seen the switch as it was last seen
   */
  Decision decide(LftState state, SwitchInfo seen, long nowMs);

  /** What is sent, now that the journal has the decision. */
  Sending begin(LftState state);

  /** What acknowledgements are to be journaled. */
  List<LftEvent> confirmations(ProgrammingRun run, long nowMs);

  /**
   * What goes to the switch.
   *
   * @param linearFdbTop as {@link SwitchWriter#tops} takes it
   * @param multicastFdbTop as the same takes it
   */
  record Sending(int linearFdbTop, int multicastFdbTop, Blocks blocks) {
    /** Sends a block by its number, or {@link ProgrammingRun#TOP}. */
    void send(SwitchWriter writer, int block, Consumer<MadOutcome> onOutcome) {
      if (block == ProgrammingRun.TOP) {
        writer.tops(linearFdbTop, multicastFdbTop, onOutcome);
      } else {
        blocks.send(writer, block, onOutcome);
      }
    }
  }

  /** Sends a block by its number. */
  interface Blocks {
    void send(SwitchWriter writer, int block, Consumer<MadOutcome> onOutcome);
  }
}
