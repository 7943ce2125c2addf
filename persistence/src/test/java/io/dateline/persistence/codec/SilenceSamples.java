package io.dateline.persistence.codec;

import io.dateline.fabric.NodeType;
import io.dateline.persistence.event.FormerPartitions;
import io.dateline.persistence.event.PartitionSnapshot;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SilentCable;
import io.dateline.persistence.event.SilentPort;
import java.util.List;

/** What does not answer, and what it may hold, as {@link Samples} have it. */
final class SilenceSamples {
  private static final long GUID = 0xf452_1403_00ab_cdefL;

  static final Silence PORTS =
      new Silence(
          List.of(
              new SilentPort(GUID, NodeType.CA, 1, 36, List.of(0x0010, 0xFFFF)),
              new SilentPort(-2, NodeType.ROUTER, GUID, 1, List.of())),
          List.of());

  static final Silence ALL = new Silence(PORTS.ports(), List.of(new SilentCable(1, 2, GUID, 36)));

  static final PartitionSnapshot FORMER =
      new PartitionSnapshot(
          List.of("Default=0x7fff,ipoib:ALL=full;"),
          "00ff",
          List.of(),
          List.of(),
          new FormerPartitions(
              List.of(List.of(), List.of("Default=0x7fff:ALL=full;", "a=0x1:0x2=full;")),
              List.of(new FormerPartitions.Members(8, new long[] {1, 5}, new byte[] {1, 6}))));

  private SilenceSamples() {}
}
