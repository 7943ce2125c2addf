package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.sm.discover.Survey;
import io.dateline.sm.link.KnownTables;
import io.dateline.sm.state.SubnetState;

/** Tables of ports that a sweep need not read, for the one before it has told them. */
final class TableMemory {
  private TableMemory() {}

  /**
   * After a sweep that did not end nothing is known of lanes, P_Keys and GUIDs, nor after another
   * manager's reign, nor of a node that has lost its key.
   *
   * @param isDoubted whether another manager may have written tables
   */
  static void carry(
      SubnetState state, Situation situation, Survey.Result survey, boolean isDoubted) {
    HeavySweep last = situation.active;
    if (last == null || state.unfinished() != 0 || isDoubted) {
      return;
    }
    HeavySweep sweep = situation.sweep;
    sweep.settled = last.settled;
    Fabric fabric = sweep.found.fabric();
    KnownTables.carry(
        last.found.fabric(),
        last.found.attributes(),
        fabric,
        sweep.found.attributes(),
        port -> DoubtfulSwitches.isOurs(state, sweep, survey.keys(), port));
  }
}
