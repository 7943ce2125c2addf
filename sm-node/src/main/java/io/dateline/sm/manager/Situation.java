package io.dateline.sm.manager;

import io.dateline.fabric.MulticastRow;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.partition.Partitions;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.subnet.SubnetView;
import io.dateline.sm.subnet.SubnetView.Attributes;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Where the manager is: its role, the sweep under way and those before it. Nothing of it is
 * persisted. The machine's parts share it, and tell it from here.
 */
final class Situation {
  private final SubnetManagerSetup setup;
  private final StepTime time;

  String role = SubnetStatus.WAITING_FOR_JOURNAL; // as the status tells it
  boolean isSucceeding; // a term has begun, and it is not known yet what it goes on with
  boolean isRecording; // the journal does not have yet what nodes said
  HeavySweep sweep; // null between sweeps
  HeavySweep active; // the last sweep that brought the subnet up, or null
  HeavySweep failed; // the last sweep, if it failed, or null
  long blocksReadBack; // since the term began
  long blocksDiffering; // of them
  // What nodes have done that compute no tables any more, by port GUID, since the term began.
  final Map<Long, String> leftOut = new LinkedHashMap<>();
  long sweepsEnded;
  long lightSweepsEnded;

  /** By switch GUID: its multicast entries as they are now. For any thread. */
  LongFunction<MulticastRow> multicast = guid -> MulticastRow.EMPTY;

  private StatusReport.Ports ports = StatusReport.Ports.NONE; // when they were looked at last

  Situation(SubnetManagerSetup setup, StepTime time) {
    this.setup = setup;
    this.time = time;
  }

  /** How the subnet is to be managed, as of now. */
  SubnetSettings settings() {
    return setup.settings();
  }

  /** What it waits for. */
  SweepPhase phase() {
    if (sweep != null) {
      return sweep.phase();
    }
    return isRecording ? SweepPhase.RECORDING : SweepPhase.IDLE;
  }

  boolean isSweeping() {
    return sweep != null;
  }

  /** Whether the sweep of this generation is under way. */
  boolean isSweeping(long generation) {
    return sweep != null && sweep.generation == generation;
  }

  void forgetSweeps() {
    isSucceeding = false;
    isRecording = false;
    giveUpSweep();
    active = null;
    failed = null;
  }

  void enter(SweepPhase phase) {
    sweep.enter(phase, time.nanos());
  }

  void enter(SweepPhase phase, SubnetState state) {
    enter(phase);
    publish(state);
  }

  /** The sweep under way has gone through its last step. */
  void sweepEnded() {
    enter(SweepPhase.IDLE);
    active = sweep;
    failed = null;
    sweep = null;
    sweepsEnded++;
  }

  void sweepFailed(String reason) {
    sweep.failure = reason;
    if (sweep.found == null) {
      role = "cut off: " + reason;
    }
    failed = sweep;
    giveUpSweep();
  }

  /** Nothing is computed for it any more, unless its routing is programmed. */
  private void giveUpSweep() {
    if (phase() == SweepPhase.ROUTING || phase() == SweepPhase.JUDGING) {
      setup.generations().abandon(sweep.generation);
    }
    sweep = null;
  }

  /** Nothing is decided; what was active is still answered from. */
  void waitForJournal(String why) {
    role =
        SubnetStatus.WAITING_FOR_JOURNAL
            + ": "
            + why
            + (active == null ? "" : "; answers as of generation " + active.generation);
    giveUpSweep();
  }

  void publish(SubnetState state) {
    ports = StatusReport.Ports.of(this, state);
    publishRegister(state);
  }

  /** The same where groups, services and subscriptions alone may be others. */
  void publishRegister(SubnetState state) {
    setup.onStatus().accept(StatusReport.of(this, ports, state, setup.exchange()));
  }

  /** Subnet administration answers from the active sweep now. */
  void publishView(SubnetState state) {
    publishView(state, active, active.found.attributes());
  }

  /** Subnet administration answers from the sweep under way now, which goes on with its ports. */
  void publishPlan(SubnetState state) {
    publishView(state, sweep, sweep.found.attributes().copy());
  }

  private void publishView(SubnetState state, HeavySweep from, Attributes attributes) {
    Partitions partitions = state.partitions().inForce();
    setup
        .onView()
        .accept(
            new SubnetView(
                from.generation,
                from.found.fabric(),
                from.lids.lids(),
                from.routing,
                attributes,
                setup.settings().subnetPrefix(),
                from.settings.subnetTimeout(),
                from.settings.policy().map(policy -> policy.resolved(partitions::keyOf)),
                from.settings.qos().enabled() ? partitions.serviceLevels() : Map.of(),
                managers(from),
                multicast));
  }

  private List<ManagerInfo> managers(HeavySweep from) {
    List<ManagerInfo> managers = new ArrayList<>();
    managers.add(new ManagerInfo(from.found.localPort(), setup.standing().smInfo().bytes()));
    managers.addAll(from.otherManagers);
    return List.copyOf(managers);
  }
}
