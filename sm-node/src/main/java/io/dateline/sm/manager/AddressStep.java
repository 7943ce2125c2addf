package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidPlan;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.link.PortPlanner;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.subnet.LidCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The step of a heavy sweep that gives end ports their LIDs and keys. */
final class AddressStep {
  private final SmContext context;
  private final Situation situation;
  private final SweepParts parts;
  private final StepPipe pipe;
  private final Mastership mastership;
  private final PortKeys portKeys;
  private final Registrations registrations;
  private final PartitionDesk partitions;

  AddressStep(
      SmContext context,
      SweepParts parts,
      StepPipe pipe,
      Mastership mastership,
      PortKeys portKeys,
      Registrations registrations) {
    this.context = context;
    situation = context.situation();
    partitions = parts.partitions();
    this.parts = parts;
    this.pipe = pipe;
    this.mastership = mastership;
    this.portKeys = portKeys;
    this.registrations = registrations;
  }

  /** Plans LIDs, has the journal take what is new, and tells ports. */
  Decision begin(SubnetState state) {
    situation.role = SubnetStatus.MASTER;
    situation.enter(SweepPhase.ADDRESSING);
    HeavySweep sweep = situation.sweep;
    SubnetSettings settings = sweep.settings;
    Discovered found = sweep.found;
    Fabric fabric = found.fabric();
    int own = found.localPort();
    int lidMax = LidCapacity.lidMax(fabric, found.attributes(), settings.lmc());
    sweep.lids = lids(state, sweep, lidMax);
    sweep.lids.warnings().forEach(sweep::warn);
    sweep.planner =
        new PortPlanner(
            fabric, sweep.lids.lids(), found.attributes(), settings.ports(state.keys()), own);
    boolean comesAfterAnother = mastership.followsAnother() && registrations.isUnbegun();
    if (sweep.wishes.contains(SweepWish.REASSIGN_LIDS) || comesAfterAnother) {
      registrations.clear(); // it was for their old LIDs, or is not known of the other's reign
    }
    sweep.unregistered = registrations.missing(fabric);
    List<SubnetEvent> facts = addressFacts(state, sweep);
    facts.addAll(parts.changes().ownedAliases(state, sweep, comesAfterAnother));
    if (comesAfterAnother) {
      facts.addAll(parts.groups().expulsions(state)); // before ports are asked to join again
    }
    registrations.begin();
    return new Decision(facts, this::sendAddresses);
  }

  private LidPlan lids(SubnetState state, HeavySweep sweep, int lidMax) {
    SubnetSettings settings = sweep.settings;
    Fabric fabric = sweep.found.fabric();
    int own = sweep.found.localPort();
    int lmc = settings.lmc();
    boolean lmcEsp0 = settings.lmcEsp0();
    if (sweep.wishes.contains(SweepWish.REASSIGN_LIDS)) {
      return LidAssigner.planAnew(fabric, state.lids(), own, lmc, lmcEsp0, lidMax);
    }
    return mastership.followsAnother()
        ? LidAssigner.planAfterAnother(fabric, state.lids(), own, lmc, lmcEsp0, lidMax)
        : LidAssigner.plan(fabric, state.lids(), own, lmc, lmcEsp0, lidMax);
  }

  private List<SubnetEvent> addressFacts(SubnetState state, HeavySweep sweep) {
    long now = context.time().millis();
    List<SubnetEvent> facts = new ArrayList<>();
    began(state, sweep, now).ifPresent(facts::add);
    facts.addAll(partitions.facts(state, sweep));
    if (sweep.lids.releasedGuids().length > 0) {
      facts.add(new SubnetEvent.LidsReleased(sweep.lids.releasedGuids(), sweep.reason, now));
    }
    if (sweep.lids.newGuids().length > 0) {
      facts.add(
          new SubnetEvent.LidsAssigned(
              sweep.lids.newGuids(),
              sweep.lids.newBaseLids(),
              sweep.lids.newLmcs(),
              reasonOfLids(sweep),
              now));
    }
    partitions.silence(state, sweep).ifPresent(facts::add);
    // Engines are asked about what the journal has.
    Fabric fabric = sweep.found.fabric();
    state
        .fabric()
        .changeTo(fabric, sweep.generation, sweep.lids.withoutLids(fabric))
        .ifPresent(change -> facts.add(new SubnetEvent.FabricFound(change, sweep.reason, now)));
    return facts;
  }

  private String reasonOfLids(HeavySweep sweep) {
    return mastership.followsAnother() && !sweep.wishes.contains(SweepWish.REASSIGN_LIDS)
        ? sweep.reason + "; LIDs are as another subnet manager has left them"
        : sweep.reason;
  }

  /**
   * The journal knows whose the LIDs are that it holds. So it is told of a sweep that changes some,
   * also where it knows of one that has not ended.
   */
  static Optional<SubnetEvent> began(SubnetState state, HeavySweep sweep, long atMs) {
    int changes = sweep.lids.newGuids().length + sweep.lids.releasedGuids().length;
    return state.unfinished() == 0 || changes > 0
        ? Optional.of(new SubnetEvent.SweepBegan(sweep.generation, sweep.reason, atMs))
        : Optional.empty();
  }

  private void sendAddresses(SubnetState state) {
    situation.publish(state);
    parts.changes().publish(state);
    HeavySweep sweep = situation.sweep;
    MovedLids.sentence(sweep).ifPresent(moved -> context.out().warn("{}", moved));
    pipe.send(
        SweepSets.addresses(sweep, port -> portKeys.held(state, sweep.found, port)),
        StepEnded.SetsDone::new);
  }
}
