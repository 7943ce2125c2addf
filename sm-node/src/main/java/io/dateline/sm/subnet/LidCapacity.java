package io.dateline.sm.subnet;

import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.sm.subnet.SubnetView.Attributes;

/** How many LIDs the switches of a subnet can look up (IBA Vol 1, 14.2.5.4 LinearFDBCap). */
public final class LidCapacity {
  private LidCapacity() {}

  /** The largest LID that every switch has an entry for. */
  public static int lidMax(Attributes attributes) {
    int lidMax = Lid.UNICAST_MAX;
    for (byte[] info : attributes.switchInfo()) {
      if (info != null && SwitchInfo.of(info).linearFdbCap() > 0) {
        lidMax = Math.min(lidMax, SwitchInfo.of(info).linearFdbCap() - 1);
      }
    }
    return lidMax;
  }
}
