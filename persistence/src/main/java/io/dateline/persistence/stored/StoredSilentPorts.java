package io.dateline.persistence.stored;

import io.dateline.fabric.NodeType;
import io.dateline.persistence.event.SilentPort;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Silent ports as arrays. What is in them is part of the format.
 *
 * <pre>
 * guids    of a port: its own, and that of the node at the other end of its cable
 * numbers  of a port: its node's type (NodeInfo), the number of the port at the other end, and how
 *          many P_Keys it may hold
 * pKeys    of all ports, one after the other
 * </pre>
 */
final class StoredSilentPorts {
  private static final int GUIDS = 2;
  private static final int NUMBERS = 3;

  private StoredSilentPorts() {}

  static long[] guids(List<SilentPort> ports) {
    return ports.stream()
        .flatMapToLong(port -> LongStream.of(port.portGuid(), port.facingGuid()))
        .toArray();
  }

  static int[] numbers(List<SilentPort> ports) {
    return ports.stream()
        .flatMapToInt(
            port -> IntStream.of(port.type().code(), port.facingNumber(), port.pKeys().size()))
        .toArray();
  }

  static int[] pKeys(List<SilentPort> ports) {
    return ports.stream().flatMap(port -> port.pKeys().stream()).mapToInt(key -> key).toArray();
  }

  /** Silent ports; none where nothing was stored. */
  static List<SilentPort> ports(long[] guids, int[] numbers, int[] pKeys) {
    List<SilentPort> ports = new ArrayList<>();
    int from = 0;
    for (int i = 0; guids != null && i < guids.length / GUIDS; i++) {
      int count = numbers[i * NUMBERS + 2];
      ports.add(
          new SilentPort(
              guids[i * GUIDS],
              NodeType.ofCode(numbers[i * NUMBERS]),
              guids[i * GUIDS + 1],
              numbers[i * NUMBERS + 1],
              IntStream.range(from, from + count).mapToObj(at -> pKeys[at]).toList()));
      from += count;
    }
    return ports;
  }
}
