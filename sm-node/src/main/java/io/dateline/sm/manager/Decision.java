package io.dateline.sm.manager;

import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.state.SubnetState;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a part of the manager has decided: facts for the journal, and what is done once it has taken
 * them.
 *
 * @param facts none where only {@code then} is to be done
 * @param then is given the state after the facts
 */
record Decision(List<SubnetEvent> facts, Consumer<SubnetState> then) {
  /** There is nothing to journal, and nothing waits for the journal. */
  static final Decision NONE = new Decision(List.of(), state -> {});

  static Decision of(SubnetEvent fact, Consumer<SubnetState> then) {
    return new Decision(List.of(fact), then);
  }
}
