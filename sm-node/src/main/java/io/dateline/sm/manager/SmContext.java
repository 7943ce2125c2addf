package io.dateline.sm.manager;

/**
 * What the parts of the machine share.
 *
 * @param setup of the node
 * @param out takes what they want done
 * @param time of the step
 * @param situation where the manager is
 * @param homes of programmers
 */
record SmContext(
    SubnetManagerSetup setup,
    Outbox out,
    StepTime time,
    Situation situation,
    ProgrammerHomes homes) {
  /** A place for parts to begin in. */
  static SmContext begin(SubnetManagerSetup setup, Now now) {
    StepTime time = new StepTime(now);
    Outbox out = new Outbox();
    return new SmContext(
        setup, out, time, new Situation(setup, time), new ProgrammerHomes(setup, out));
  }
}
