package io.dateline.it.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.sim.SimulatedFabric;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks at each Set as it takes effect: no adapter's port is asked to register again, and none gets
 * a P_Key but those that it has, is being given, or is losing.
 */
final class PortWatch implements SimulatedFabric.SetObserver {
  private static final int VIOLATIONS_MAX = 20;

  private final Fabric fabric;
  private final Map<Integer, Set<Integer>> allowed = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private int pKeyBlocks;

  PortWatch(Fabric fabric) {
    this.fabric = fabric;
  }

  /** From now on a port may hold this key. */
  synchronized void allow(int port, int pKey) {
    allowed.computeIfAbsent(port, of -> new HashSet<>()).add(pKey);
  }

  /** From now on a port may hold these of the keys of one partition, and no other ones of it. */
  synchronized void settle(int port, int base, Set<Integer> keys) {
    Set<Integer> ofPort = allowed.computeIfAbsent(port, of -> new HashSet<>());
    ofPort.removeIf(key -> (key & 0x7FFF) == base);
    ofPort.addAll(keys);
  }

  /** What a port has to hold when nothing is under way. */
  synchronized Set<Integer> held(int port) {
    return Set.copyOf(allowed.getOrDefault(port, Set.of()));
  }

  @Override
  public synchronized void onSet(int sender, int port, Mad set, boolean refused) {
    if (refused || fabric.isSwitch(fabric.nodeOf(port))) {
      return;
    }
    if (set.attributeId() == AttributeId.PORT_INFO
        && PortInfo.of(Smp.data(set)).clientReregister()) {
      violation(port, "was asked to register again");
    } else if (set.attributeId() == AttributeId.P_KEY_TABLE) {
      pKeyBlocks++;
      ByteBuffer keys = ByteBuffer.wrap(Smp.data(set));
      while (keys.hasRemaining()) {
        int key = Short.toUnsignedInt(keys.getShort());
        if (key != 0 && !held(port).contains(key)) {
          violation(port, "was given P_Key 0x%04x".formatted(key));
        }
      }
    }
  }

  private void violation(int port, String what) {
    if (violations.size() < VIOLATIONS_MAX) {
      violations.add(fabric.description(fabric.nodeOf(port)) + " " + what);
    }
  }

  /** What should never have happened. */
  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** How many blocks of P_Keys adapters were sent. */
  synchronized int pKeyBlocks() {
    return pKeyBlocks;
  }
}
