package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.SwitchesPlaced;

/** {@link SwitchesPlaced}, version 1. */
public record StoredSwitchesPlaced(long[] nodeGuids, int[] places, String reason, long atMs) {
  public static StoredSwitchesPlaced of(SwitchesPlaced event) {
    return new StoredSwitchesPlaced(
        event.nodeGuids(), event.places(), event.reason(), event.atMs());
  }

  public SwitchesPlaced toEvent() {
    return new SwitchesPlaced(nodeGuids, places, reason, atMs);
  }
}
