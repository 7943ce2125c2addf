package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.sm.subnet.SubnetView;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is worth computing once for a {@link SubnetView} because every query needs it. Immutable,
 * made in time proportional to the number of ports.
 */
final class SubnetIndex {
  private final SubnetView view;
  private final PathChannels channels;
  private final PartitionKeys[] keys; // by port; null where it is no end port
  private final int mlidMax;
  private final int lidsMax;
  private final Optional<PolicyIndex> policy;
  private final HeldLanes lanes;
  private final KnownRates rates;

  private SubnetIndex(
      SubnetView view,
      PathChannels channels,
      PartitionKeys[] keys,
      int mlidMax,
      Optional<PolicyIndex> policy) {
    this.view = view;
    this.channels = channels;
    this.keys = keys;
    this.mlidMax = mlidMax;
    this.policy = policy;
    lanes = new HeldLanes(view);
    rates = KnownRates.of(view);
    lidsMax = Arrays.stream(view.fabric().endPorts()).map(view.lids()::lidCount).max().orElse(0);
  }

  static SubnetIndex of(SubnetView view) {
    Fabric fabric = view.fabric();
    PartitionKeys[] keys = new PartitionKeys[fabric.portCount()];
    Map<ShortBuffer, PartitionKeys> known = new HashMap<>(); // most ports have the same table
    for (int port : fabric.endPorts()) {
      short[] table = view.attributes().pKeys()[port];
      keys[port] =
          table == null
              ? PartitionKeys.DEFAULT
              : known.computeIfAbsent(ShortBuffer.wrap(table), key -> PartitionKeys.of(table));
    }
    return new SubnetIndex(
        view,
        PathChannels.of(view),
        keys,
        mlidMax(view),
        view.policy().map(policy -> PolicyIndex.of(policy, view, keys)));
  }

  /** As with OpenSM a switch that says it can forward by none does not count. */
  private static int mlidMax(SubnetView view) {
    int largest = Lid.MULTICAST_MAX;
    for (byte[] info : view.attributes().switchInfo()) {
      int cap = info == null ? 0 : SwitchInfo.MULTICAST_FDB_CAP.getInt(info, 0);
      if (cap > 0) {
        largest = Math.min(largest, Lid.MULTICAST_MIN + cap - 1);
      }
    }
    return largest;
  }

  /** Whether this is the index of that very view. */
  @SuppressWarnings("ReferenceEquality") // equal views are as large as the subnet to compare
  boolean isOf(SubnetView other) {
    return view == other;
  }

  SubnetView view() {
    return view;
  }

  KnownRates rates() {
    return rates;
  }

  PathChannels channels() {
    return channels;
  }

  /** The largest multicast LID that all switches can forward by. */
  int mlidMax() {
    return mlidMax;
  }

  /** LIDs of the end port that has most of them. */
  int lidsMax() {
    return lidsMax;
  }

  /** Which lanes SLs have. */
  HeldLanes lanes() {
    return lanes;
  }

  /** The QoS policy, if there is one. */
  Optional<PolicyIndex> policy() {
    return policy;
  }

  /** The partitions of an end port. */
  PartitionKeys keys(int endPort) {
    return keys[endPort];
  }
}
