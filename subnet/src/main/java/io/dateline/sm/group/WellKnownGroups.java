package io.dateline.sm.group;

import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Terms;
import io.dateline.sm.partition.Partition;
import io.dateline.sm.partition.PartitionGroup;
import io.dateline.sm.partition.Partitions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The groups that partitions have from the start. The first one is that of IPv4's broadcasts in the
 * default partition, which every host of IP over InfiniBand joins before it does anything else (RFC
 * 4391, 4). OpenSM makes them before any host asks, and so does this subnet: hosts join them
 * without saying what they are to be like.
 */
public final class WellKnownGroups {
  private final GroupChanges changes;
  private final Setting setting;
  private final List<String> warnings = new ArrayList<>();
  private int homeless; // groups without a multicast LID

  /**
   * What else counts for what a group is like.
   *
   * @param packetLife code of what a packet may need
   * @param hasQos whether the SLs of partitions count; else theirs is 0
   * @param serviceLevels what the routing has a tree for, or nothing where it does not care; a
   *     group has the first of them, if its own is not among them
   * @param sharesSnm whether groups of IPv6's solicited nodes share multicast LIDs
   */
  public record Setting(
      int packetLife, boolean hasQos, Optional<List<Integer>> serviceLevels, boolean sharesSnm) {
    public Setting {
      serviceLevels = serviceLevels.map(List::copyOf);
    }
  }

  private WellKnownGroups(GroupChanges changes, Setting setting) {
    this.changes = changes;
    this.setting = setting;
  }

  /**
   * Makes what partitions have and there is not. A group that no partition has any more is well
   * known no longer: it ends with its last member. One that its partition has otherwise now, or
   * that has an SL without a tree, is made anew if no port is in it, as OpenSM does when it reads
   * the file again.
   *
   * @return sentences for an operator: which groups stay as they were made, though their partition
   *     says otherwise now, and how many have no multicast LID
   */
  public static List<String> settle(GroupChanges changes, Partitions partitions, Setting setting) {
    WellKnownGroups groups = new WellKnownGroups(changes, setting);
    groups.withdraw(partitions);
    for (Partition partition : partitions.all()) {
      for (PartitionGroup group : partition.groups()) {
        groups.settle(partition, group);
      }
    }
    return groups.warnings();
  }

  private void withdraw(Partitions partitions) {
    Set<Gid> wanted = new HashSet<>();
    for (Partition partition : partitions.all()) {
      partition.groups().forEach(group -> wanted.add(group.mgid()));
    }
    List<Gid> withdrawn =
        changes.draft().wellKnown().stream().filter(mgid -> !wanted.contains(mgid)).toList();
    if (!withdrawn.isEmpty()) {
      changes.withdraw(withdrawn, "no partition has it any more");
    }
  }

  private void settle(Partition partition, PartitionGroup group) {
    Gid mgid = group.mgid();
    Terms terms = terms(partition, group);
    DraftGroup there = changes.draft().group(mgid);
    Optional<String> fault =
        there == null ? Optional.empty() : fault(partition, group, there, terms);
    if (there == null || (there.isWellKnown() && there.isEmpty() && fault.isPresent())) {
      fault.ifPresent(reason -> changes.withdraw(List.of(mgid), reason));
      int mlid = changes.draft().mlidFor(mgid, setting.sharesSnm());
      if (mlid > Lid.MULTICAST_MAX) {
        homeless++;
        return;
      }
      changes.make(group(mgid, mlid, terms));
      return;
    }
    if (!there.isWellKnown()) {
      changes.make(group(mgid, there.mlid(), there.terms()));
    }
    if (isOther(group, there, terms)) {
      warn(partition, group, there.terms(), terms);
    }
  }

  /** Why a group is not as it should be. */
  private Optional<String> fault(
      Partition partition, PartitionGroup group, DraftGroup there, Terms wanted) {
    if (isOther(group, there, wanted)) {
      return Optional.of("partition %s has it otherwise".formatted(partition.words()));
    }
    int sl = there.terms().sl();
    return setting
        .serviceLevels()
        .filter(levels -> !levels.contains(sl))
        .map(levels -> "the routing has no tree for its SL %d".formatted(sl));
  }

  private static MulticastGroup group(Gid mgid, int mlid, Terms terms) {
    return new MulticastGroup(mgid.prefix(), mgid.interfaceId(), mlid, terms, true, List.of());
  }

  private Terms terms(Partition partition, PartitionGroup group) {
    return new Terms(
        group.qKey(),
        partition.key() | Partition.FULL_BIT,
        group.mtu(),
        group.rate(),
        setting.packetLife(),
        sl(group.sl()),
        group.trafficClass(),
        group.flowLabel(),
        NewGroups.hopLimit(group.scope()),
        group.scope());
  }

  private int sl(PartitionGroup.Sl given) {
    int sl = given.needsQos() && !setting.hasQos() ? 0 : given.value();
    return setting
        .serviceLevels()
        .filter(levels -> !levels.contains(sl))
        .map(List::getFirst)
        .orElse(sl);
  }

  private static boolean isOther(PartitionGroup group, DraftGroup draft, Terms wanted) {
    Terms there = draft.terms();
    // The SL of a group that was made with another routing is no fault of its partition.
    boolean isOtherSl = there.sl() != wanted.sl() && there.sl() != group.sl().value();
    return isOtherSl
        || there.qKey() != wanted.qKey()
        || there.pKey() != wanted.pKey()
        || there.mtu() != wanted.mtu()
        || there.rate() != wanted.rate()
        || there.trafficClass() != wanted.trafficClass()
        || there.flowLabel() != wanted.flowLabel();
  }

  /**
   * Hosts have been told the terms, and keep to them; so they stay while a port is in the group.
   */
  private void warn(Partition partition, PartitionGroup group, Terms there, Terms wanted) {
    warnings.add(
        "group %s stays as it was made, %s, while ports are in it; partition %s now says %s"
            .formatted(group.mgid(), words(there), partition.words(), words(wanted)));
  }

  private static String words(Terms terms) {
    return "P_Key 0x%04x mtu=%d rate=%d sl=%d Q_Key=0x%x TClass=%d FlowLabel=%d"
        .formatted(
            terms.pKey(),
            terms.mtu(),
            terms.rate(),
            terms.sl(),
            terms.qKey(),
            terms.trafficClass(),
            terms.flowLabel());
  }

  private List<String> warnings() {
    if (homeless > 0) {
      warnings.add("%d groups of partitions have no multicast LID left".formatted(homeless));
    }
    return List.copyOf(warnings);
  }
}
