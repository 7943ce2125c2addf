package io.dateline.sm.manager;

/**
 * What the parts of the machine share.
 *
 * @param setup of the node
 * @param out takes what they want done
 * @param time of the step
 * @param situation where the manager is
 */
record SmContext(SubnetManagerSetup setup, Outbox out, StepTime time, Situation situation) {
  /** A place for parts to begin in. */
  static SmContext begin(SubnetManagerSetup setup, Now now) {
    StepTime time = new StepTime(now);
    return new SmContext(setup, new Outbox(), time, new Situation(setup, time));
  }
}
