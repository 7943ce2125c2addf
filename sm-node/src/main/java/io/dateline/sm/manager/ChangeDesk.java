package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.change.ChangeRequest;
import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.group.Departures;
import io.dateline.sm.group.GroupChanges;
import io.dateline.sm.group.GroupRequest;
import io.dateline.sm.group.GroupRules;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.registration.AliasRequest;
import io.dateline.sm.registration.AliasRules;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.RegistrationChanges;
import io.dateline.sm.registration.ServiceRequest;
import io.dateline.sm.registration.ServiceRules;
import io.dateline.sm.registration.SubscriptionRequest;
import io.dateline.sm.registration.SubscriptionRules;
import io.dateline.sm.state.SubnetState;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * Where ports ask for changes of groups, services, subscriptions and alias GUIDs: all requests that
 * wait are decided one after the other, written in one write, and answered when the journal has
 * them. Owned by the subnet manager's actor.
 */
final class ChangeDesk {
  private static final String ASKED = "its port, or one that speaks for it, asked";

  private final SubnetSettings settings;
  private final Consumer<Register> onRegister;
  private final Situation situation;
  private final StepTime time;
  private final GroupSweeps sweeps;
  private final NoticeDesk notices;
  private final LeaseTimer leases;
  private final ChangeGate gate;
  private final GroupRules groupRules;
  private final ServiceRules serviceRules;
  private final SubscriptionRules subscriptionRules;
  private final AliasDesk aliases;
  private final HeldGuids held;
  private final AliasRules aliasRules;

  /**
   * A closed desk.
   *
   * @param wake called when requests wait at the gate
   */
  ChangeDesk(
      SmContext context, GroupSweeps sweeps, NoticeDesk notices, AliasDesk aliases, Runnable wake) {
    settings = context.setup().settings();
    onRegister = context.setup().onRegister();
    situation = context.situation();
    time = context.time();
    this.sweeps = sweeps;
    this.notices = notices;
    this.aliases = aliases;
    held = new HeldGuids(situation);
    leases = new LeaseTimer(context);
    gate = new ChangeGate(wake);
    LiveSettings live = context.setup().live();
    groupRules = new GroupRules(() -> live.get().groups());
    serviceRules = new ServiceRules(() -> live.get().registrations().servicesMax());
    subscriptionRules = new SubscriptionRules(() -> live.get().registrations().subscriptionsMax());
    aliasRules = new AliasRules(settings.registrations());
  }

  void termBegins(SubnetState state) {
    gate.open();
    leases.forget();
    notices.termBegins();
    publish(state);
  }

  /** Nothing can be written, for now or any more: every port that waits is told to ask again. */
  void close() {
    gate.close();
  }

  /**
   * Decides on all that wait.
   *
   * @param isInCharge whether the subnet is this manager's to change
   */
  Decision decide(SubnetState state, boolean isInCharge) {
    GroupChanges groups = new GroupChanges(state.groups(), ASKED, time.millis());
    RegistrationChanges registrations = changes(state, ASKED);
    AliasRules.Subnet guids = guids(state, groups, held::isThere);
    List<Runnable> answers = new ArrayList<>();
    for (ChangeGate.Waiting asked : gate.take()) {
      ChangeAnswer answer =
          isInCharge
              ? answer(groups, registrations, guids, asked.request())
              : new ChangeAnswer.Busy();
      answers.add(() -> asked.answer().accept(answer));
    }
    List<SubnetEvent> ofGroups = groups.events();
    List<SubnetEvent> facts = new ArrayList<>(ofGroups);
    facts.addAll(registrations.events());
    return new Decision(
        List.copyOf(facts),
        after -> {
          if (!ofGroups.isEmpty()) {
            groupsChanged(after);
          } else if (!facts.isEmpty()) {
            publish(after);
            situation.publishRegister(after);
          }
          if (AliasDesk.isConcerned(facts)) {
            aliases.changed(after);
          }
          answers.forEach(Runnable::run);
          gate.answered();
        });
  }

  /** Groups are others than before, which the journal has taken. */
  void groupsChanged(SubnetState state) {
    publish(state);
    sweeps.changed(state);
    situation.publishRegister(state);
  }

  private ChangeAnswer answer(
      GroupChanges groups,
      RegistrationChanges registrations,
      AliasRules.Subnet guids,
      ChangeRequest request) {
    return switch (request) {
      case GroupRequest ofGroup -> groupRules.decide(groups, ofGroup);
      case ServiceRequest ofService -> serviceRules.decide(registrations, ofService);
      case SubscriptionRequest ofSubscription ->
          subscriptionRules.decide(registrations, ofSubscription);
      case AliasRequest ofAlias ->
          aliases.isBusy(ofAlias.port().guid())
              ? new ChangeAnswer.Busy()
              : aliasRules.decide(registrations.aliases(), ofAlias, guids);
      default -> throw new IllegalStateException("no rules for " + request.getClass());
    };
  }

  /** Ports were asked for GUIDs that another subnet manager may have granted. */
  Decision looked(SubnetState state, AliasDesk.Looked looked) {
    GroupChanges groups = new GroupChanges(state.groups(), ASKED, time.millis());
    Decision taken = aliases.looked(state, looked, guids(state, groups, isThere(looked.of())));
    return new Decision(
        taken.facts(),
        after -> {
          if (!taken.facts().isEmpty()) {
            publish(after);
            situation.publishRegister(after);
          }
          taken.then().accept(after);
        });
  }

  /** What is looked up in all ports is found out once, and only if a request needs it. */
  private AliasRules.Subnet guids(SubnetState state, GroupChanges groups, LongPredicate isThere) {
    LongSet[] all = new LongSet[1];
    Long2LongMap[] strangers = new Long2LongMap[1];
    return new AliasRules.Subnet(
        guid -> state.lids().baseLid(guid) != Lid.NONE,
        guid -> {
          if (all[0] == null) {
            all[0] = held.all();
          }
          return all[0].contains(guid);
        },
        (guid, asker) -> {
          if (strangers[0] == null) {
            strangers[0] = held.untold(AliasDesk.of(state));
          }
          return strangers[0].getOrDefault(guid, asker) != asker;
        },
        isThere,
        groups::isInAny);
  }

  /** Services whose lease has ended are offered no more. */
  Decision endLeases(SubnetState state) {
    leases.forget();
    RegistrationChanges changes = changes(state, "the lease has ended");
    changes.endLeases();
    return new Decision(
        changes.events(),
        after -> {
          publish(after);
          situation.publishRegister(after);
        });
  }

  /**
   * What is left of ports that a sweep has not found. As with OpenSM they keep it, unless the
   * operator has set {@code drop_event_subscriptions}: a host that restarts offers the same
   * services again, and one that does not has leases for that. Unlike there they keep alias GUIDs.
   */
  List<SubnetEvent> departures(SubnetState state, HeavySweep sweep) {
    if (!settings.registrations().dropsDeparted()) {
      return List.of();
    }
    RegistrationChanges changes =
        changes(state, "sweep %d did not find the port".formatted(sweep.generation));
    changes.dropDeparted(isThere(sweep));
    return changes.events();
  }

  private static LongPredicate isThere(HeavySweep sweep) {
    return guid -> sweep.found.fabric().endPortByGuid(guid) != Fabric.NONE;
  }

  /**
   * A sweep has found a port whose own GUID is an alias of another one: the alias ends, and so do
   * memberships and services that were asked for by it. The port that owns the GUID now did not ask
   * for them, and the one that did cannot be reached by it any more.
   *
   * @param areExpelled whether all members are out of their groups anyway
   */
  List<SubnetEvent> ownedAliases(SubnetState state, HeavySweep sweep, boolean areExpelled) {
    AliasBook aliases = AliasDesk.of(state);
    LongPredicate isThere = isThere(sweep);
    LongPredicate isOwned = guid -> aliases.ownGuid(guid) != guid && isThere.test(guid);
    if (aliases.aliases().stream().noneMatch(alias -> isThere.test(alias.guid()))) {
      return List.of(); // so it is nearly always
    }
    String reason = "sweep %d found a port of that GUID".formatted(sweep.generation);
    GroupChanges groups = new GroupChanges(state.groups(), reason, time.millis());
    Departures.add(groups, (guid, pKey) -> areExpelled || !isOwned.test(guid));
    RegistrationChanges registrations = changes(state, reason);
    registrations.dropOwned(isOwned);
    List<SubnetEvent> facts = new ArrayList<>(groups.events());
    facts.addAll(registrations.events());
    return facts;
  }

  private RegistrationChanges changes(SubnetState state, String reason) {
    return new RegistrationChanges(state.registrations(), reason, time.millis());
  }

  /** Subnet administration answers from these from now on. */
  void publish(SubnetState state) {
    leases.watch(state.registrations());
    Register register = Register.of(settings.groups(), state.groups(), state.registrations(), gate);
    onRegister.accept(register);
    notices.groupsAre(register.groups());
  }
}
