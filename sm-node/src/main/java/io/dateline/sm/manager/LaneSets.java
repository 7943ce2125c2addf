package io.dateline.sm.manager;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.SlToVlMappingTable;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.attribute.VlArbitrationTable;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.lane.LanePlanner;
import io.dateline.sm.link.PortSets;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The Sets that bring the lanes of a sweep's ports to what its routing needs: only the tables that
 * differ from what ports are known to have. What they acknowledge is known from then on.
 */
final class LaneSets {
  private static final int BLOCKS = 4;

  private final HeavySweep sweep;
  private final Fabric fabric;
  private final LanePlanner planner;
  private final TermKeys keys;
  private final SharedSets sets;

  private LaneSets(HeavySweep sweep, LanePlanner planner, TermKeys keys, SharedSets sets) {
    this.sets = sets;
    this.sweep = sweep;
    this.planner = planner;
    this.keys = keys;
    fabric = sweep.found.fabric();
  }

  /** What ports of a sweep are to be told. */
  static LanePlanner planner(HeavySweep sweep) {
    return new LanePlanner(
        sweep.found.fabric(),
        sweep.found.attributes().portInfo(),
        sweep.planner::operationalVls,
        sweep.routing,
        sweep.settings.qos());
  }

  static void add(SharedSets sets, HeavySweep sweep, LanePlanner planner, TermKeys keys) {
    LaneSets lanes = new LaneSets(sweep, planner, keys, sets);
    for (int node = 0; node < lanes.fabric.nodeCount(); node++) {
      int first = lanes.fabric.port(node, 0);
      BitSet told = lanes.hasWildcards(node) ? lanes.addAtOnce(node) : new BitSet();
      for (int port = first; port <= first + lanes.fabric.externalPortCount(node); port++) {
        if (sets.reaches(port)) {
          if (!told.get(port)) {
            lanes.addSlToVl(port);
          }
          lanes.addArbitration(port);
        }
      }
    }
  }

  private boolean hasWildcards(int node) {
    if (!planner.optimizesSlToVl() || !fabric.isSwitch(node)) {
      return false;
    }
    byte[] info = sweep.found.attributes().switchInfo()[node];
    return info != null
        && SwitchInfo.of(info).optimizedSlToVlMappingProgramming() == 1
        && sets.reaches(fabric.port(node, 0));
  }

  /**
   * Adds the maps of outputs of a switch that are the same for all inputs, and of which some are
   * not known: one Set an output, or one for all of them.
   *
   * @return those outputs
   */
  private BitSet addAtOnce(int node) {
    Map<Integer, byte[]> maps = new TreeMap<>(); // for all inputs, by output
    Set<ByteBuffer> rows = new HashSet<>(); // of those
    boolean areAllAlike = true;
    for (int number = 0; number <= fabric.externalPortCount(node); number++) {
      int port = fabric.port(node, number);
      byte[] wanted = planner.slToVl(port);
      byte[] row = wanted == null ? null : LanePlanner.uniform(wanted);
      if (row != null && isUnknown(port, wanted)) {
        maps.put(port, wanted);
        rows.add(ByteBuffer.wrap(row));
      } else {
        areAllAlike &= wanted == null;
      }
    }
    if (areAllAlike && maps.size() > 1 && rows.size() == 1) {
      addAtOnce(node, SlToVlMappingTable.ALL_TO_ALL, maps);
    } else {
      maps.forEach(
          (port, wanted) ->
              addAtOnce(
                  node,
                  SlToVlMappingTable.modifierOfAllInputs(fabric.portNumber(port)),
                  Map.of(port, wanted)));
    }
    BitSet outputs = new BitSet();
    maps.keySet().forEach(outputs::set);
    return outputs;
  }

  /** Whether more than one of a port's maps has to be sent. */
  private boolean isUnknown(int port, byte[] wanted) {
    Told told = new Told(sweep.found.attributes().slToVl(), port, wanted);
    int bytes = SlToVlMappingTable.BYTES;
    int unknown = 0;
    for (int input = 0; input < wanted.length / bytes; input++) {
      boolean isKnown = LanePlanner.isUntold(wanted, input) || told.knows(input * bytes, bytes);
      unknown += isKnown ? 0 : 1;
    }
    return unknown > 1;
  }

  /** Outputs whose maps are one and the same row. */
  private void addAtOnce(int node, int modifier, Map<Integer, byte[]> maps) {
    byte[][] known = sweep.found.attributes().slToVl();
    List<Told> told =
        maps.entrySet().stream().map(map -> new Told(known, map.getKey(), map.getValue())).toList();
    told.forEach(Told::await);
    int port0 = fabric.port(node, 0);
    sets.add(
        port0,
        AttributeId.SL_TO_VL_MAPPING_TABLE,
        modifier,
        keys.of(fabric.portGuid(port0)),
        LanePlanner.uniform(maps.values().iterator().next()),
        data -> told.forEach(one -> one.accept(data)));
    told.forEach(Told::begin);
  }

  private void addSlToVl(int port) {
    byte[][] known = sweep.found.attributes().slToVl();
    byte[] wanted = planner.slToVl(port);
    if (wanted == null) {
      known[port] = null;
      return;
    }
    Told told = new Told(known, port, wanted);
    int bytes = SlToVlMappingTable.BYTES;
    int node = fabric.nodeOf(port);
    boolean onSwitch = fabric.isSwitch(node);
    for (int input = 0; input < wanted.length / bytes; input++) {
      boolean isKnown = !LanePlanner.isUntold(wanted, input) && told.knows(input * bytes, bytes);
      if (!isKnown && planner.takesPackets(node, input)) {
        told.await();
        sets.add(
            port,
            AttributeId.SL_TO_VL_MAPPING_TABLE,
            onSwitch ? SlToVlMappingTable.modifier(input, fabric.portNumber(port)) : 0,
            keys.of(fabric.portGuid(port)),
            Arrays.copyOfRange(wanted, input * bytes, (input + 1) * bytes),
            told);
      }
    }
    told.begin();
  }

  private void addArbitration(int port) {
    byte[][] known = sweep.found.attributes().vlArbitration();
    byte[] wanted = planner.vlArbitration(port);
    if (wanted == null) {
      known[port] = null;
      return;
    }
    Told told = new Told(known, port, wanted);
    int bytes = VlArbitrationTable.BYTES;
    int number = fabric.isSwitch(fabric.nodeOf(port)) ? fabric.portNumber(port) : 0;
    for (int block = 1; block <= BLOCKS; block++) {
      int from = (block - 1) * bytes;
      if (planner.entries(port, block) > 0 && !told.knows(from, bytes)) {
        told.await();
        sets.add(
            port,
            AttributeId.VL_ARBITRATION_TABLE,
            VlArbitrationTable.modifier(number, block),
            keys.of(fabric.portGuid(port)),
            Arrays.copyOfRange(wanted, from, from + bytes),
            told);
      }
    }
    told.begin();
  }

  /** Tables of a port, which are known once all of them that are sent are acknowledged. */
  private static final class Told implements PortSets.AnswerSink {
    private final byte[][] tables; // by port, null where nothing is known
    private final int port;
    private final byte[] wanted;
    private int outstanding;

    Told(byte[][] tables, int port, byte[] wanted) {
      this.tables = tables;
      this.port = port;
      this.wanted = wanted;
    }

    /** Whether the port is known to have a piece, which need not be sent then. */
    boolean knows(int from, int bytes) {
      byte[] known = tables[port];
      return known != null
          && known.length == wanted.length
          && Arrays.equals(known, from, from + bytes, wanted, from, from + bytes);
    }

    /** A piece is sent. */
    void await() {
      outstanding++;
    }

    /** All that is to be sent was added. */
    void begin() {
      tables[port] = outstanding == 0 ? wanted : null;
    }

    @Override
    public void accept(byte[] data) {
      outstanding--;
      if (outstanding == 0) {
        tables[port] = wanted;
      }
    }

    /** Nothing is known then; the next sweep sends all of it. */
    @Override
    public void onFailure() {}
  }
}
