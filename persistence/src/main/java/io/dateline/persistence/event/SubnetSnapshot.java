package io.dateline.persistence.event;

import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TreeFrame;
import io.dateline.persistence.event.SubnetEvent.RoutingActivated;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import java.util.List;
import java.util.Objects;

/**
 * What all {@link SubnetEvent}s up to a moment come to. The arrays are parallel.
 *
 * @param term of the last master, 0 when there was none
 * @param keys M_Keys of that term
 * @param portGuids end ports that have LIDs, whether they are there or not
 * @param baseLids first of the {@code 2^lmc} LIDs of each
 * @param planned the last planned routing, or null
 * @param active the plan that was last activated, or null
 * @param activation when, null where {@code active} is
 * @param olderKeys of the terms before, the last one first
 * @param nodes what the nodes of the fabric said of themselves
 * @param unfinished generation of a sweep that has begun and not ended, 0 if there is none
 * @param torus where switches were placed in a torus, or null
 * @param layers of paths, in the routing engines' own form, or null
 * @param groups of multicast, with their members
 * @param siteKeys that were chosen
 * @param partitions of the file that counts, and of run time
 * @param registered services and subscriptions
 * @param fabric all of the fabric that was found last
 * @param silent what does not answer and is there all the same; none where a build wrote it that
 *     knew of no such thing
 * @param tree where switches were found in a tree
 * @param chain what steps of a chain have learnt, in the routing engines' own form, or null
 */
public record SubnetSnapshot(
    long term,
    TermKeys keys,
    long[] portGuids,
    int[] baseLids,
    byte[] lmcs,
    RoutingPlanned planned,
    RoutingPlanned active,
    RoutingActivated activation,
    List<TermKeys> olderKeys,
    PackedNodes nodes,
    long unfinished,
    TorusFrame torus,
    byte[] layers,
    List<MulticastGroup> groups,
    SiteKeys siteKeys,
    PartitionSnapshot partitions,
    Registered registered,
    FabricChange fabric,
    Silence silent,
    TreeFrame tree,
    byte[] chain)
    implements Journaled {
  public SubnetSnapshot {
    Objects.requireNonNull(keys);
    olderKeys = List.copyOf(olderKeys);
    Objects.requireNonNull(nodes);
    Objects.requireNonNull(siteKeys);
    Objects.requireNonNull(partitions);
    Objects.requireNonNull(registered);
    Objects.requireNonNull(fabric);
    groups = List.copyOf(groups);
    Objects.requireNonNull(silent);
    Objects.requireNonNull(tree);
    Parallel.check(portGuids, baseLids, lmcs);
    if ((active == null) != (activation == null)) {
      throw new IllegalArgumentException("an active routing has a plan and an activation");
    }
  }

  /** The same with these keys. */
  public SubnetSnapshot withKeys(
      TermKeys newKeys, List<TermKeys> newOlderKeys, SiteKeys newSiteKeys) {
    return with(
        newKeys, newOlderKeys, newSiteKeys, partitions, registered, fabric, silent, tree, chain);
  }

  /** The same with these partitions. */
  public SubnetSnapshot withPartitions(PartitionSnapshot known) {
    return with(keys, olderKeys, siteKeys, known, registered, fabric, silent, tree, chain);
  }

  /** The same with other services and subscriptions. */
  public SubnetSnapshot withRegistered(Registered newRegistered) {
    return with(keys, olderKeys, siteKeys, partitions, newRegistered, fabric, silent, tree, chain);
  }

  /** The same with this fabric. */
  public SubnetSnapshot withFabric(FabricChange found) {
    return with(keys, olderKeys, siteKeys, partitions, registered, found, silent, tree, chain);
  }

  /** The same with this silence. */
  public SubnetSnapshot withSilent(Silence known) {
    return with(keys, olderKeys, siteKeys, partitions, registered, fabric, known, tree, chain);
  }

  /** The same with this tree. */
  public SubnetSnapshot withTree(TreeFrame found) {
    return with(keys, olderKeys, siteKeys, partitions, registered, fabric, silent, found, chain);
  }

  /** The same with what steps of a chain have learnt. */
  public SubnetSnapshot withChain(byte[] learnt) {
    return with(keys, olderKeys, siteKeys, partitions, registered, fabric, silent, tree, learnt);
  }

  private SubnetSnapshot with(
      TermKeys newKeys,
      List<TermKeys> newOlderKeys,
      SiteKeys newSiteKeys,
      PartitionSnapshot newPartitions,
      Registered newRegistered,
      FabricChange newFabric,
      Silence newSilent,
      TreeFrame newTree,
      byte[] newChain) {
    return new SubnetSnapshot(
        term,
        newKeys,
        portGuids,
        baseLids,
        lmcs,
        planned,
        active,
        activation,
        newOlderKeys,
        nodes,
        unfinished,
        torus,
        layers,
        groups,
        newSiteKeys,
        newPartitions,
        newRegistered,
        newFabric,
        newSilent,
        newTree,
        newChain);
  }
}
