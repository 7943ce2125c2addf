package io.dateline.sm.manager;

import io.dateline.mad.transport.MadExchange;

/**
 * What the parts of the machine share.
 *
 * @param setup of the node
 * @param out takes what they want done
 * @param time of the step
 * @param situation where the manager is
 * @param homes of programmers
 * @param requests what is asked of ports, and told to them
 */
record SmContext(
    SubnetManagerSetup setup,
    Outbox out,
    StepTime time,
    Situation situation,
    ProgrammerHomes homes,
    RunExchange requests) {
  /** A place for parts to begin in. */
  static SmContext begin(SubnetManagerSetup setup, Now now) {
    StepTime time = new StepTime(now);
    Outbox out = new Outbox();
    return new SmContext(
        setup,
        out,
        time,
        new Situation(setup, time),
        new ProgrammerHomes(setup, out),
        new RunExchange(setup.exchange()));
  }

  /** For what begins now, and ends with what is under way. */
  MadExchange exchange() {
    return requests.get();
  }

  /** Nothing that is under way comes to an end. */
  void beginRun() {
    out.beginRun();
    requests.beginRun();
  }
}
