package io.dateline.routing.actors.entity;

import akka.actor.Address;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Nodes that programmers live on, by the GUID of their end ports. The subnet manager of the oldest
 * node says which; the coordinator of shards, on the same node, follows. From any thread.
 */
public final class HomePorts {
  private final Function<Address, OptionalLong> portOf;
  private volatile Optional<Set<Long>> chosen = Optional.empty();

  /**
   * Nothing is chosen yet.
   *
   * @param portOf end port of a member that may be a home now, by its address, which has local
   *     scope for this node; empty for others
   */
  public HomePorts(Function<Address, OptionalLong> portOf) {
    this.portOf = portOf;
  }

  /** For a node that is alone. */
  public static HomePorts none() {
    return new HomePorts(address -> OptionalLong.empty());
  }

  /**
   * Chooses.
   *
   * @param portGuids of the homes; with none all programmers live beside the subnet manager
   */
  public void choose(Set<Long> portGuids) {
    chosen = Optional.of(Set.copyOf(portGuids));
  }

  /** Those that were chosen; empty while this node's subnet manager has not: all may stay. */
  public Optional<Set<Long>> chosen() {
    return chosen;
  }

  OptionalLong portOf(Address member) {
    return portOf.apply(member);
  }
}
