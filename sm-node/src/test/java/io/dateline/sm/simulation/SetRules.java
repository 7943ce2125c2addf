package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.routing.actors.programmer.LftProgrammer;
import io.dateline.routing.actors.programmer.LftState;
import io.dateline.sim.SimulatedFabric;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.LongFunction;

/**
 * Watches every Set that the fabric answers. Entries that a switch takes are those that the journal
 * says it is being told: none of a writer that lost the switch to another one. One writer: once a
 * node or switch has taken something from a term it takes nothing from an older one, as long as it
 * keeps its key. LIDs stand: a port that has been given a LID is never given another one.
 */
final class SetRules implements SimulatedFabric.SetObserver {
  private final SimulatedFabric fabric;
  private final IntUnaryOperator term; // of the manager at a port; 0 where there is none
  private final LongFunction<LftState> told; // to a switch, by its GUID
  private final Map<Integer, Integer> newest = new HashMap<>(); // term, by end port
  private final Map<Long, Integer> lids = new HashMap<>(); // by port GUID
  private String broken = "";
  private long count;

  SetRules(SimulatedFabric fabric, IntUnaryOperator term, LongFunction<LftState> told) {
    this.told = told;
    this.fabric = fabric;
    this.term = term;
  }

  /** The first rule that was broken, or an empty string. */
  String broken() {
    return broken;
  }

  long count() {
    return count;
  }

  /** A node has lost its power, and with it its keys. */
  void lostKeys(int node) {
    Fabric known = fabric.fabric();
    for (int number = 0; number <= known.externalPortCount(node); number++) {
      newest.remove(known.port(node, number));
    }
  }

  @Override
  public void onSet(int senderPort, int port, Mad set, boolean refused) {
    if (refused) {
      return;
    }
    count++;
    Fabric known = fabric.fabric();
    int node = known.nodeOf(port);
    if (set.attributeId() == AttributeId.LINEAR_FORWARDING_TABLE) {
      checkEntries(known.nodeGuid(node), set);
    }
    int sender = term.applyAsInt(senderPort);
    if (sender == 0) {
      return; // programs for a manager elsewhere
    }
    int endPort = known.isSwitch(node) ? known.port(node, 0) : port;
    boolean isKept = fabric.portInfo(endPort).mKey() != 0;
    int before = newest.getOrDefault(endPort, 0);
    if (isKept && sender < before) {
      fail(
          "port %d took a Set(0x%04x) from term %d after one from term %d"
              .formatted(endPort, set.attributeId(), sender, before));
    }
    if (isKept) {
      newest.put(endPort, Math.max(before, sender));
    } else {
      newest.remove(endPort);
    }
    if (set.attributeId() == AttributeId.PORT_INFO) {
      checkLid(endPort);
    }
  }

  private void checkEntries(long switchGuid, Mad set) {
    byte[] row = LftProgrammer.Recalled.of(switchGuid, told.apply(switchGuid), 0).row();
    byte[] entries = Smp.data(set);
    int from = set.attributeModifier() * entries.length;
    if (from + entries.length > row.length
        || !Arrays.equals(row, from, from + entries.length, entries, 0, entries.length)) {
      fail(
          "switch 0x%016x took entries from LID %d on that it was not to be told any more"
              .formatted(switchGuid, from));
    }
  }

  private void checkLid(int endPort) {
    int lid = fabric.lid(endPort);
    long guid = fabric.fabric().portGuid(endPort);
    Integer first = lid == 0 ? null : lids.putIfAbsent(guid, lid);
    if (first != null && first != lid) {
      fail("port %d had LID %d, and has LID %d now".formatted(endPort, first, lid));
    }
  }

  private void fail(String what) {
    if (broken.isEmpty()) {
      broken = what;
    }
  }
}
