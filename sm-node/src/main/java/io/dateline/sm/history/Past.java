package io.dateline.sm.history;

import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.state.SubnetState;

/**
 * What a subnet's manager knew at a moment.
 *
 * @param moment when
 * @param subnet its state, with the nodes of the sweep that the active routing is of
 */
public record Past(Moment moment, SubnetState subnet) {

  /**
   * A state under replay.
   *
   * @param nodesOf generation of the sweep that nodes were last written down after, 0 before
   */
  record Replay(SubnetState subnet, long nodesOf) {
    static final Replay BEGIN = new Replay(SubnetState.EMPTY, 0);

    /** A snapshot, which does not tell of which sweep its nodes are: those of its routing. */
    static Replay of(SubnetState snapshot) {
      return new Replay(snapshot, snapshot.active() == null ? 0 : snapshot.active().generation());
    }

    Replay after(SubnetEvent event) {
      return new Replay(
          subnet.apply(event),
          event instanceof SubnetEvent.NodesSeen seen ? seen.generation() : nodesOf);
    }

    /**
     * Whether an event that came later tells the nodes of the active routing: they are compared and
     * written down a little after it is active.
     */
    boolean isCompletedBy(SubnetEvent event) {
      return event instanceof SubnetEvent.NodesSeen seen && seen.generation() == activeGeneration();
    }

    boolean lacksNodes() {
      return activeGeneration() != nodesOf;
    }

    private long activeGeneration() {
      return subnet.active() == null ? 0 : subnet.active().generation();
    }
  }
}
