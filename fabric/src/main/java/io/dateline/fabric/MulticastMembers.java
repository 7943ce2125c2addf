package io.dateline.fabric;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/**
 * The ports in a multicast group on some fabric.
 *
 * @param mlid the group's multicast LID
 * @param ports end ports, ascending, each once
 * @param receivers those of them that receive; the others only send
 */
public record MulticastMembers(int mlid, int[] ports, BitSet receivers) {
  public MulticastMembers {
    Objects.requireNonNull(ports);
    Objects.requireNonNull(receivers);
    if (!Lid.isMulticast(mlid)) {
      throw new IllegalArgumentException("0x%04X is no multicast LID".formatted(mlid));
    }
  }

  /** A group whose members all receive. */
  public static MulticastMembers receiving(int mlid, int... ports) {
    int[] ascending = Arrays.stream(ports).sorted().distinct().toArray();
    BitSet receivers = new BitSet();
    for (int port : ascending) {
      receivers.set(port);
    }
    return new MulticastMembers(mlid, ascending, receivers);
  }

  /** Whether anything can be sent from one port to another. */
  public boolean hasPackets() {
    return ports.length >= 2 && !receivers.isEmpty();
  }
}
