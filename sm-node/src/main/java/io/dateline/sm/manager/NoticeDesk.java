package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.report.SubnetNotice;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells of ports and groups that have come and gone (traps 64 to 67, IBA Vol 1, 14.2.5.1): what a
 * term finds when it begins is no news. The journal has what is told. Owned by the subnet manager's
 * actor.
 */
final class NoticeDesk {
  private final SubnetManagerSetup setup;
  private final Situation situation;
  private final Consumer<SubnetNotice> onNotice;
  private Optional<GroupBook> told = Optional.empty(); // groups, as of the last time

  NoticeDesk(SmContext context) {
    setup = context.setup();
    situation = context.situation();
    onNotice = setup.onNotice();
  }

  void termBegins() {
    told = Optional.empty();
  }

  /**
   * A sweep has brought the subnet up.
   *
   * @param before the last one that did in this term, or null
   */
  void subnetUp(HeavySweep before, HeavySweep now) {
    if (before == null) {
      return;
    }
    SubnetNotice.Issuer issuer = issuer(now);
    Fabric earlier = before.found.fabric();
    Fabric later = now.found.fabric();
    for (int port : earlier.endPorts()) {
      long guid = earlier.portGuid(port);
      if (later.endPortByGuid(guid) == Fabric.NONE) {
        short[] pKeys = before.found.attributes().pKeys()[port];
        onNotice.accept(SubnetNotice.portOutOfService(issuer, gid(guid), pKeys));
      }
    }
    for (int port : later.endPorts()) {
      long guid = later.portGuid(port);
      if (earlier.endPortByGuid(guid) == Fabric.NONE) {
        short[] pKeys = now.found.attributes().pKeys()[port];
        onNotice.accept(SubnetNotice.portInService(issuer, gid(guid), pKeys));
      }
    }
  }

  /** These are the groups from now on. */
  @SuppressWarnings("ReferenceEquality") // equal books take as long to compare as to look through
  void groupsAre(GroupBook book) {
    Optional<GroupBook> before = told;
    told = Optional.of(book);
    if (before.isEmpty() || before.get() == book || situation.active == null) {
      return;
    }
    SubnetNotice.Issuer issuer = issuer(situation.active);
    for (MulticastGroup group : before.get().groups()) {
      if (book.group(GroupBook.mgid(group)) == null) {
        onNotice.accept(
            SubnetNotice.groupDeleted(issuer, GroupBook.mgid(group), group.terms().pKey()));
      }
    }
    for (MulticastGroup group : book.groups()) {
      if (before.get().group(GroupBook.mgid(group)) == null) {
        onNotice.accept(
            SubnetNotice.groupCreated(issuer, GroupBook.mgid(group), group.terms().pKey()));
      }
    }
  }

  private SubnetNotice.Issuer issuer(HeavySweep sweep) {
    int own = sweep.found.localPort();
    return new SubnetNotice.Issuer(
        sweep.lids.lids().baseLid(own), gid(sweep.found.fabric().portGuid(own)));
  }

  private Gid gid(long portGuid) {
    return new Gid(setup.settings().subnetPrefix(), portGuid);
  }
}
