package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which pairs a subnet cannot do without: those between ports of channel adapters and routers, less
 * those that need not be served; those to the subnet manager's own port; and those from there to
 * adapters. It manages switches by directed routes.
 */
final class Needs {
  private final Senders senders;
  private final int own; // end port, or Fabric.NONE
  private final int ownSender; // or Fabric.NONE
  private final boolean isOwnNeededAnyway; // its pairs with other adapters are needed as such
  private final Set<Integer> partly; // end ports
  private final Set<Integer> partlySenders;
  private final int[] partlyAt; // by switch: adapters among these

  Needs(Fabric fabric, Senders senders, int own, Set<Integer> partly) {
    this.senders = senders;
    this.own = own;
    this.partly = partly;
    partlySenders =
        partly.stream()
            .map(senders::senderOf)
            .filter(sender -> sender != Fabric.NONE)
            .collect(Collectors.toUnmodifiableSet());
    partlyAt = new int[fabric.switchCount()];
    for (int sender : partlySenders) {
      if (senders.isCa(sender) && senders.entrySwitch[sender] != Fabric.NONE) {
        partlyAt[senders.entrySwitch[sender]]++;
      }
    }
    ownSender = own == Fabric.NONE ? Fabric.NONE : senders.senderOf(own);
    isOwnNeededAnyway =
        own != Fabric.NONE && !fabric.isSwitch(fabric.nodeOf(own)) && !partly.contains(own);
  }

  /** Whether all that is asked of senders at a switch has the same answer in both. */
  boolean isSameAt(int node, Needs other) {
    return partlyAt[node] == other.partlyAt[node] && isOwnAt(node) == other.isOwnAt(node);
  }

  private boolean isOwnAt(int node) {
    return ownSender != Fabric.NONE && senders.entrySwitch[ownSender] == node;
  }

  /** Whether what is the same at a switch is so for every destination that is. */
  boolean isComparable(Needs other) {
    return isOwnNeededAnyway == other.isOwnNeededAnyway;
  }

  /** What is asked of an end port as a destination, as bits. */
  int kind(int endPort) {
    return (endPort == own ? 1 : 0) | (partly.contains(endPort) ? 2 : 0);
  }

  /** Whether this sender's pair with this destination is one. */
  boolean isNeeded(int sender, JudgedLid target) {
    if (target.port() == own) {
      return true;
    }
    boolean isBetweenAdapters = senders.isCa(sender) && !partlySenders.contains(sender);
    return target.isCa()
        && (sender == ownSender || (isBetweenAdapters && !partly.contains(target.port())));
  }

  /**
   * How many there are of those whose packets enter at a switch, all alike.
   *
   * @param all senders there, without the destination's own
   * @param ca those of them whose pairs are between adapters
   */
  int count(JudgedLid target, int node, int all, int ca) {
    if (target.port() == own) {
      return all;
    }
    boolean isPartly = partly.contains(target.port());
    int needed = isPartly ? 0 : ca - (target.isCa() ? partlyAt[node] : 0);
    boolean isOwnHere = isOwnAt(node);
    boolean isOwnAmongThem = isOwnNeededAnyway && target.isCa() && !isPartly;
    return needed + (isOwnHere && target.isCa() && !isOwnAmongThem ? 1 : 0);
  }
}
