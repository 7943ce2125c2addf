package io.dateline.persistence.codec;

import io.dateline.fabric.TorusFrame;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.TreeFrame;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.EngineComparison;
import io.dateline.persistence.event.EventSubscription;
import io.dateline.persistence.event.EventSubscription.Topic;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.FormerPartitions;
import io.dateline.persistence.event.Journaled;
import io.dateline.persistence.event.LayerEvent.LayersAssigned;
import io.dateline.persistence.event.LayerSnapshot;
import io.dateline.persistence.event.LftEvent.BlocksConfirmed;
import io.dateline.persistence.event.LftEvent.MulticastConfirmed;
import io.dateline.persistence.event.LftEvent.MulticastTargeted;
import io.dateline.persistence.event.LftEvent.TablesForgotten;
import io.dateline.persistence.event.LftEvent.TablesTargeted;
import io.dateline.persistence.event.LftEvent.TopConfirmed;
import io.dateline.persistence.event.LftSnapshot;
import io.dateline.persistence.event.Membership;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.persistence.event.MulticastGroup.Terms;
import io.dateline.persistence.event.NodeEvent.StandbyReady;
import io.dateline.persistence.event.PackedNodes;
import io.dateline.persistence.event.PartitionSnapshot;
import io.dateline.persistence.event.Registered;
import io.dateline.persistence.event.RegisteredService;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SiteKeys;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsGranted;
import io.dateline.persistence.event.SubnetEvent.AliasGuidsRemoved;
import io.dateline.persistence.event.SubnetEvent.ChainLearnt;
import io.dateline.persistence.event.SubnetEvent.DatelineFixed;
import io.dateline.persistence.event.SubnetEvent.FabricFound;
import io.dateline.persistence.event.SubnetEvent.FrameReset;
import io.dateline.persistence.event.SubnetEvent.GroupsWithdrawn;
import io.dateline.persistence.event.SubnetEvent.KeysChosen;
import io.dateline.persistence.event.SubnetEvent.LayersGranted;
import io.dateline.persistence.event.SubnetEvent.LidsAssigned;
import io.dateline.persistence.event.SubnetEvent.LidsReleased;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.persistence.event.SubnetEvent.MulticastLeft;
import io.dateline.persistence.event.SubnetEvent.NodesSeen;
import io.dateline.persistence.event.SubnetEvent.PartitionChanged;
import io.dateline.persistence.event.SubnetEvent.PartitionsRead;
import io.dateline.persistence.event.SubnetEvent.RoutingActivated;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.persistence.event.SubnetEvent.ServicesRegistered;
import io.dateline.persistence.event.SubnetEvent.ServicesRemoved;
import io.dateline.persistence.event.SubnetEvent.SubscriptionsAdded;
import io.dateline.persistence.event.SubnetEvent.SubscriptionsRemoved;
import io.dateline.persistence.event.SubnetEvent.SweepBegan;
import io.dateline.persistence.event.SubnetEvent.SwitchesPlaced;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.SubnetEvent.TreeLearnt;
import io.dateline.persistence.event.SubnetSnapshot;
import io.dateline.persistence.event.TermKeys;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One value of every kind that is journaled; the fixtures hold these. Long because there are many
 * kinds.
 */
final class Samples {
  private static final long AT_MS = 1_790_000_000_123L;
  private static final String REASON = "trap 128 from LID 7";
  private static final long GUID = 0xf452_1403_00ab_cdefL;
  private static final TermKeys SECRET =
      TermKeys.derived("32 bytes that nobody could guess".getBytes(StandardCharsets.US_ASCII));
  private static final RoutingPlanned PLANNED = planned(List.of(), "");

  private static RoutingPlanned planned(List<Refusal> refusals, String memoryDigest) {
    return planned(refusals, memoryDigest, EngineComparison.NONE, 0);
  }

  private static RoutingPlanned planned(
      List<Refusal> refusals, String memoryDigest, EngineComparison comparison, long busiestAnew) {
    return new RoutingPlanned(
        7,
        0x8123_4567_89ab_cdefL,
        "minhop",
        "port_profile_switch_nodes FALSE",
        "00ff",
        30,
        62,
        "first routing",
        AT_MS,
        refusals,
        memoryDigest,
        comparison,
        busiestAnew);
  }

  private static final LayersAssigned ASSIGNED =
      new LayersAssigned(
          PLANNED.topologyId(),
          -3L,
          "minhop",
          "00ff",
          false,
          1,
          120,
          480,
          "\"a\" -> \"b\"",
          REASON,
          AT_MS);

  private static final TorusShape SHAPE =
      new TorusShape(List.of(6, 5, 1), List.of(true, false, true));

  private static final TorusFrame TORUS =
      TorusFrame.empty(SHAPE).with(new long[] {GUID, 1}, new int[] {29, 0});

  private static final byte[] ENTRIES = new byte[128];

  static {
    for (int i = 0; i < ENTRIES.length; i++) {
      ENTRIES[i] = (byte) (i % 36);
    }
  }

  private static final PackedNodes NODES =
      PackedNodes.pack(new long[] {GUID, 1}, new byte[][] {{1, 2, 3}, new byte[200]});

  private static final long MGID_HIGH = 0xFF12_401B_FFFF_0000L;
  private static final long MGID_LOW = 0xFFFF_FFFFL;
  private static final Terms TERMS =
      new Terms(0x8000_0B1B, 0xFFFF, 4, 3, 18, 8, 255, 0xFFFFF, 64, 2);

  private static final PartitionSnapshot PARTITIONS =
      new PartitionSnapshot(
          List.of("Default=0x7fff,ipoib:ALL=full;"),
          "00ff",
          List.of("aa", "bb"),
          List.of(
              new RunTimePartition(
                  8,
                  "job 7",
                  new long[] {GUID, 1},
                  new byte[] {RunTimePartition.FULL, RunTimePartition.LIMITED},
                  Optional.empty()),
              new RunTimePartition(9, "", new long[0], new byte[0], Optional.empty())),
          FormerPartitions.NONE);
  private static final long GID_HIGH = 0xFE80_0000_0000_0000L;

  private static final List<AliasGuid> ALIASES =
      List.of(
          new AliasGuid(new AliasGuid.Id(GUID, 1), 0x0014_0500_0000_0003L),
          new AliasGuid(new AliasGuid.Id(-2, 255), 7));

  private static final Registered REGISTERED =
      new Registered(
          List.of(
              new RegisteredService(
                  new RegisteredService.Id(-2, GID_HIGH, GUID, 0xFFFF),
                  Arrays.copyOf(ENTRIES, RegisteredService.CONTENT_BYTES),
                  RegisteredService.FOR_EVER,
                  GUID),
              new RegisteredService(
                  new RegisteredService.Id(7, GID_HIGH, 1, 0x8001),
                  new byte[RegisteredService.CONTENT_BYTES],
                  AT_MS,
                  1)),
          List.of(
              new EventSubscription(
                  new EventSubscription.Id(GUID, 0),
                  0xFFFFFF,
                  new Topic(0, 0, 0xFFFF, 0, true, 0xFFFF, 0xFFFF, 0xFFFFFF),
                  31,
                  true),
              new EventSubscription(
                  new EventSubscription.Id(1, 2),
                  1,
                  new Topic(GID_HIGH, GUID, 1, 0xBFFF, false, 3, 144, 4),
                  18,
                  false)));

  static final List<Journaled> ALL =
      List.of(
          new TermStarted(
              3, TermKeys.shared(-1L), "sm-1 (häuschen)", "the master of term 2 died", AT_MS),
          new KeysChosen(new SiteKeys(0x1234, -3), REASON, AT_MS),
          new LidsAssigned(
              new long[] {GUID, 1}, new int[] {0xBFF8, 1}, new byte[] {3, 0}, "", AT_MS),
          new LidsReleased(new long[] {GUID}, "", AT_MS),
          PLANNED,
          new RoutingActivated(7, "", AT_MS),
          new SubnetSnapshot(
              3,
              TermKeys.shared(0x0123_4567_89ab_cdefL),
              new long[] {GUID, 1},
              new int[] {8, 1},
              new byte[] {3, 0},
              PLANNED,
              null,
              null,
              List.of(),
              PackedNodes.EMPTY,
              0,
              null,
              null,
              List.of(),
              SiteKeys.NONE,
              PartitionSnapshot.NONE,
              Registered.NOTHING,
              FabricChange.NONE,
              Silence.NONE,
              TreeFrame.EMPTY,
              null),
          new PartitionsRead(
              List.of("Default=0x7fff,ipoib:ALL=full;", "a=0x1:0x2=full;"),
              "00ff",
              List.of("partition a (0x0001) is new"),
              "the operator ordered it",
              AT_MS),
          new PartitionChanged(
              new RunTimePartition(
                  0x8,
                  "job 7",
                  new long[] {GUID, 1},
                  new byte[] {RunTimePartition.BOTH, RunTimePartition.OUT},
                  Optional.empty()),
              "the operator: job 7",
              AT_MS),
          seen(List.of(), "", Optional.empty(), false),
          new SweepBegan(8, REASON, AT_MS),
          new DatelineFixed(SHAPE, REASON, AT_MS),
          new SwitchesPlaced(new long[] {GUID, 1}, new int[] {29, 0}, REASON, AT_MS),
          new FrameReset("the operator asked for it", AT_MS),
          new TreeLearnt(
              new long[] {GUID, 1},
              new int[] {2, -1},
              new long[] {GUID},
              new long[] {7, 8},
              REASON,
              AT_MS),
          new ChainLearnt(new byte[] {1, 2, 3}, REASON, AT_MS),
          new LayersGranted(new byte[] {1, 2, 3}, 17, "a link went down", AT_MS),
          new MulticastJoined(
              List.of(group(List.of())),
              List.of(
                  new Membership(MGID_HIGH, MGID_LOW, GUID, MulticastGroup.FULL_MEMBER, false),
                  new Membership(MGID_HIGH, MGID_LOW, 1, 0xF, true)),
              "their ports asked for it",
              AT_MS),
          new MulticastLeft(
              List.of(new Membership(MGID_HIGH, MGID_LOW, GUID, 1, false)),
              "the port is gone",
              AT_MS),
          new GroupsWithdrawn(
              new long[] {MGID_HIGH, -1},
              new long[] {MGID_LOW, 5},
              "no partition has it any more",
              AT_MS),
          new ServicesRegistered(REGISTERED.services(), "its port asked", AT_MS),
          new ServicesRemoved(
              List.of(new RegisteredService.Id(-2, GID_HIGH, GUID, 0xFFFF)),
              "the lease has ended",
              AT_MS),
          new SubscriptionsAdded(REGISTERED.subscriptions(), "its port asked", AT_MS),
          new AliasGuidsGranted(ALIASES, 3, "its port asked", AT_MS),
          new AliasGuidsRemoved(List.of(new AliasGuid.Id(GUID, 9)), "its port asked", AT_MS),
          new FabricFound(
              new FabricChange(7, false, new long[] {5, -2}, NODES, new long[] {GUID}, "0a1b"),
              REASON,
              AT_MS),
          new SubscriptionsRemoved(
              List.of(new EventSubscription.Id(GUID, 3)), "its port asked", AT_MS),
          new TablesTargeted(
              7, 0xBFFF, new int[] {0, 767}, BlockCompression.deflate(ENTRIES), AT_MS),
          new BlocksConfirmed(7, new int[] {0, 1, 2, 767}, AT_MS),
          new TopConfirmed(7, 0xBFFF, AT_MS),
          new TablesForgotten("the switch restarted", AT_MS),
          new MulticastTargeted(
              7, 0xC01F, new int[] {0, 8191}, BlockCompression.deflate(ENTRIES), AT_MS),
          new MulticastConfirmed(7, 0, new int[] {0, 8191}, AT_MS),
          lftSnapshot(null),
          ASSIGNED,
          new LayerSnapshot(
              List.of(
                  ASSIGNED,
                  new LayersAssigned(
                      1, 2, "dfsssp", "ff00", true, 8, 120, 480, "", REASON, AT_MS))),
          new StandbyReady("H-1 HCA-1/1", 3, 7, AT_MS));

  /**
   * Values with components that were appended to a type which had a fixture by then, by the name of
   * their own fixture. In {@link #ALL} these components have the value that a reader takes where
   * they are not there, so that the older fixture still reads as its sample.
   */
  static final Map<String, Journaled> GROWN =
      Map.ofEntries(
          Map.entry(
              "LidsAssigned-1-reason",
              new LidsAssigned(
                  new long[] {GUID, 1}, new int[] {0xBFF8, 1}, new byte[] {3, 0}, REASON, AT_MS)),
          Map.entry("LidsReleased-1-reason", new LidsReleased(new long[] {GUID}, REASON, AT_MS)),
          Map.entry(
              "RoutingPlanned-1-refusals",
              planned(
                  List.of(
                      new Refusal("ftree", "rank 9: not within 2 to 8"),
                      new Refusal("updn", "no root")),
                  "")),
          Map.entry(
              "RoutingPlanned-1-memoryDigest",
              planned(List.of(new Refusal("updn", "no root")), "0a1b")),
          Map.entry(
              "RoutingPlanned-1-comparison", planned(List.of(), "0a1b", ComparisonSamples.HERE, 0)),
          Map.entry(
              "RoutingPlanned-1-elsewhere",
              planned(List.of(), "0a1b", ComparisonSamples.ELSEWHERE, 0)),
          Map.entry(
              "RoutingPlanned-1-busiestAnew",
              planned(List.of(), "0a1b", ComparisonSamples.ELSEWHERE, 170)),
          Map.entry(
              "LftSnapshot-1-multicast",
              lftSnapshot(
                  new LftSnapshot.Multicast(
                      0xC01F,
                      0xC000,
                      new int[] {0, 2},
                      BlockCompression.deflate(ENTRIES),
                      new int[] {2}))),
          Map.entry("TermStarted-2-secret", new TermStarted(4, SECRET, "sm-2", "sm-1 left", AT_MS)),
          Map.entry("SubnetSnapshot-2-secrets", keyed(SiteKeys.NONE)),
          Map.entry("SubnetSnapshot-2-siteKeys", keyed(new SiteKeys(-3, 0x1234))),
          Map.entry(
              "PartitionChanged-1-ipoib",
              new PartitionChanged(
                  new RunTimePartition(
                      0x8,
                      "job 7",
                      new long[] {GUID},
                      new byte[] {RunTimePartition.FULL},
                      Optional.of(Broadcast.USUAL)),
                  "the operator: job 7",
                  AT_MS)),
          Map.entry(
              "PartitionChanged-1-broadcast",
              new PartitionChanged(
                  new RunTimePartition(
                      0x8,
                      "job 7",
                      new long[] {GUID},
                      new byte[] {RunTimePartition.FULL},
                      Optional.of(new Broadcast(5, 7, 3))),
                  "the operator: job 7",
                  AT_MS)),
          Map.entry(
              "SubnetSnapshot-2-partitionBroadcasts",
              keyed(new SiteKeys(-3, 0x1234))
                  .withPartitions(
                      new PartitionSnapshot(
                          List.of(),
                          "",
                          List.of(),
                          List.of(
                              new RunTimePartition(
                                  0x8,
                                  "job 7",
                                  new long[] {GUID},
                                  new byte[] {RunTimePartition.FULL},
                                  Optional.of(new Broadcast(5, 7, 3))),
                              new RunTimePartition(
                                  0x9, "", new long[0], new byte[0], Optional.empty())),
                          FormerPartitions.NONE))),
          Map.entry(
              "SubnetSnapshot-2-partitionIpoib",
              keyed(new SiteKeys(-3, 0x1234))
                  .withPartitions(
                      new PartitionSnapshot(
                          List.of(),
                          "",
                          List.of(),
                          List.of(
                              new RunTimePartition(
                                  0x8,
                                  "job 7",
                                  new long[] {GUID},
                                  new byte[] {RunTimePartition.FULL},
                                  Optional.of(Broadcast.USUAL)),
                              new RunTimePartition(
                                  0x9, "", new long[0], new byte[0], Optional.empty())),
                          FormerPartitions.NONE))),
          Map.entry(
              "SubnetSnapshot-2-partitions",
              keyed(new SiteKeys(-3, 0x1234)).withPartitions(PARTITIONS)),
          Map.entry(
              "SubnetSnapshot-2-registered",
              keyed(new SiteKeys(-3, 0x1234)).withRegistered(REGISTERED)),
          Map.entry(
              "SubnetSnapshot-2-aliases",
              keyed(new SiteKeys(-3, 0x1234))
                  .withRegistered(
                      new Registered(
                          REGISTERED.services(), REGISTERED.subscriptions(), ALIASES, 3))),
          Map.entry(
              "SubnetSnapshot-2-fabric",
              keyed(new SiteKeys(-3, 0x1234))
                  .withFabric(
                      new FabricChange(7, true, new long[0], NODES, new long[] {GUID}, "0a1b"))),
          Map.entry("RoutingActivated-1-reason", new RoutingActivated(7, REASON, AT_MS)),
          Map.entry("NodesSeen-1-reason", seen(List.of(), REASON, Optional.empty(), false)),
          Map.entry(
              "NodesSeen-1-changes",
              seen(
                  List.of("cable sw_0[1] - sw_2[2] lost", "H_5 (0x0000000000000005) gone"),
                  REASON,
                  Optional.empty(),
                  false)),
          Map.entry(
              "NodesSeen-1-silent",
              seen(List.of(), REASON, Optional.of(SilenceSamples.PORTS), false)),
          Map.entry(
              "NodesSeen-1-keysKnown",
              seen(List.of(), REASON, Optional.of(SilenceSamples.ALL), true)),
          Map.entry(
              "SubnetSnapshot-2-tree",
              keyed(new SiteKeys(-3, 0x1234))
                  .withSilent(SilenceSamples.ALL)
                  .withPartitions(SilenceSamples.FORMER)
                  .withTree(
                      TreeFrame.EMPTY.with(
                          new long[] {GUID, 1}, new int[] {2, 0}, new long[] {-1}, new long[0]))),
          Map.entry(
              "SubnetSnapshot-2-chain",
              keyed(new SiteKeys(-3, 0x1234)).withChain(new byte[] {1, 2, 3})),
          Map.entry(
              "SubnetSnapshot-2-silent",
              keyed(new SiteKeys(-3, 0x1234)).withSilent(SilenceSamples.PORTS)),
          Map.entry(
              "SubnetSnapshot-2-former",
              keyed(new SiteKeys(-3, 0x1234))
                  .withSilent(SilenceSamples.ALL)
                  .withPartitions(SilenceSamples.FORMER)),
          Map.entry(
              "SubnetSnapshot-1-olderMKeys", snapshot(PackedNodes.EMPTY, 0, null, null, List.of())),
          Map.entry("SubnetSnapshot-1-nodes", snapshot(NODES, 0, null, null, List.of())),
          Map.entry("SubnetSnapshot-1-unfinished", snapshot(NODES, 8, null, null, List.of())),
          Map.entry("SubnetSnapshot-1-torus", snapshot(NODES, 8, TORUS, null, List.of())),
          Map.entry(
              "SubnetSnapshot-1-layers",
              snapshot(NODES, 8, TORUS, new byte[] {1, 2, 3}, List.of())),
          Map.entry(
              "SubnetSnapshot-1-groups",
              snapshot(
                  NODES,
                  8,
                  TORUS,
                  null,
                  List.of(
                      group(List.of(new Member(1, 9, true), new Member(GUID, 1, false))),
                      new MulticastGroup(-1, 5, 0xC001, TERMS, false, List.of())))));

  private static NodesSeen seen(
      List<String> changes, String reason, Optional<Silence> silent, boolean keysKnown) {
    return new NodesSeen(7, new long[] {-2, 5}, NODES, changes, reason, AT_MS, silent, keysKnown);
  }

  private static LftSnapshot lftSnapshot(LftSnapshot.Multicast multicast) {
    return new LftSnapshot(
        7, 100, -1, 2, BlockCompression.deflate(ENTRIES), new byte[] {3}, multicast);
  }

  /** With older keys, and what was appended after them. */
  private static SubnetSnapshot snapshot(
      PackedNodes nodes,
      long unfinished,
      TorusFrame torus,
      byte[] layers,
      List<MulticastGroup> groups) {
    return new SubnetSnapshot(
        3,
        TermKeys.shared(0x0123_4567_89ab_cdefL),
        new long[] {GUID, 1},
        new int[] {8, 1},
        new byte[] {3, 0},
        PLANNED,
        PLANNED,
        new RoutingActivated(7, "", AT_MS),
        List.of(TermKeys.shared(-2L), TermKeys.shared(0x77)),
        nodes,
        unfinished,
        torus,
        layers,
        groups,
        SiteKeys.NONE,
        PartitionSnapshot.NONE,
        Registered.NOTHING,
        FabricChange.NONE,
        Silence.NONE,
        TreeFrame.EMPTY,
        null);
  }

  /** After terms with an M_Key of all ports, and with a secret. */
  private static SubnetSnapshot keyed(SiteKeys siteKeys) {
    byte[] counting = new byte[TermKeys.SECRET_BYTES];
    for (int i = 0; i < counting.length; i++) {
      counting[i] = (byte) (i + 1);
    }
    return snapshot(NODES, 8, TORUS, null, List.of())
        .withKeys(SECRET, List.of(TermKeys.shared(5), TermKeys.derived(counting)), siteKeys);
  }

  private static MulticastGroup group(List<Member> members) {
    return new MulticastGroup(MGID_HIGH, MGID_LOW, 0xC000, TERMS, true, members);
  }

  private Samples() {}
}
