package io.dateline.sm.multicast;

import io.dateline.persistence.event.MulticastGroup;
import java.util.Collection;
import java.util.Optional;

/**
 * What the manager is about when something happens to multicast.
 *
 * @param isInCharge whether the subnet is this node's to change
 * @param settled the subnet as the last sweep left it; empty while a sweep or a succession is under
 *     way, which come to groups by themselves
 * @param groups those that switches are told, as the journal has them
 * @param parallelism switches that are told at the same time
 */
public record Surroundings(
    boolean isInCharge,
    Optional<MulticastSubnet> settled,
    Collection<MulticastGroup> groups,
    int parallelism) {}
