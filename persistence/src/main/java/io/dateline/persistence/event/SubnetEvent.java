package io.dateline.persistence.event;

import io.dateline.fabric.TorusShape;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What happened to a subnet, by its master's decision. {@code atMs} is Unix time.
 *
 * <p>Long because every kind of decision is here, each with what its fields mean.
 */
public sealed interface SubnetEvent extends Journaled {
  /** When it was decided, ms since 1970. */
  long atMs();

  /** Why, for people; empty in events of kinds that did not tell it when they were written. */
  String reason();

  /**
   * A master took over.
   *
   * @param term counts masters, from 1 on
   * @param keys the M_Keys that ports take {@code Set}s with during this term
   * @param node the SM node, for people
   * @param reason why there is a new term, never empty
   */
  record TermStarted(long term, TermKeys keys, String node, String reason, long atMs)
      implements SubnetEvent {
    public TermStarted {
      Objects.requireNonNull(keys);
      Objects.requireNonNull(node);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Keys were chosen that tools and other subnet managers are to show, for the operator may have
   * set none.
   */
  record KeysChosen(SiteKeys keys, String reason, long atMs) implements SubnetEvent {
    public KeysChosen {
      Objects.requireNonNull(keys);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * A heavy sweep has found what is there, and is about to change it: from now on switches may have
   * forgotten that something changed, so that only a sweep which ends can be relied upon.
   *
   * @param generation of the fabric that was found; the sweep has ended with its activation
   * @param reason why it was looked for, never empty
   */
  record SweepBegan(long generation, String reason, long atMs) implements SubnetEvent {
    public SweepBegan {
      Objects.requireNonNull(reason);
    }
  }

  /**
   * End ports got LIDs, or other ones than they had. The arrays are parallel.
   *
   * @param portGuids end ports
   * @param baseLids first of the {@code 2^lmc} LIDs of each
   * @param reason of the sweep that found them
   */
  record LidsAssigned(long[] portGuids, int[] baseLids, byte[] lmcs, String reason, long atMs)
      implements SubnetEvent {
    public LidsAssigned {
      Objects.requireNonNull(reason);
      Parallel.check(portGuids, baseLids, lmcs);
    }
  }

  /**
   * End ports lost their LIDs; others may have them.
   *
   * @param reason of the sweep that took them
   */
  record LidsReleased(long[] portGuids, String reason, long atMs) implements SubnetEvent {
    public LidsReleased {
      Objects.requireNonNull(reason);
      Objects.requireNonNull(portGuids);
    }
  }

  /**
   * A heavy sweep found another fabric than the one before it; engines are asked about this one.
   *
   * @param reason of the sweep that found it
   */
  record FabricFound(FabricChange change, String reason, long atMs) implements SubnetEvent {
    public FabricFound {
      Objects.requireNonNull(change);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * A routing was computed and found good; programming is about to begin.
   *
   * @param generation of the fabric it was computed for
   * @param topologyId of that fabric, see {@code TopologyId}
   * @param engine by OpenSM's name
   * @param options the engine's options as text
   * @param digest SHA-256 of the tables, hex
   * @param switches their number
   * @param endPorts their number
   * @param reason why a routing was needed, never empty
   * @param refusals of the engines that were tried before, in that order; empty in events that were
   *     written before it was told
   * @param memoryDigest of what the engine wants to be told again, as far as it is about this
   *     fabric; empty where that is nothing
   * @param comparison of the engines that it was chosen from; none in events that were written
   *     before it was told
   * @param busiestAnew paths on the busiest channel of the last tables that were made as if there
   *     were none before, these or earlier ones; 0 where that is not known
   */
  record RoutingPlanned(
      long generation,
      long topologyId,
      String engine,
      String options,
      String digest,
      int switches,
      int endPorts,
      String reason,
      long atMs,
      List<Refusal> refusals,
      String memoryDigest,
      EngineComparison comparison,
      long busiestAnew)
      implements SubnetEvent {
    /**
     * An engine would not route the fabric, or not as it claims.
     *
     * @param reason a sentence
     */
    public record Refusal(String engine, String reason) {
      public Refusal {
        Objects.requireNonNull(engine);
        Objects.requireNonNull(reason);
      }

      /** All of them in a line. */
      public static String inWords(List<Refusal> refusals) {
        return refusals.stream()
            .map(refusal -> refusal.engine + ": " + refusal.reason)
            .collect(Collectors.joining("; "));
      }
    }

    public RoutingPlanned {
      refusals = List.copyOf(refusals);
      Objects.requireNonNull(engine);
      Objects.requireNonNull(options);
      Objects.requireNonNull(digest);
      Objects.requireNonNull(reason);
      Objects.requireNonNull(memoryDigest);
      Objects.requireNonNull(comparison);
    }

    /** Of engines that were not compared. */
    public RoutingPlanned(
        long generation,
        long topologyId,
        String engine,
        String options,
        String digest,
        int switches,
        int endPorts,
        String reason,
        long atMs,
        List<Refusal> refusals,
        String memoryDigest) {
      this(
          generation,
          topologyId,
          engine,
          options,
          digest,
          switches,
          endPorts,
          reason,
          atMs,
          refusals,
          memoryDigest,
          EngineComparison.NONE,
          0);
    }
  }

  /**
   * A torus was laid out: its grid, and so where the datelines are, between the last and the first
   * coordinate of each dimension. Nothing is in it yet; where switches were in an earlier grid
   * counts no more.
   *
   * @param reason of the sweep that routed it
   */
  record DatelineFixed(TorusShape shape, String reason, long atMs) implements SubnetEvent {
    public DatelineFixed {
      Objects.requireNonNull(shape);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Switches got their places in the torus, for as long as it is not laid out anew. A switch that
   * had one of these places before was replaced, and has none. The arrays are parallel.
   *
   * @param nodeGuids switches
   * @param places of the grid, as {@link TorusShape} counts them
   * @param reason of the sweep that placed them
   */
  record SwitchesPlaced(long[] nodeGuids, int[] places, String reason, long atMs)
      implements SubnetEvent {
    public SwitchesPlaced {
      Objects.requireNonNull(reason);
      Parallel.check(nodeGuids.length, places.length);
    }
  }

  /**
   * Paths were given layers, or other ones: the next routing keeps them where it can.
   *
   * @param changes what is other than before, in the routing engines' own form, which has a version
   * @param moved paths that were in another layer before
   * @param reason of the sweep that did it
   */
  record LayersGranted(byte[] changes, long moved, String reason, long atMs)
      implements SubnetEvent {
    public LayersGranted {
      Objects.requireNonNull(changes);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Engines found out where switches are in a tree, or that one of them is elsewhere. The first two
   * arrays are parallel.
   *
   * @param nodeGuids switches
   * @param levels of these, counted from the leaves; -1 where the one of before counts no more
   * @param newRoots switches that are roots from now on
   * @param formerRoots switches that are none any more
   * @param reason of the sweep that found it
   */
  record TreeLearnt(
      long[] nodeGuids, int[] levels, long[] newRoots, long[] formerRoots, String reason, long atMs)
      implements SubnetEvent {
    public TreeLearnt {
      Objects.requireNonNull(newRoots);
      Objects.requireNonNull(formerRoots);
      Objects.requireNonNull(reason);
      if (nodeGuids.length != levels.length) {
        throw new IllegalArgumentException(
            "%d switches, %d levels".formatted(nodeGuids.length, levels.length));
      }
    }
  }

  /**
   * Engines of a chain's steps have learnt something, or others of them are in force.
   *
   * @param changes what is new, in the routing engines' own form
   * @param reason of the sweep that did it
   */
  record ChainLearnt(byte[] changes, String reason, long atMs) implements SubnetEvent {
    public ChainLearnt {
      Objects.requireNonNull(changes);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * An operator has the torus, the layers of paths, the tree, and what steps of a chain have learnt
   * forgotten: the next sweep settles that anew, and paths that were granted may get other SLs.
   *
   * @param reason who asked for it
   */
  record FrameReset(String reason, long atMs) implements SubnetEvent {
    public FrameReset {
      Objects.requireNonNull(reason);
    }
  }

  /**
   * The planned routing of this generation is in the switches.
   *
   * @param reason of the sweep that ended with it
   */
  record RoutingActivated(long generation, String reason, long atMs) implements SubnetEvent {
    public RoutingActivated {
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Nodes whose attributes at the end of a heavy sweep differ from those of the last such event,
   * and nodes that are there no more. The first one has all nodes.
   *
   * @param generation of the fabric that they are part of
   * @param goneGuids nodes of earlier events that were not found
   * @param nodes new or changed ones, as {@code NodeImage} makes them
   * @param changes what has become of nodes and cables, in sentences; none where all nodes are new
   * @param reason why they were looked at
   * @param silent what does not answer and is there; empty where an old build does not tell it
   * @param keysKnown whether all ports that answer hold the P_Keys of the partitions in force
   */
  record NodesSeen(
      long generation,
      long[] goneGuids,
      PackedNodes nodes,
      List<String> changes,
      String reason,
      long atMs,
      Optional<Silence> silent,
      boolean keysKnown)
      implements SubnetEvent {
    public NodesSeen {
      changes = List.copyOf(changes);
      Objects.requireNonNull(silent);
      Objects.requireNonNull(goneGuids);
      Objects.requireNonNull(nodes);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Ports joined multicast groups, as they asked for; groups were made for the first of them, or
   * because a subnet has them.
   *
   * @param made groups that there were not, without members
   * @param members ports, and all JoinState bits that they are in with from now on
   * @param reason what wanted it
   */
  record MulticastJoined(
      List<MulticastGroup> made, List<Membership> members, String reason, long atMs)
      implements SubnetEvent {
    public MulticastJoined {
      made = List.copyOf(made);
      members = List.copyOf(members);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Ports left multicast groups. With the last one that keeps it alive a group is gone, and every
   * port that was left in it is out; a well-known one stays.
   *
   * @param members ports, and the JoinState bits that they gave up; with the last bit a port is out
   * @param reason what wanted it
   */
  record MulticastLeft(List<Membership> members, String reason, long atMs) implements SubnetEvent {
    public MulticastLeft {
      members = List.copyOf(members);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * A partition file counts from now on, in place of the one before.
   *
   * @param lines its definitions, one each, in the file's own grammar and a form that stays
   *     readable
   * @param digest of the file's text, SHA-256, hex
   * @param changes what is other than before, in sentences
   * @param reason why it was read, never empty
   */
  record PartitionsRead(
      List<String> lines, String digest, List<String> changes, String reason, long atMs)
      implements SubnetEvent {
    public PartitionsRead {
      lines = List.copyOf(lines);
      Objects.requireNonNull(digest);
      changes = List.copyOf(changes);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * A partition was given members at run time, or lost some of these.
   *
   * @param changes ports, and what they are from now on
   * @param reason what ordered it, never empty
   */
  record PartitionChanged(RunTimePartition changes, String reason, long atMs)
      implements SubnetEvent {
    public PartitionChanged {
      Objects.requireNonNull(changes);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Groups that stayed without a member are like any other from now on: those that no member keeps
   * are gone. The arrays are parallel.
   *
   * @param mgidHighs upper 64 bits of the groups' GIDs
   * @param mgidLows lower 64 bits
   * @param reason what wanted it
   */
  record GroupsWithdrawn(long[] mgidHighs, long[] mgidLows, String reason, long atMs)
      implements SubnetEvent {
    public GroupsWithdrawn {
      Objects.requireNonNull(reason);
      Parallel.check(mgidHighs.length, mgidLows.length);
    }
  }

  /**
   * Ports registered services, new ones or in the place of earlier ones.
   *
   * @param reason what wanted it
   */
  record ServicesRegistered(List<RegisteredService> services, String reason, long atMs)
      implements SubnetEvent {
    public ServicesRegistered {
      services = List.copyOf(services);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Services are offered no more.
   *
   * @param reason what wanted it
   */
  record ServicesRemoved(List<RegisteredService.Id> services, String reason, long atMs)
      implements SubnetEvent {
    public ServicesRemoved {
      services = List.copyOf(services);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Ports subscribed to notices, anew or in the place of earlier subscriptions.
   *
   * @param reason what wanted it
   */
  record SubscriptionsAdded(List<EventSubscription> subscriptions, String reason, long atMs)
      implements SubnetEvent {
    public SubscriptionsAdded {
      subscriptions = List.copyOf(subscriptions);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Subscriptions have ended.
   *
   * @param reason what wanted it
   */
  record SubscriptionsRemoved(List<EventSubscription.Id> subscriptions, String reason, long atMs)
      implements SubnetEvent {
    public SubscriptionsRemoved {
      subscriptions = List.copyOf(subscriptions);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Ports were granted alias GUIDs, new ones or in the place of others of theirs.
   *
   * @param chosen how many the subnet manager has chosen in the subnet's life, up to these
   * @param reason what wanted it
   */
  record AliasGuidsGranted(List<AliasGuid> aliases, long chosen, String reason, long atMs)
      implements SubnetEvent {
    public AliasGuidsGranted {
      aliases = List.copyOf(aliases);
      Objects.requireNonNull(reason);
    }
  }

  /**
   * Ports have lost alias GUIDs; others may have them.
   *
   * @param reason what wanted it
   */
  record AliasGuidsRemoved(List<AliasGuid.Id> aliases, String reason, long atMs)
      implements SubnetEvent {
    public AliasGuidsRemoved {
      aliases = List.copyOf(aliases);
      Objects.requireNonNull(reason);
    }
  }
}
