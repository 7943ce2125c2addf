package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import io.dateline.sm.subnet.SubnetView.ManagerInfo;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which one is to manage a subnet on which several subnet managers meet (IBA Vol 1, 14.4.1). Pure.
 *
 * <p>A subnet manager that is no master yet stands by for any master, and for a better one that is
 * on its way. A master hands over to a better one, once that one stands by and so can take it; of a
 * worse master it waits to be handed the subnet.
 *
 * <p>One that shows another SM_Key is none of ours: it is not handed the subnet, nor waited for.
 * But no second master is made beside it. One that shows none, as OpenSM does not to those that
 * lack its M_Key, is taken for ours where this node lacks the keys of the ports itself: nothing is
 * lost with a subnet that it cannot write to, and the other one may well have the keys.
 *
 * @param own this node's SMInfo
 * @param peers the nodes of this cluster: no rivals
 * @param declined port GUIDs of those that did not take the subnet when they were offered it
 * @param isLockedOut whether most ports hold M_Keys that this node does not know
 */
record Rivalry(SmInfo own, Peers peers, Set<Long> declined, boolean isLockedOut) {
  /** What is to be done about the others. */
  sealed interface Verdict {}

  /** No manager goes before this node. */
  record NobodyAhead() implements Verdict {}

  /** Another one manages the subnet, or is to. */
  record StandBy(ManagerInfo rival) implements Verdict {}

  /** A better one stands by. */
  record HandOver(ManagerInfo heir) implements Verdict {}

  /** A worse one is master, too. */
  record AwaitHandover(ManagerInfo rival) implements Verdict {}

  /** The same, where other nodes are members by now. */
  Rivalry among(Peers later) {
    return new Rivalry(own, later, declined, isLockedOut);
  }

  Verdict judge(List<ManagerInfo> managers) {
    List<ManagerInfo> rivals = managers.stream().filter(this::isRival).toList();
    return own.smState() == SmState.MASTER.code() ? asMaster(rivals) : asNewcomer(rivals);
  }

  /** Whether there is a better one that cannot take the subnet yet. */
  boolean isBetterOnItsWay(List<ManagerInfo> managers) {
    return managers.stream()
        .filter(this::isRival)
        .anyMatch(rival -> is(rival, SmState.DISCOVERING) && isTrusted(rival) && isBetter(rival));
  }

  /**
   * Whether a subnet manager that is polled is still to be waited for. One that has proven nothing
   * is when it is master: until then ports are asked again, for leases end.
   */
  boolean isWorthWaiting(SmInfo polled) {
    return polled.smState() == SmState.MASTER.code()
        || (own.smState() != SmState.MASTER.code()
            && polled.smState() != SmState.NOT_ACTIVE.code()
            && (!isLockedOut || knowsKey(polled))
            && Claim.of(polled).goesBefore(claim()));
  }

  /** Whether a subnet manager is master though this node goes before it. */
  boolean isOwed(SmInfo polled) {
    return polled.smState() == SmState.MASTER.code() && claim().goesBefore(Claim.of(polled));
  }

  private Verdict asNewcomer(List<ManagerInfo> rivals) {
    return best(rivals, rival -> is(rival, SmState.MASTER))
        .or(() -> best(rivals, rival -> isTrusted(rival) && isBetter(rival)))
        .<Verdict>map(StandBy::new)
        .orElseGet(NobodyAhead::new);
  }

  private Verdict asMaster(List<ManagerInfo> rivals) {
    List<ManagerInfo> able =
        rivals.stream()
            .filter(this::isTrusted)
            .filter(rival -> !declined.contains(info(rival).guid()))
            .filter(rival -> is(rival, SmState.MASTER) || is(rival, SmState.STANDBY))
            .toList();
    return best(able, this::isBetter)
        .<Verdict>map(HandOver::new)
        .or(() -> best(able, rival -> is(rival, SmState.MASTER)).map(AwaitHandover::new))
        .orElseGet(NobodyAhead::new);
  }

  private static Optional<ManagerInfo> best(
      List<ManagerInfo> rivals, Predicate<ManagerInfo> filter) {
    return rivals.stream()
        .filter(filter)
        .min(
            Comparator.comparingInt((ManagerInfo rival) -> -info(rival).priority())
                .thenComparing(rival -> info(rival).guid(), Long::compareUnsigned));
  }

  private boolean isRival(ManagerInfo manager) {
    return !peers.include(info(manager), own.priority()) && !is(manager, SmState.NOT_ACTIVE);
  }

  private boolean isTrusted(ManagerInfo rival) {
    return knowsKey(info(rival)) || (isLockedOut && info(rival).smKey() == 0);
  }

  private boolean knowsKey(SmInfo info) {
    return own.smKey() == 0 || info.smKey() == own.smKey();
  }

  private boolean isBetter(ManagerInfo rival) {
    return Claim.of(info(rival)).goesBefore(claim());
  }

  private Claim claim() {
    return Claim.ofCluster(own, peers.members());
  }

  private static boolean is(ManagerInfo manager, SmState state) {
    return info(manager).smState() == state.code();
  }

  private static SmInfo info(ManagerInfo manager) {
    return SmInfo.of(manager.smInfo());
  }
}
