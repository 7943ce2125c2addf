package io.dateline.persistence.codec;

import io.dateline.persistence.event.LayerEvent.LayersAssigned;
import io.dateline.persistence.event.LayerSnapshot;
import io.dateline.persistence.event.LftEvent.BlocksConfirmed;
import io.dateline.persistence.event.LftEvent.MulticastConfirmed;
import io.dateline.persistence.event.LftEvent.MulticastTargeted;
import io.dateline.persistence.event.LftEvent.TablesForgotten;
import io.dateline.persistence.event.LftEvent.TablesTargeted;
import io.dateline.persistence.event.LftEvent.TopConfirmed;
import io.dateline.persistence.event.LftSnapshot;
import io.dateline.persistence.event.NodeEvent.StandbyReady;
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
import io.dateline.persistence.event.SubnetEvent.ServicesRegistered;
import io.dateline.persistence.event.SubnetEvent.ServicesRemoved;
import io.dateline.persistence.event.SubnetEvent.SubscriptionsAdded;
import io.dateline.persistence.event.SubnetEvent.SubscriptionsRemoved;
import io.dateline.persistence.event.SubnetEvent.SweepBegan;
import io.dateline.persistence.event.SubnetEvent.SwitchesPlaced;
import io.dateline.persistence.event.SubnetEvent.TermStarted;
import io.dateline.persistence.event.SubnetEvent.TreeLearnt;
import io.dateline.persistence.event.SubnetSnapshot;
import io.dateline.persistence.stored.StoredAliasGuidsGranted;
import io.dateline.persistence.stored.StoredAliasGuidsRemoved;
import io.dateline.persistence.stored.StoredBlocksConfirmed;
import io.dateline.persistence.stored.StoredChainLearnt;
import io.dateline.persistence.stored.StoredDatelineFixed;
import io.dateline.persistence.stored.StoredFabricFound;
import io.dateline.persistence.stored.StoredFrameReset;
import io.dateline.persistence.stored.StoredGroupsWithdrawn;
import io.dateline.persistence.stored.StoredKeysChosen;
import io.dateline.persistence.stored.StoredLayerSnapshot;
import io.dateline.persistence.stored.StoredLayersAssigned;
import io.dateline.persistence.stored.StoredLayersGranted;
import io.dateline.persistence.stored.StoredLftSnapshot;
import io.dateline.persistence.stored.StoredLidsAssigned;
import io.dateline.persistence.stored.StoredLidsReleased;
import io.dateline.persistence.stored.StoredMulticastConfirmed;
import io.dateline.persistence.stored.StoredMulticastJoined;
import io.dateline.persistence.stored.StoredMulticastLeft;
import io.dateline.persistence.stored.StoredMulticastTargeted;
import io.dateline.persistence.stored.StoredNodesSeen;
import io.dateline.persistence.stored.StoredPartitionChanged;
import io.dateline.persistence.stored.StoredPartitionsRead;
import io.dateline.persistence.stored.StoredRoutingActivated;
import io.dateline.persistence.stored.StoredRoutingPlanned;
import io.dateline.persistence.stored.StoredServicesRegistered;
import io.dateline.persistence.stored.StoredServicesRemoved;
import io.dateline.persistence.stored.StoredStandbyReady;
import io.dateline.persistence.stored.StoredSubnetSnapshot;
import io.dateline.persistence.stored.StoredSubnetSnapshot2;
import io.dateline.persistence.stored.StoredSubscriptionsAdded;
import io.dateline.persistence.stored.StoredSubscriptionsRemoved;
import io.dateline.persistence.stored.StoredSweepBegan;
import io.dateline.persistence.stored.StoredSwitchesPlaced;
import io.dateline.persistence.stored.StoredTablesForgotten;
import io.dateline.persistence.stored.StoredTablesTargeted;
import io.dateline.persistence.stored.StoredTermStarted;
import io.dateline.persistence.stored.StoredTermStarted2;
import io.dateline.persistence.stored.StoredTopConfirmed;
import io.dateline.persistence.stored.StoredTreeLearnt;

/**
 * Everything that is in journals, with its class id. Entries are added, never changed or removed;
 * ids are never used again. A new entry needs a fixture: see {@code StoredFixturesTest}.
 */
final class JournaledTypes {
  static final RecordTypes ALL =
      new RecordTypes.Builder()
          .add(
              100,
              "TermStarted",
              1,
              TermStarted.class,
              StoredTermStarted.class,
              StoredTermStarted::of,
              StoredTermStarted::toEvent)
          .add(
              101,
              "LidsAssigned",
              1,
              LidsAssigned.class,
              StoredLidsAssigned.class,
              StoredLidsAssigned::of,
              StoredLidsAssigned::toEvent)
          .add(
              102,
              "LidsReleased",
              1,
              LidsReleased.class,
              StoredLidsReleased.class,
              StoredLidsReleased::of,
              StoredLidsReleased::toEvent)
          .add(
              103,
              "RoutingPlanned",
              1,
              RoutingPlanned.class,
              StoredRoutingPlanned.class,
              StoredRoutingPlanned::of,
              StoredRoutingPlanned::toEvent)
          .add(
              104,
              "RoutingActivated",
              1,
              RoutingActivated.class,
              StoredRoutingActivated.class,
              StoredRoutingActivated::of,
              StoredRoutingActivated::toEvent)
          .add(
              105,
              "SubnetSnapshot",
              1,
              SubnetSnapshot.class,
              StoredSubnetSnapshot.class,
              StoredSubnetSnapshot::of,
              StoredSubnetSnapshot::toSnapshot)
          .add(
              106,
              "NodesSeen",
              1,
              NodesSeen.class,
              StoredNodesSeen.class,
              StoredNodesSeen::of,
              StoredNodesSeen::toEvent)
          .add(
              107,
              "SweepBegan",
              1,
              SweepBegan.class,
              StoredSweepBegan.class,
              StoredSweepBegan::of,
              StoredSweepBegan::toEvent)
          .add(
              108,
              "DatelineFixed",
              1,
              DatelineFixed.class,
              StoredDatelineFixed.class,
              StoredDatelineFixed::of,
              StoredDatelineFixed::toEvent)
          .add(
              109,
              "SwitchesPlaced",
              1,
              SwitchesPlaced.class,
              StoredSwitchesPlaced.class,
              StoredSwitchesPlaced::of,
              StoredSwitchesPlaced::toEvent)
          .add(
              110,
              "FrameReset",
              1,
              FrameReset.class,
              StoredFrameReset.class,
              StoredFrameReset::of,
              StoredFrameReset::toEvent)
          .add(
              111,
              "LayersGranted",
              1,
              LayersGranted.class,
              StoredLayersGranted.class,
              StoredLayersGranted::of,
              StoredLayersGranted::toEvent)
          .add(
              112,
              "MulticastJoined",
              1,
              MulticastJoined.class,
              StoredMulticastJoined.class,
              StoredMulticastJoined::of,
              StoredMulticastJoined::toEvent)
          .add(
              113,
              "MulticastLeft",
              1,
              MulticastLeft.class,
              StoredMulticastLeft.class,
              StoredMulticastLeft::of,
              StoredMulticastLeft::toEvent)
          .add(
              114,
              "TermStarted",
              2,
              TermStarted.class,
              StoredTermStarted2.class,
              StoredTermStarted2::of,
              StoredTermStarted2::toEvent)
          .add(
              115,
              "SubnetSnapshot",
              2,
              SubnetSnapshot.class,
              StoredSubnetSnapshot2.class,
              StoredSubnetSnapshot2::of,
              StoredSubnetSnapshot2::toSnapshot)
          .add(
              116,
              "KeysChosen",
              1,
              KeysChosen.class,
              StoredKeysChosen.class,
              StoredKeysChosen::of,
              StoredKeysChosen::toEvent)
          .add(
              117,
              "PartitionsRead",
              1,
              PartitionsRead.class,
              StoredPartitionsRead.class,
              StoredPartitionsRead::of,
              StoredPartitionsRead::toEvent)
          .add(
              123,
              "PartitionChanged",
              1,
              PartitionChanged.class,
              StoredPartitionChanged.class,
              StoredPartitionChanged::of,
              StoredPartitionChanged::toEvent)
          .add(
              118,
              "GroupsWithdrawn",
              1,
              GroupsWithdrawn.class,
              StoredGroupsWithdrawn.class,
              StoredGroupsWithdrawn::of,
              StoredGroupsWithdrawn::toEvent)
          .add(
              119,
              "ServicesRegistered",
              1,
              ServicesRegistered.class,
              StoredServicesRegistered.class,
              StoredServicesRegistered::of,
              StoredServicesRegistered::toEvent)
          .add(
              120,
              "ServicesRemoved",
              1,
              ServicesRemoved.class,
              StoredServicesRemoved.class,
              StoredServicesRemoved::of,
              StoredServicesRemoved::toEvent)
          .add(
              121,
              "SubscriptionsAdded",
              1,
              SubscriptionsAdded.class,
              StoredSubscriptionsAdded.class,
              StoredSubscriptionsAdded::of,
              StoredSubscriptionsAdded::toEvent)
          .add(
              122,
              "SubscriptionsRemoved",
              1,
              SubscriptionsRemoved.class,
              StoredSubscriptionsRemoved.class,
              StoredSubscriptionsRemoved::of,
              StoredSubscriptionsRemoved::toEvent)
          .add(
              124,
              "AliasGuidsGranted",
              1,
              AliasGuidsGranted.class,
              StoredAliasGuidsGranted.class,
              StoredAliasGuidsGranted::of,
              StoredAliasGuidsGranted::toEvent)
          .add(
              125,
              "AliasGuidsRemoved",
              1,
              AliasGuidsRemoved.class,
              StoredAliasGuidsRemoved.class,
              StoredAliasGuidsRemoved::of,
              StoredAliasGuidsRemoved::toEvent)
          .add(
              128,
              "FabricFound",
              1,
              FabricFound.class,
              StoredFabricFound.class,
              StoredFabricFound::of,
              StoredFabricFound::toEvent)
          .add(
              129,
              "TreeLearnt",
              1,
              TreeLearnt.class,
              StoredTreeLearnt.class,
              StoredTreeLearnt::of,
              StoredTreeLearnt::toEvent)
          .add(
              130,
              "ChainLearnt",
              1,
              ChainLearnt.class,
              StoredChainLearnt.class,
              StoredChainLearnt::of,
              StoredChainLearnt::toEvent)
          .add(
              200,
              "TablesTargeted",
              1,
              TablesTargeted.class,
              StoredTablesTargeted.class,
              StoredTablesTargeted::of,
              StoredTablesTargeted::toEvent)
          .add(
              201,
              "BlocksConfirmed",
              1,
              BlocksConfirmed.class,
              StoredBlocksConfirmed.class,
              StoredBlocksConfirmed::of,
              StoredBlocksConfirmed::toEvent)
          .add(
              202,
              "TopConfirmed",
              1,
              TopConfirmed.class,
              StoredTopConfirmed.class,
              StoredTopConfirmed::of,
              StoredTopConfirmed::toEvent)
          .add(
              203,
              "TablesForgotten",
              1,
              TablesForgotten.class,
              StoredTablesForgotten.class,
              StoredTablesForgotten::of,
              StoredTablesForgotten::toEvent)
          .add(
              204,
              "LftSnapshot",
              1,
              LftSnapshot.class,
              StoredLftSnapshot.class,
              StoredLftSnapshot::of,
              StoredLftSnapshot::toSnapshot)
          .add(
              205,
              "MulticastTargeted",
              1,
              MulticastTargeted.class,
              StoredMulticastTargeted.class,
              StoredMulticastTargeted::of,
              StoredMulticastTargeted::toEvent)
          .add(
              206,
              "MulticastConfirmed",
              1,
              MulticastConfirmed.class,
              StoredMulticastConfirmed.class,
              StoredMulticastConfirmed::of,
              StoredMulticastConfirmed::toEvent)
          .add(
              300,
              "LayersAssigned",
              1,
              LayersAssigned.class,
              StoredLayersAssigned.class,
              StoredLayersAssigned::of,
              StoredLayersAssigned::toEvent)
          .add(
              301,
              "LayerSnapshot",
              1,
              LayerSnapshot.class,
              StoredLayerSnapshot.class,
              StoredLayerSnapshot::of,
              StoredLayerSnapshot::toSnapshot)
          .add(
              400,
              "StandbyReady",
              1,
              StandbyReady.class,
              StoredStandbyReady.class,
              StoredStandbyReady::of,
              StoredStandbyReady::toEvent)
          .build();

  private JournaledTypes() {}
}
