package io.dateline.sm.history.line;

import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusShape;
import io.dateline.mad.attribute.Gid;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.Journaled;
import io.dateline.persistence.event.LayerEvent;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.text.Counted;
import io.dateline.sm.text.CreditLoops;
import java.time.Instant;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What happened, in words.
 *
 * @param number of the event, from 1 on; what a layer assigner found has the number of the
 *     manager's event before it
 * @param time when it was written, in UTC, by the clock of the node that wrote it
 * @param term it happened in, 0 before the first
 * @param event kind of event
 * @param what it says
 * @param why it happened; empty where the journal does not tell
 */
public record HistoryLine(
    long number, String time, long term, String event, String what, String why) {
  private static final int NAMED_MAX = 3;

  /** JoinState, by bit. */
  private static final List<String> STATES =
      List.of("full", "non", "send-only-non", "send-only-full");

  public static HistoryLine of(long number, long writtenMs, long term, SubnetEvent event) {
    return of(number, writtenMs, term, event, what(event), event.reason());
  }

  public static HistoryLine of(long number, long writtenMs, long term, LayerEvent event) {
    return of(number, writtenMs, term, event, what(event), event.reason());
  }

  private static HistoryLine of(
      long number, long writtenMs, long term, Journaled event, String what, String why) {
    return new HistoryLine(
        number,
        Instant.ofEpochMilli(writtenMs).toString(),
        term,
        event.getClass().getSimpleName(),
        what,
        why);
  }

  private static String what(LayerEvent event) {
    return switch (event) {
      case LayerEvent.LayersAssigned found ->
          "layers of %s's tables %.16s: %d, %s, %s, %s"
              .formatted(
                  found.engine(),
                  found.digest(),
                  found.layers(),
                  Counted.of(found.channels(), "channel"),
                  found.dependencies() == 1
                      ? "1 dependency"
                      : found.dependencies() + " dependencies",
                  found.acyclic() ? CreditLoops.NONE : CreditLoops.POSSIBLE + ": " + found.cycle());
    };
  }

  /** What happened, without when and why. M_Keys are not shown. */
  public static String what(SubnetEvent event) {
    return switch (event) {
      case SubnetEvent.TermStarted started ->
          "term %d began at %s".formatted(started.term(), started.node());
      case SubnetEvent.KeysChosen chosen -> "SM_Key and SA key chosen";
      case SubnetEvent.SweepBegan began -> "sweep %d began".formatted(began.generation());
      case SubnetEvent.LidsAssigned assigned ->
          "%s got LIDs:%s"
              .formatted(Counted.of(assigned.portGuids().length, "end port"), given(assigned));
      case SubnetEvent.LidsReleased released ->
          "%s lost LIDs:%s"
              .formatted(
                  Counted.of(released.portGuids().length, "end port"), guids(released.portGuids()));
      case SubnetEvent.FabricFound found -> found(found.change());
      case SubnetEvent.RoutingPlanned plan ->
          "generation %d routed by %s%s%s: %s, %s, tables %.16s"
              .formatted(
                  plan.generation(),
                  plan.engine(),
                  plan.refusals().isEmpty()
                      ? ""
                      : " after refusals (" + Refusal.inWords(plan.refusals()) + ")",
                  plan.comparison().generation() == plan.generation()
                      ? " after a comparison (" + compared(plan.comparison()) + ")"
                      : leftOut(plan.comparison()),
                  Counted.of(plan.switches(), "switch"),
                  Counted.of(plan.endPorts(), "end port"),
                  plan.digest());
      case SubnetEvent.RoutingActivated activated ->
          "generation %d active".formatted(activated.generation());
      case SubnetEvent.DatelineFixed fixed -> "torus laid out: " + shape(fixed.shape());
      case SubnetEvent.SwitchesPlaced placed ->
          "%s placed in the torus:%s"
              .formatted(
                  Counted.of(placed.nodeGuids().length, "switch"),
                  named(
                      placed.nodeGuids().length,
                      i -> Guid.format(placed.nodeGuids()[i]) + " " + placed.places()[i]));
      case SubnetEvent.FrameReset reset -> "torus, layers and tree forgotten";
      case SubnetEvent.LayersGranted granted ->
          granted.moved() == 0
              ? "layers granted to paths"
              : "layers granted, %d paths moved to another".formatted(granted.moved());
      case SubnetEvent.TreeLearnt learnt -> learnt(learnt);
      case SubnetEvent.ChainLearnt learnt -> ChainLine.learnt(learnt);
      case SubnetEvent.MulticastJoined joined -> joined(joined);
      case SubnetEvent.MulticastLeft left ->
          "%s left:%s"
              .formatted(Counted.of(left.members().size(), "member"), members(left.members()));
      case SubnetEvent.GroupsWithdrawn withdrawn -> withdrawn(withdrawn);
      case SubnetEvent.NodesSeen seen -> seen(seen);
      case SubnetEvent.PartitionsRead read ->
          "partition file %.16s counts: %s".formatted(read.digest(), all(read.changes()));
      case SubnetEvent.PartitionChanged changed -> changed(changed.changes());
      case SubnetEvent.ServicesRegistered registered ->
          RegistrationLine.registered(registered.services());
      case SubnetEvent.ServicesRemoved removed -> RegistrationLine.removed(removed.services());
      case SubnetEvent.SubscriptionsAdded added -> RegistrationLine.added(added.subscriptions());
      case SubnetEvent.SubscriptionsRemoved removed ->
          RegistrationLine.ended(removed.subscriptions());
      case SubnetEvent.AliasGuidsGranted granted -> AliasLine.granted(granted.aliases());
      case SubnetEvent.AliasGuidsRemoved removed -> AliasLine.removed(removed.aliases());
    };
  }

  private static String found(FabricChange change) {
    StringJoiner what = new StringJoiner("; ");
    String nodes = Counted.of(change.nodes().count(), "node");
    what.add(change.isWhole() ? "fabric of " + nodes : nodes + " of the fabric new or changed");
    if (change.goneGuids().length > 0) {
      what.add(
          "%s gone:%s"
              .formatted(Counted.of(change.goneGuids().length, "node"), guids(change.goneGuids())));
    }
    if (change.withoutLids().length > 0) {
      what.add(
          "%s without a LID:%s"
              .formatted(
                  Counted.of(change.withoutLids().length, "end port"),
                  guids(change.withoutLids())));
    }
    return what.toString();
  }

  private static String all(List<String> sentences) {
    return sentences.isEmpty() ? "as before" : String.join("; ", sentences);
  }

  private static String changed(RunTimePartition partition) {
    return "partition %s0x%04x%s at run time:%s"
        .formatted(
            partition.name().isEmpty() ? "" : partition.name() + " ",
            partition.key(),
            partition.broadcast().map(HistoryLine::group).orElse(""),
            named(
                partition.guids().length,
                i -> Guid.format(partition.guids()[i]) + " " + membership(partition, i)));
  }

  private static String group(Broadcast broadcast) {
    return " with IPoIB's broadcast group%s%s%s"
        .formatted(
            broadcast.mtu() == 0 ? "" : ", mtu=" + broadcast.mtu(),
            broadcast.rate() == 0 ? "" : ", rate=" + broadcast.rate(),
            broadcast.sl() == 0 ? "" : ", sl=" + broadcast.sl());
  }

  private static String membership(RunTimePartition partition, int index) {
    return switch (partition.memberships()[index]) {
      case RunTimePartition.FULL -> "full";
      case RunTimePartition.LIMITED -> "limited";
      case RunTimePartition.BOTH -> "both";
      default -> "out";
    };
  }

  private static String shape(TorusShape shape) {
    return IntStream.range(0, TorusShape.DIMENSIONS)
        .mapToObj(
            dimension ->
                "%s radix %d %s"
                    .formatted(
                        "xyz".charAt(dimension),
                        shape.radix(dimension),
                        shape.isLooped(dimension) ? "looped" : "open"))
        .collect(Collectors.joining(", "));
  }

  private static String learnt(SubnetEvent.TreeLearnt learnt) {
    StringJoiner what = new StringJoiner("; ");
    if (learnt.nodeGuids().length > 0) {
      what.add(
          "levels of %s found in the tree:%s"
              .formatted(
                  Counted.of(learnt.nodeGuids().length, "switch"),
                  named(
                      learnt.nodeGuids().length,
                      i ->
                          "%s %s"
                              .formatted(
                                  Guid.format(learnt.nodeGuids()[i]),
                                  learnt.levels()[i] < 0 ? "none" : learnt.levels()[i]))));
    }
    if (learnt.newRoots().length > 0) {
      what.add(
          "%s of the tree found:%s"
              .formatted(Counted.of(learnt.newRoots().length, "root"), guids(learnt.newRoots())));
    }
    if (learnt.formerRoots().length > 0) {
      what.add(
          "%s of the tree given up:%s"
              .formatted(
                  Counted.of(learnt.formerRoots().length, "root"), guids(learnt.formerRoots())));
    }
    return what.toString();
  }

  private static String seen(SubnetEvent.NodesSeen seen) {
    StringJoiner what = new StringJoiner("; ");
    seen.changes().forEach(what::add);
    what.add(Counted.of(seen.nodes().count(), "node") + " new or changed");
    if (seen.changes().isEmpty() && seen.goneGuids().length > 0) {
      what.add(
          "%s gone:%s"
              .formatted(Counted.of(seen.goneGuids().length, "node"), guids(seen.goneGuids())));
    }
    return what.toString();
  }

  private static String given(SubnetEvent.LidsAssigned assigned) {
    return named(
        assigned.portGuids().length,
        i -> Guid.format(assigned.portGuids()[i]) + " " + assigned.baseLids()[i]);
  }

  private static String joined(SubnetEvent.MulticastJoined joined) {
    List<MulticastGroup> made = joined.made();
    StringJoiner what = new StringJoiner("; ");
    if (!made.isEmpty()) {
      what.add(
          "%s made:%s"
              .formatted(
                  Counted.of(made.size(), "multicast group"),
                  named(
                      made.size(),
                      i ->
                          "%s 0x%04X".formatted(GroupBook.mgid(made.get(i)), made.get(i).mlid()))));
    }
    if (!joined.members().isEmpty()) {
      what.add(
          "%s joined:%s"
              .formatted(Counted.of(joined.members().size(), "member"), members(joined.members())));
    }
    return what.toString();
  }

  private static String withdrawn(SubnetEvent.GroupsWithdrawn withdrawn) {
    int count = withdrawn.mgidHighs().length;
    return "%s no longer well known:%s"
        .formatted(
            Counted.of(count, "multicast group"),
            named(
                count, i -> new Gid(withdrawn.mgidHighs()[i], withdrawn.mgidLows()[i]).toString()));
  }

  private static String members(List<Membership> members) {
    return named(
        members.size(),
        i ->
            "%s %s as %s"
                .formatted(
                    Guid.format(members.get(i).portGuid()),
                    new Gid(members.get(i).mgidHigh(), members.get(i).mgidLow()),
                    states(members.get(i).joinState())));
  }

  private static String states(int joinState) {
    StringJoiner states = new StringJoiner("+");
    for (int bit = 0; bit < STATES.size(); bit++) {
      if ((joinState & 1 << bit) != 0) {
        states.add(STATES.get(bit));
      }
    }
    return states.toString();
  }

  private static String guids(long[] guids) {
    return named(guids.length, i -> Guid.format(guids[i]));
  }

  static String named(int count, IntFunction<String> name) {
    return IntStream.range(0, Math.min(count, NAMED_MAX))
        .mapToObj(name)
        .collect(Collectors.joining(", ", " ", count > NAMED_MAX ? ", ..." : ""));
  }

  private static String compared(EngineComparison comparison) {
    return String.join("; ", comparison.inWords());
  }

  private static String leftOut(EngineComparison comparison) {
    return comparison.leftOut().isEmpty()
        ? ""
        : comparison.leftOut().stream()
            .map(EngineComparison.LeftOut::inWords)
            .collect(Collectors.joining("; ", " (", ")"));
  }
}
