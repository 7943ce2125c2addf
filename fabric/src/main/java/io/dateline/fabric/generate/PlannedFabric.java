package io.dateline.fabric.generate;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.random.SeededRandom;
import java.util.Arrays;

/** Turns a plan into a fabric: GUIDs, port counts, and what faults leave of it. */
final class PlannedFabric {
  private static final long FIRST_SWITCH_GUID = 0x200000;
  private static final long FIRST_HOST_GUID = 0x1000000;
  private static final int GUIDS_PER_HOST = 4; // node, port, a spare one, system image
  private static final int SWITCH_PORTS_MIN = 36; // a switch of the time has that many
  private static final int VENDOR = 0x2c9;
  private static final int SWITCH_DEVICE = 0xbd36;
  private static final int HOST_DEVICE = 0x673c;

  private final NetworkPlan plan;
  private final NetworkFaults faults;
  private final int[] ends;
  private final int[] hostSwitches;
  private final int[] hostPorts;
  private final boolean[] lostCables;
  private final boolean[] lostSwitches;

  private PlannedFabric(NetworkPlan plan, NetworkFaults faults) {
    this.plan = plan;
    this.faults = faults;
    Wiring wiring = plan.number();
    ends = wiring.ends();
    hostSwitches = wiring.hostSwitches();
    hostPorts = wiring.hostPorts();
    lostCables = faults.lostLinks(plan.cableCount());
    lostSwitches = faults.lostSwitches(plan.switchCount());
  }

  static Fabric of(NetworkPlan plan, NetworkFaults faults) {
    return new PlannedFabric(plan, faults).build();
  }

  private Fabric build() {
    int[] portCounts = portCounts();
    faults.shufflePorts().ifPresent(seed -> shufflePorts(new SeededRandom(seed), portCounts));
    int[] switchOrder = order(plan.switchCount(), 0);
    int[] hostOrder = order(plan.hostCount(), 1);
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft[] switches = new Fabric.NodeDraft[plan.switchCount()];
    for (int i = 0; i < switches.length; i++) {
      if (!lostSwitches[i]) {
        switches[i] =
            builder
                .node(NodeType.SWITCH, FIRST_SWITCH_GUID + switchOrder[i], portCounts[i])
                .description(plan.switchName(i))
                .vendorId(VENDOR)
                .deviceId(SWITCH_DEVICE);
      }
    }
    for (int cable = 0; cable < plan.cableCount(); cable++) {
      int at = 4 * cable;
      Fabric.NodeDraft a = switches[ends[at]];
      Fabric.NodeDraft b = switches[ends[at + 2]];
      if (!lostCables[cable] && a != null && b != null) {
        builder.link(a, ends[at + 1], b, ends[at + 3], LinkWidth.X4, LinkSpeed.QDR);
      }
    }
    for (int host = 0; host < plan.hostCount(); host++) {
      Fabric.NodeDraft neighbour = switches[hostSwitches[host]];
      if (neighbour != null) {
        long guid = FIRST_HOST_GUID + (long) GUIDS_PER_HOST * hostOrder[host];
        Fabric.NodeDraft draft =
            builder
                .node(NodeType.CA, guid, 1)
                .description(plan.hostName(host))
                .systemImageGuid(guid + GUIDS_PER_HOST - 1)
                .vendorId(VENDOR)
                .deviceId(HOST_DEVICE);
        builder.link(draft, 1, neighbour, hostPorts[host], LinkWidth.X4, LinkSpeed.QDR);
      }
    }
    return builder.build();
  }

  /** By switch: as many ports as the undamaged network needs of it. */
  private int[] portCounts() {
    int[] counts = new int[plan.switchCount()];
    Arrays.fill(counts, SWITCH_PORTS_MIN);
    for (int at = 0; at < ends.length; at += 2) {
      counts[ends[at]] = Math.max(counts[ends[at]], ends[at + 1]);
    }
    for (int host = 0; host < hostPorts.length; host++) {
      counts[hostSwitches[host]] = Math.max(counts[hostSwitches[host]], hostPorts[host]);
    }
    return counts;
  }

  /** Deals the ports in use out anew, switch by switch. */
  private void shufflePorts(SeededRandom random, int[] portCounts) {
    boolean[][] used = new boolean[portCounts.length][];
    for (int i = 0; i < used.length; i++) {
      used[i] = new boolean[portCounts[i] + 1];
    }
    for (int at = 0; at < ends.length; at += 2) {
      used[ends[at]][ends[at + 1]] = true;
    }
    for (int host = 0; host < hostPorts.length; host++) {
      used[hostSwitches[host]][hostPorts[host]] = true;
    }
    int[][] renumbered = new int[used.length][];
    for (int i = 0; i < used.length; i++) {
      renumbered[i] = shuffled(used[i], random);
    }
    for (int at = 0; at < ends.length; at += 2) {
      ends[at + 1] = renumbered[ends[at]][ends[at + 1]];
    }
    for (int host = 0; host < hostPorts.length; host++) {
      hostPorts[host] = renumbered[hostSwitches[host]][hostPorts[host]];
    }
  }

  /** By old port number the new one. */
  private static int[] shuffled(boolean[] used, SeededRandom random) {
    int[] numbers = new int[used.length];
    int count = 0;
    for (int number = 1; number < used.length; number++) {
      if (used[number]) {
        numbers[count++] = number;
      }
    }
    int[] targets = Arrays.copyOf(numbers, count);
    random.shuffle(targets);
    int[] renumbered = new int[used.length];
    for (int i = 0; i < count; i++) {
      renumbered[numbers[i]] = targets[i];
    }
    return renumbered;
  }

  /** Which of the GUIDs each node gets. */
  private int[] order(int count, int stream) {
    if (faults.shuffleGuids().isPresent()) {
      return new SeededRandom(2 * faults.shuffleGuids().getAsLong() + stream).permutation(count);
    }
    int[] order = new int[count];
    Arrays.setAll(order, i -> i);
    return order;
  }
}
