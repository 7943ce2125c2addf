package io.dateline.sm.manager;

import io.dateline.fabric.Guid;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.sm.discover.Survey;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * What becomes of a sweep, and of the manager, when others are met on the fabric or tell it
 * something: it goes on, stands by, hands over, or waits to be handed the subnet.
 */
final class OtherManagers {
  /** Between two orders of a subnet manager that shows no SM_Key. */
  private static final Duration UNPROVEN_PAUSE = Duration.ofSeconds(1);

  private final SmContext context;
  private final Situation situation;
  private final SweepDemand demand;
  private final StepPipe pipe;
  private final Mastership mastership;
  private final PortKeys portKeys;
  private final HeavySweeps sweeps;
  private final GroupSweeps groupSweeps;
  private final Map<Long, Long> unprovenNs = new HashMap<>(); // by port GUID of one that was met

  OtherManagers(
      SmContext context,
      SweepDemand demand,
      StepPipe pipe,
      Mastership mastership,
      PortKeys portKeys,
      HeavySweeps sweeps,
      GroupSweeps groupSweeps) {
    this.context = context;
    situation = context.situation();
    this.demand = demand;
    this.pipe = pipe;
    this.mastership = mastership;
    this.portKeys = portKeys;
    this.sweeps = sweeps;
    this.groupSweeps = groupSweeps;
  }

  void controlled(SubnetState state, SmCommand.Controlled told) {
    SmInfo from = SmInfo.of(told.smInfo());
    SmControl control = SmControl.of(told.modifier()).orElseThrow();
    String what = mastership.name(from.guid()) + " " + control.words();
    if (context.setup().settings().trust().managers().isLimited()
        && !mastership.isFromItself(told)) {
      Violations violations = context.setup().violations();
      violations.manager(
          violations.of(told),
          "said, as if from %s, that it %s: nothing is done"
              .formatted(Guid.format(from.guid()), control.words()));
      return;
    }
    if (!told.isProven() && !(mastership.isOfOneMet(told) && isRare(from.guid()))) {
      Violations violations = context.setup().violations();
      violations.control(
          violations.of(told),
          "said without the SM_Key, as if from %s, that it %s: nothing is done"
              .formatted(Guid.format(from.guid()), control.words()));
      return;
    }
    mastership
        .take(control, from)
        .ifPresent(
            todo -> {
              switch (todo) {
                case SWEEP -> sweepFor(state, what);
                case POLL -> rest(state, SubnetStatus.STANDBY + ": " + what);
                case REST -> rest(state, SubnetStatus.NOT_ACTIVE + ": " + what);
                case GO_ON -> {}
              }
            });
  }

  /**
   * One that shows no SM_Key, as OpenSM, is listened to now and then: what it says costs sweeps.
   */
  private boolean isRare(long portGuid) {
    long now = context.time().nanos();
    Long before = unprovenNs.get(portGuid);
    if (before != null && now - before < UNPROVEN_PAUSE.toNanos()) {
      return false;
    }
    unprovenNs.put(portGuid, now);
    return true;
  }

  /** The one that was polled does not manage the subnet. */
  void pollingEnded(SubnetState state) {
    sweepFor(state, "the other subnet manager is not there any more");
  }

  private void sweepFor(SubnetState state, String reason) {
    situation.role = mastership.state() == SmState.MASTER ? SubnetStatus.MASTER : "discovering";
    sweeps.request(state, reason);
  }

  /** Another one manages the subnet, or none: nothing more is sent but polls. */
  private void rest(SubnetState state, String as) {
    situation.role = as;
    situation.forgetSweeps();
    sweeps.rest(state);
    demand.rest();
    situation.publish(state);
  }

  Decision surveyed(SubnetState state, Survey.Result survey) {
    if (!mastership.followsAnother()) {
      OtherReign.sign(state, situation.sweep.found, survey.keys())
          .ifPresent(this::comeAfterAnother);
    }
    sweeps.takeSurvey(state, survey);
    StrangeManagers.tell(context.setup(), mastership, situation.sweep, survey);
    switch (mastership.judge(situation.sweep)) {
      case Rivalry.NobodyAhead clear -> {
        mastership.manage();
        return sweeps.address(state);
      }
      case Rivalry.StandBy(ManagerInfo rival) -> standBy(state, rival);
      case Rivalry.HandOver(ManagerInfo heir) -> release(state, heir);
      case Rivalry.AwaitHandover(ManagerInfo rival) -> awaitHandover(state, rival);
    }
    return Decision.NONE;
  }

  /** It was not met, or did not tell this one that it was master. */
  private void comeAfterAnother(String sign) {
    context.out().info("Another subnet manager has had the subnet meanwhile: {}", sign);
    mastership.comeAfterAnother();
    sweeps.comeAfterAnother();
  }

  private void standBy(SubnetState state, ManagerInfo rival) {
    if (demand.isUrgent()) {
      // What was asked for meanwhile may have been a handover: look again before standing by.
      situation.sweep = null;
      sweeps.startIfAsked(state);
      return;
    }
    mastership.standBy(rival);
    rest(state, SubnetStatus.STANDBY + ": " + precedence(rival));
    context.out().warn("Standing by, nothing is changed: {}", precedence(rival));
  }

  private String precedence(ManagerInfo rival) {
    return mastership.precedence(SmInfo.of(rival.smInfo()));
  }

  /** The one that was polled has answered: it may be in another state than before. */
  void stillThere(SubnetState state, SmInfo info) {
    String role = SubnetStatus.STANDBY + ": " + mastership.precedence(info);
    if (mastership.state() == SmState.STANDBY && !role.equals(situation.role)) {
      situation.role = role;
      situation.publish(state);
    }
  }

  /** The heir may have any key: it must be able to write to every port. */
  private void release(SubnetState state, ManagerInfo heir) {
    groupSweeps.abandon(state);
    context.out().info("Handing over: {}", precedence(heir));
    HeavySweep sweep = situation.sweep;
    sweep.heir = heir;
    situation.enter(SweepPhase.RELEASING, state);
    pipe.send(
        SweepSets.release(sweep, port -> portKeys.held(state, sweep.found, port)),
        StepEnded.Released::new);
  }

  void released(SubnetState state, StepEnded.Released released) {
    situation.sweep.warn(released.result());
    situation.enter(SweepPhase.HANDING_OVER, state);
    pipe.pipe(
        "handover", mastership.handOver(situation.sweep.heir), StepEnded.HandoverAnswered::new);
  }

  Decision handoverAnswered(SubnetState state, boolean accepted) {
    ManagerInfo heir = situation.sweep.heir;
    if (mastership.state() != SmState.STANDBY) {
      situation.sweep = null; // told something else meanwhile: which one manages is found out anew
      sweeps.start(state, "a handover was overtaken");
    } else if (accepted || situation.sweep.isLockedOut) {
      // Where ports refuse this node its heir's may, too. It takes what it finds without a master.
      mastership.taken(heir);
      rest(state, SubnetStatus.STANDBY + ": " + precedence(heir));
    } else {
      situation.sweep.warn("the subnet was offered and not taken; " + precedence(heir));
      mastership.declined(heir);
      return sweeps.address(state);
    }
    return Decision.NONE;
  }

  /** Two masters must not both write: the worse one hands over when it has seen this one. */
  private void awaitHandover(SubnetState state, ManagerInfo rival) {
    mastership.await(rival);
    groupSweeps.abandon(state);
    long guid = SmInfo.of(rival.smInfo()).guid();
    situation.role =
        SubnetStatus.MASTER
            + ": waits for "
            + mastership.name(guid)
            + ", which is master too, to hand over";
    context.out().warn("Nothing is changed: {}", situation.role);
    situation.sweep = null;
    situation.publish(state);
    sweeps.startIfAsked(state); // what was asked for meanwhile may have been the handover
  }
}
