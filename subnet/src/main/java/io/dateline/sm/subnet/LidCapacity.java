package io.dateline.sm.subnet;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Lid;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.sm.subnet.SubnetView.Attributes;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;

/** How many LIDs the switches of a subnet can look up (IBA Vol 1, 14.2.5.4 LinearFDBCap). */
public final class LidCapacity {
  private LidCapacity() {}

  /**
   * The largest LID that every switch has an entry for. A few switches that have too few for the
   * ports there are do not count: others would lose their LIDs to one of them.
   *
   * @param lmc of all end ports: the ports that are there need so many LIDs each
   */
  public static int lidMax(Fabric fabric, Attributes attributes, int lmc) {
    int needed = fabric.endPorts().length << lmc;
    int[] caps =
        Arrays.stream(attributes.switchInfo())
            .filter(Objects::nonNull)
            .mapToInt(info -> SwitchInfo.of(info).linearFdbCap())
            .filter(cap -> cap > 0)
            .toArray();
    int[] enough = IntStream.of(caps).filter(cap -> cap > needed).toArray();
    return IntStream.of(2 * enough.length > caps.length ? enough : caps)
        .map(cap -> Math.min(cap - 1, Lid.UNICAST_MAX))
        .min()
        .orElse(Lid.UNICAST_MAX);
  }
}
