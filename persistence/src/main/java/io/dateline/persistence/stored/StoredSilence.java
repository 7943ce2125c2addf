package io.dateline.persistence.stored;

import io.dateline.fabric.NodeType;
import io.dateline.persistence.event.Silence;
import io.dateline.persistence.event.SilentCable;
import io.dateline.persistence.event.SilentPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A {@link Silence} as arrays. What is in them is part of the format.
 *
 * <pre>
 * guids         of a port: its own, and that of the node at the other end of its cable
 * numbers       of a port: its node's type (NodeInfo), the number of the port at the other end, and
 *               how many P_Keys it may hold
 * pKeys         of all ports, one after the other
 * cableGuids    of a cable: those of the two nodes
 * cableNumbers  of a cable: those of the two ports
 * </pre>
 */
final class StoredSilence {
  private static final int GUIDS = 2;
  private static final int NUMBERS = 3;

  private StoredSilence() {}

  static long[] guids(Silence silence) {
    return silence.ports().stream()
        .flatMapToLong(port -> LongStream.of(port.portGuid(), port.facingGuid()))
        .toArray();
  }

  static int[] numbers(Silence silence) {
    return silence.ports().stream()
        .flatMapToInt(
            port -> IntStream.of(port.type().code(), port.facingNumber(), port.pKeys().size()))
        .toArray();
  }

  static int[] pKeys(Silence silence) {
    return silence.ports().stream()
        .flatMap(port -> port.pKeys().stream())
        .mapToInt(key -> key)
        .toArray();
  }

  static long[] cableGuids(Silence silence) {
    return silence.cables().stream()
        .flatMapToLong(cable -> LongStream.of(cable.switchGuid(), cable.peerGuid()))
        .toArray();
  }

  static int[] cableNumbers(Silence silence) {
    return silence.cables().stream()
        .flatMapToInt(cable -> IntStream.of(cable.number(), cable.peerNumber()))
        .toArray();
  }

  /** The silence; empty where nothing was told of it. Cables may not have been told of alone. */
  static Optional<Silence> silence(
      long[] guids, int[] numbers, int[] pKeys, long[] cableGuids, int[] cableNumbers) {
    return guids == null
        ? Optional.empty()
        : Optional.of(new Silence(ports(guids, numbers, pKeys), cables(cableGuids, cableNumbers)));
  }

  private static List<SilentCable> cables(long[] guids, int[] numbers) {
    return guids == null
        ? List.of()
        : IntStream.range(0, guids.length / 2)
            .mapToObj(
                i ->
                    new SilentCable(
                        guids[2 * i], numbers[2 * i], guids[2 * i + 1], numbers[2 * i + 1]))
            .toList();
  }

  private static List<SilentPort> ports(long[] guids, int[] numbers, int[] pKeys) {
    List<SilentPort> ports = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < guids.length / GUIDS; i++) {
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
