package io.dateline.it.engines;

import io.dateline.mad.Mad;
import io.dateline.sim.SimulatedFabric;

/** Does something the moment a master's sweep comes to a stage; all on the simulator's thread. */
final class StageWatch {
  private final SimulatedFabric simulated;
  private final SimulatedFabric.SetObserver alsoTold;
  private SweepStage stage; // null while nobody is waited for
  private int sender;
  private int left;
  private Runnable reached;

  /**
   * Watches a fabric from now on.
   *
   * @param alsoTold is shown every Set as well
   */
  StageWatch(SimulatedFabric simulated, SimulatedFabric.SetObserver alsoTold) {
    this.simulated = simulated;
    this.alsoTold = alsoTold;
    simulated.onSet(this::noteSet);
    simulated.onGet(this::noteGet);
  }

  /**
   * Waits for a stage of the next sweep.
   *
   * @param senderPort of the master
   * @param once called once, before the MAD that shows it is answered
   */
  void await(SweepStage awaited, int senderPort, Runnable once) {
    stage = awaited;
    sender = senderPort;
    left = awaited.count;
    reached = once;
  }

  /** Waits for nothing any more. */
  void giveUp() {
    stage = null;
  }

  private void noteSet(int senderPort, int port, Mad set, boolean refused) {
    alsoTold.onSet(senderPort, port, set, refused);
    if (!refused
        && stage != null
        && senderPort == sender
        && stage.isShownBySet(simulated, port, set)) {
      count();
    }
  }

  private void noteGet(int senderPort, int port, int attributeId) {
    if (stage != null && senderPort == sender && stage.isShownByGet(attributeId)) {
      count();
    }
  }

  private void count() {
    if (--left == 0) {
      stage = null;
      reached.run();
    }
  }
}
