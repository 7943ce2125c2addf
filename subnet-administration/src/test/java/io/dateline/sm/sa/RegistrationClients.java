package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.sa.SaStatus;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsGranted;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsRemoved;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.persistence.event.SubnetEvent.MulticastLeft;
import io.dateline.persistence.event.SubnetEvent.ServicesRegistered;
import io.dateline.persistence.event.SubnetEvent.ServicesRemoved;
import io.dateline.persistence.event.SubnetEvent.SubscriptionsAdded;
import io.dateline.persistence.event.SubnetEvent.SubscriptionsRemoved;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.group.GroupChanges;
import io.dateline.sm.group.GroupRequest;
import io.dateline.sm.group.GroupRules;
import io.dateline.sm.group.GroupSettings;
import io.dateline.sm.registration.AliasRequest;
import io.dateline.sm.registration.AliasRules;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.registration.RegistrationChanges;
import io.dateline.sm.registration.RegistrationSettings;
import io.dateline.sm.registration.ServiceRequest;
import io.dateline.sm.registration.ServiceRules;
import io.dateline.sm.registration.SubscriptionRequest;
import io.dateline.sm.registration.SubscriptionRules;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.sa.SaAnswer.Wanted;
import io.dateline.sm.subnet.SubnetView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/** Hosts that register, and a manager that decides at once and needs no journal. */
final class RegistrationClients {
  private final List<SubnetEvent> journal = new ArrayList<>();
  private SubnetView view;
  private final ServiceRules services;
  private final SubscriptionRules subscriptions;
  private final AliasRules aliases;
  private final GroupRules groupRules = new GroupRules(() -> GroupSettings.DEFAULTS);
  private GroupBook groups = GroupBook.EMPTY;
  private RegistrationBook book = RegistrationBook.EMPTY;
  private long nowMs = 1_000_000;

  /** What a host gets: a status, and the record where it is 0. */
  record Got(int status, byte[] record) {}

  RegistrationClients(SubnetView view, RegistrationSettings settings) {
    this.view = view;
    services = new ServiceRules(settings::servicesMax);
    subscriptions = new SubscriptionRules(settings::subscriptionsMax);
    aliases = new AliasRules(settings);
  }

  RegistrationBook book() {
    return book;
  }

  /** The subnet has become this. */
  void become(SubnetView changed) {
    view = changed;
  }

  List<SubnetEvent> journal() {
    return journal;
  }

  void pass(long ms) {
    nowMs += ms;
  }

  /** Ends leases as the manager does. */
  void endLeases() {
    RegistrationChanges changes = changes();
    changes.endLeases();
    take(changes.events());
  }

  Got tell(Ask ask, int lid) {
    return tell(ask, lid, 1);
  }

  Got tell(Ask ask, int lid, int queuePair) {
    return switch (answer(ask, lid, queuePair)) {
      case Reply reply -> new Got(reply.status(), reply.records());
      case Wanted wanted -> decide(wanted);
      case SaAnswer.Dropped dropped -> throw new AssertionError(dropped.toString());
    };
  }

  Reply reply(Ask ask, int lid) {
    return (Reply) answer(ask, lid, 1);
  }

  private SaAnswer answer(Ask ask, int lid, int queuePair) {
    return Ask.ADMINISTRATION.respond(
        view,
        new Register(groups, book, ChangeGate.CLOSED),
        new SaRequest(ask.mad(), lid, queuePair, nowMs));
  }

  private RegistrationChanges changes() {
    return new RegistrationChanges(book, "test", nowMs);
  }

  private Got decide(Wanted wanted) {
    RegistrationChanges changes = changes();
    GroupChanges ofGroups = new GroupChanges(groups, "test", nowMs);
    ChangeAnswer answer =
        switch (wanted.request()) {
          case ServiceRequest service -> services.decide(changes, service);
          case SubscriptionRequest subscription -> subscriptions.decide(changes, subscription);
          case AliasRequest alias -> aliases.decide(changes.aliases(), alias, guids(ofGroups));
          case GroupRequest group -> groupRules.decide(ofGroups, group);
          default -> throw new AssertionError(wanted.toString());
        };
    take(changes.events());
    take(ofGroups.events());
    return switch (answer) {
      case ChangeAnswer.Done done -> new Got(0, done.record().bytes());
      case ChangeAnswer.Refused refused -> new Got(refused.status(), new byte[0]);
      case ChangeAnswer.OverQuota over -> new Got(SaStatus.NO_RESOURCES, new byte[0]);
      case ChangeAnswer.Busy busy -> throw new AssertionError("rules are never busy");
    };
  }

  private AliasRules.Subnet guids(GroupChanges ofGroups) {
    LongPredicate isThere = guid -> view.fabric().endPortByGuid(guid) != Fabric.NONE;
    return new AliasRules.Subnet(
        isThere, guid -> false, (guid, asker) -> false, isThere, ofGroups::isInAny);
  }

  private void take(List<SubnetEvent> events) {
    for (SubnetEvent event : events) {
      journal.add(event);
      groups =
          switch (event) {
            case MulticastJoined joined -> groups.with(joined);
            case MulticastLeft left -> groups.with(left);
            default -> groups;
          };
      book =
          switch (event) {
            case ServicesRegistered registered -> book.with(registered);
            case ServicesRemoved removed -> book.with(removed);
            case SubscriptionsAdded added -> book.with(added);
            case SubscriptionsRemoved removed -> book.with(removed);
            case AliasGuidsGranted granted -> book.with(granted);
            case AliasGuidsRemoved removed -> book.with(removed);
            default -> book;
          };
    }
  }
}
