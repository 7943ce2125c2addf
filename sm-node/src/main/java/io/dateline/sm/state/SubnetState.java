package io.dateline.sm.state;

import akka.persistence.typed.PersistenceId;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TreeFrame;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.NodesSeen;
import io.dateline.persistence.event.SubnetEvent.RoutingActivated;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetSnapshot;
import io.dateline.persistence.event.TermKeys;
import io.dateline.persistence.journal.Snapshots;
import io.dateline.routing.ChainMemory;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LayerMemory;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.discover.NodeBook;
import io.dateline.sm.graph.FabricBook;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.partition.PartitionBook;
import io.dateline.sm.registration.RegistrationBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a subnet manager has to know to go on where another one ended. Immutable; {@link #apply} is
 * the only way it changes, on the master and on every standby alike.
 *
 * @param term counts the masters the subnet has had; 0 before the first
 * @param keys M_Keys of the term
 * @param olderKeys M_Keys of the terms before, the last one first: ports may still hold any of
 *     them, because a term may end before it has reached every port
 * @param lids which port was given which LIDs
 * @param planned the routing last decided on, or null
 * @param active the plan last programmed completely, or null
 * @param activation when it was, null where {@code active} is
 * @param nodes what the nodes of the fabric said of themselves at the end of the last sweep
 * @param unfinished generation of a sweep that has begun and not ended, 0 if there is none: the
 *     fabric may be otherwise than it is known here, and its switches need not tell
 * @param memory what engines want to be told again at the next routing
 * @param groups of multicast
 * @param siteKeys that were chosen; none before the first term
 * @param partitions of the partition file that counts, and of run time
 * @param registrations services, subscriptions and alias GUIDs of ports
 * @param fabric that engines are asked about, as the last sweep that changed anything found it
 */
public record SubnetState(
    long term,
    TermKeys keys,
    List<TermKeys> olderKeys,
    LidBook lids,
    RoutingPlanned planned,
    RoutingPlanned active,
    RoutingActivated activation,
    NodeBook nodes,
    long unfinished,
    EngineMemory memory,
    GroupBook groups,
    SiteKeys siteKeys,
    PartitionBook partitions,
    RegistrationBook registrations,
    FabricBook fabric) {

  public static final Snapshots<SubnetState> SNAPSHOTS =
      new Snapshots<>(SubnetState::toSnapshot, stored -> of((SubnetSnapshot) stored));

  public static final SubnetState EMPTY =
      new SubnetState(
          0,
          TermKeys.NONE,
          List.of(),
          LidBook.EMPTY,
          null,
          null,
          null,
          NodeBook.EMPTY,
          0,
          EngineMemory.NONE,
          GroupBook.EMPTY,
          SiteKeys.NONE,
          PartitionBook.EMPTY,
          RegistrationBook.EMPTY,
          FabricBook.EMPTY);

  /** What the names of all subnets' managers begin with in a journal. */
  public static final String JOURNAL_ID = "subnet|";

  /** How many terms back ports are believed to hold a key. */
  private static final int OLDER_KEYS_MAX = 16;

  /** Under which name the journal has the events of a subnet's manager. */
  public static PersistenceId persistenceId(long subnetPrefix) {
    return PersistenceId.ofUniqueId(journalId(subnetPrefix));
  }

  /** The same, as the journal's rows have it. */
  public static String journalId(long subnetPrefix) {
    return JOURNAL_ID + Guid.hex16(subnetPrefix);
  }

  /** M_Keys of the term before. */
  public TermKeys previousKeys() {
    return olderKeys.isEmpty() ? TermKeys.NONE : olderKeys.getFirst();
  }

  /** M_Keys that ports may hold, those of the term first. */
  public List<TermKeys> allKeys() {
    List<TermKeys> all = new ArrayList<>(olderKeys);
    all.addFirst(keys);
    return all;
  }

  /** The largest generation number that was ever given. */
  public long lastGeneration() {
    long found = Math.max(unfinished, fabric.generation());
    return Math.max(found, planned == null ? 0 : planned.generation());
  }

  /**
   * What engines are asked about in a sweep, from the journal alone. It is what the master asks
   * about once it has journaled what the sweep found, until an engine has learnt something or the
   * next sweep finds something else. Takes half a second for 48,896 nodes.
   *
   * @param number of the sweep's generation
   * @return empty where the journal tells of no fabric yet, or of a later sweep: its LIDs and
   *     memory may be others
   * @throws IllegalArgumentException if the fabric of the journal is not the one that was found
   */
  public Optional<FabricGeneration> generation(long number) {
    if (!fabric.isKnown() || number < lastGeneration()) {
      return Optional.empty();
    }
    Fabric found = fabric.fabric();
    return Optional.of(
        FabricGeneration.of(number, found, lids.of(found, fabric.withoutLids()), memory));
  }

  /**
   * The state after an event.
   *
   * @throws IllegalStateException if the event cannot follow this state
   */
  public SubnetState apply(SubnetEvent event) {
    return switch (event) {
      case SubnetEvent.TermStarted started -> startTerm(started);
      case SubnetEvent.KeysChosen chosen -> with(next -> next.siteKeys = chosen.keys());
      case SubnetEvent.LidsAssigned assigned ->
          withLids(lids.with(assigned.portGuids(), assigned.baseLids(), assigned.lmcs()));
      case SubnetEvent.LidsReleased released -> withLids(lids.without(released.portGuids()));
      case SubnetEvent.FabricFound found -> with(next -> next.fabric = found(found.change()));
      case RoutingPlanned plan -> plan(plan);
      case RoutingActivated activated -> activate(activated);
      case NodesSeen seen -> see(seen);
      case SubnetEvent.SweepBegan began -> with(next -> next.unfinished = began.generation());
      case SubnetEvent.DatelineFixed fixed ->
          withMemory(memory.with(Optional.of(TorusFrame.empty(fixed.shape()))));
      case SubnetEvent.SwitchesPlaced placed -> withMemory(place(placed));
      case SubnetEvent.FrameReset reset -> withMemory(EngineMemory.NONE);
      case SubnetEvent.LayersGranted granted -> withMemory(grant(granted));
      case SubnetEvent.TreeLearnt learnt -> withMemory(memory.with(learn(learnt)));
      case SubnetEvent.ChainLearnt learnt ->
          withMemory(memory.with(memory.chain().with(chain(learnt.changes()))));
      case SubnetEvent.MulticastJoined joined -> with(next -> next.groups = groups.with(joined));
      case SubnetEvent.MulticastLeft left -> with(next -> next.groups = groups.with(left));
      case SubnetEvent.PartitionsRead read -> with(next -> next.partitions = partitions.with(read));
      case SubnetEvent.PartitionChanged changed ->
          with(next -> next.partitions = partitions.with(changed));
      case SubnetEvent.GroupsWithdrawn gone -> with(next -> next.groups = groups.with(gone));
      case SubnetEvent.ServicesRegistered registered ->
          withRegistrations(registrations.with(registered));
      case SubnetEvent.ServicesRemoved removed -> withRegistrations(registrations.with(removed));
      case SubnetEvent.SubscriptionsAdded added -> withRegistrations(registrations.with(added));
      case SubnetEvent.SubscriptionsRemoved removed ->
          withRegistrations(registrations.with(removed));
      case SubnetEvent.AliasGuidsGranted granted -> withRegistrations(registrations.with(granted));
      case SubnetEvent.AliasGuidsRemoved removed -> withRegistrations(registrations.with(removed));
    };
  }

  private SubnetState startTerm(SubnetEvent.TermStarted started) {
    if (started.term() != term + 1) {
      throw new IllegalStateException(
          "term %d cannot follow term %d".formatted(started.term(), term));
    }
    List<TermKeys> older = new ArrayList<>(olderKeys);
    if (!keys.isNone()) {
      older.addFirst(keys);
    }
    return with(
        next -> {
          next.term = started.term();
          next.keys = started.keys();
          next.olderKeys = List.copyOf(older.subList(0, Math.min(older.size(), OLDER_KEYS_MAX)));
        });
  }

  private FabricBook found(FabricChange change) {
    try {
      return fabric.with(change);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "the fabric of generation %d cannot follow".formatted(change.generation()), e);
    }
  }

  private SubnetState see(NodesSeen seen) {
    return with(
        next -> {
          next.nodes = nodes.with(seen);
          next.partitions = seen.keysKnown() ? partitions.withoutDoubt() : partitions;
        });
  }

  private SubnetState withMemory(EngineMemory remembered) {
    return with(next -> next.memory = remembered);
  }

  private EngineMemory place(SubnetEvent.SwitchesPlaced placed) {
    TorusFrame frame =
        memory
            .torus()
            .orElseThrow(
                () -> new IllegalStateException("switches were placed in a torus not laid out"));
    return memory.with(Optional.of(frame.with(placed.nodeGuids(), placed.places())));
  }

  private EngineMemory grant(SubnetEvent.LayersGranted granted) {
    return memory.with(memory.layers().with(layers(granted.changes())));
  }

  private TreeFrame learn(SubnetEvent.TreeLearnt learnt) {
    return memory
        .tree()
        .with(learnt.nodeGuids(), learnt.levels(), learnt.newRoots(), learnt.formerRoots());
  }

  private static LayerMemory layers(byte[] bytes) {
    return LayerMemory.read(bytes)
        .orElseThrow(() -> new IllegalStateException("the layers of paths cannot be read"));
  }

  private static ChainMemory chain(byte[] bytes) {
    return ChainMemory.read(bytes)
        .orElseThrow(() -> new IllegalStateException("what a chain's steps learnt cannot be read"));
  }

  private static EngineMemory memory(SubnetSnapshot snapshot) {
    return new EngineMemory(
        Optional.ofNullable(snapshot.torus()),
        snapshot.layers() == null ? LayerMemory.EMPTY : layers(snapshot.layers()),
        snapshot.tree(),
        snapshot.chain() == null ? ChainMemory.EMPTY : chain(snapshot.chain()));
  }

  private SubnetState withRegistrations(RegistrationBook book) {
    return with(next -> next.registrations = book);
  }

  private SubnetState withLids(LidBook book) {
    return with(next -> next.lids = book);
  }

  private SubnetState plan(RoutingPlanned plan) {
    long before = planned == null ? 0 : planned.generation();
    if (plan.generation() <= before) {
      throw new IllegalStateException(
          "generation %d cannot follow %d".formatted(plan.generation(), before));
    }
    return with(next -> next.planned = plan);
  }

  private SubnetState activate(RoutingActivated activated) {
    if (planned == null || planned.generation() != activated.generation()) {
      throw new IllegalStateException(
          "generation %d was activated without being planned".formatted(activated.generation()));
    }
    return with(
        next -> {
          next.active = planned;
          next.activation = activated;
          next.unfinished = 0;
        });
  }

  /** The same but for what is changed. */
  private SubnetState with(Consumer<Next> change) {
    Next next = new Next(this);
    change.accept(next);
    return next.build();
  }

  /** A state that is being made from another one. */
  private static final class Next {
    private long term;
    private TermKeys keys;
    private List<TermKeys> olderKeys;
    private LidBook lids;
    private RoutingPlanned planned;
    private RoutingPlanned active;
    private RoutingActivated activation;
    private NodeBook nodes;
    private long unfinished;
    private EngineMemory memory;
    private GroupBook groups;
    private SiteKeys siteKeys;
    private PartitionBook partitions;
    private RegistrationBook registrations;
    private FabricBook fabric;

    Next(SubnetState from) {
      term = from.term;
      keys = from.keys;
      olderKeys = from.olderKeys;
      lids = from.lids;
      planned = from.planned;
      active = from.active;
      activation = from.activation;
      nodes = from.nodes;
      unfinished = from.unfinished;
      memory = from.memory;
      groups = from.groups;
      siteKeys = from.siteKeys;
      partitions = from.partitions;
      registrations = from.registrations;
      fabric = from.fabric;
    }

    SubnetState build() {
      return new SubnetState(
          term,
          keys,
          olderKeys,
          lids,
          planned,
          active,
          activation,
          nodes,
          unfinished,
          memory,
          groups,
          siteKeys,
          partitions,
          registrations,
          fabric);
    }
  }

  /** As it goes into the journal. */
  public SubnetSnapshot toSnapshot() {
    long[] guids = lids.portGuids();
    int[] bases = new int[guids.length];
    byte[] lmcs = new byte[guids.length];
    for (int i = 0; i < guids.length; i++) {
      bases[i] = lids.baseLid(guids[i]);
      lmcs[i] = (byte) lids.lmc(guids[i]);
    }
    return new SubnetSnapshot(
        term,
        keys,
        guids,
        bases,
        lmcs,
        planned,
        active,
        activation,
        olderKeys,
        nodes.pack(),
        unfinished,
        memory.torus().orElse(null),
        memory.layers().isEmpty() ? null : memory.layers().toBytes(),
        List.copyOf(groups.groups()),
        siteKeys,
        partitions.pack(),
        registrations.toRegistered(),
        fabric.toChange(),
        nodes.silent(),
        memory.tree(),
        memory.chain().isEmpty() ? null : memory.chain().toBytes());
  }

  public static SubnetState of(SubnetSnapshot snapshot) {
    return new SubnetState(
        snapshot.term(),
        snapshot.keys(),
        snapshot.olderKeys(),
        LidBook.EMPTY.with(snapshot.portGuids(), snapshot.baseLids(), snapshot.lmcs()),
        snapshot.planned(),
        snapshot.active(),
        snapshot.activation(),
        NodeBook.of(snapshot.nodes(), snapshot.silent()),
        snapshot.unfinished(),
        memory(snapshot),
        GroupBook.of(snapshot.groups()),
        snapshot.siteKeys(),
        PartitionBook.of(snapshot.partitions()),
        RegistrationBook.of(snapshot.registered()),
        FabricBook.of(snapshot.fabric()));
  }
}
