package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.routing.LayerMemory.Destination;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.TreeMap;

/**
 * Puts what a routing has granted over what was granted before. Switches and ports that are gone
 * are remembered, unless there are more of them than of those that are there.
 */
final class LayerMemoryMerge {
  private final Fabric fabric;
  private final LidMap lids;
  private final byte[][] layers; // by LID, then by switch
  private final LayerMemory before; // or null
  private final long[] switchGuids;
  private final int[] nodeOf; // by column: the switch in the fabric, or NONE
  private final int[] oldColumn; // by column: that of before, or NONE
  private final SharedRows shared = new SharedRows();
  private final IdentityHashMap<byte[], byte[]> alike =
      new IdentityHashMap<>(); // new rows by those of layers

  LayerMemoryMerge(Fabric fabric, LidMap lids, byte[][] layers, LayerMemory before) {
    this.fabric = fabric;
    this.lids = lids;
    this.layers = layers;
    LongOpenHashSet guids = new LongOpenHashSet();
    for (int node = 0; node < fabric.switchCount(); node++) {
      guids.add(fabric.nodeGuid(node));
    }
    this.before = before == null || isMostlyGone(guids, before) ? null : before;
    if (this.before != null) {
      guids.addAll(LongOpenHashSet.of(before.switchGuids()));
    }
    switchGuids = guids.toLongArray();
    Guid.sort(switchGuids);
    nodeOf = new int[switchGuids.length];
    oldColumn = new int[switchGuids.length];
    Arrays.fill(oldColumn, Fabric.NONE);
    long[] old = this.before == null ? new long[0] : this.before.switchGuids();
    int next = 0;
    for (int column = 0; column < switchGuids.length; column++) {
      nodeOf[column] = fabric.nodeByGuid(switchGuids[column]);
      if (next < old.length && old[next] == switchGuids[column]) {
        oldColumn[column] = next++;
      }
    }
  }

  private static boolean isMostlyGone(LongOpenHashSet present, LayerMemory before) {
    long[] old = before.switchGuids();
    long there = Arrays.stream(old).filter(present::contains).count();
    return old.length - there > present.size();
  }

  LayerMemory merged() {
    TreeMap<Destination, byte[]> rows = new TreeMap<>();
    LongOpenHashSet ports = LayerMemory.portGuids(fabric);
    long gone = 0;
    for (int i = 0; before != null && i < before.destinationCount(); i++) {
      gone += ports.contains(before.destination(i).portGuid()) ? 0 : 1;
    }
    boolean keepsGone = gone <= lids.maxLid();
    for (int i = 0; before != null && i < before.destinationCount(); i++) {
      Destination destination = before.destination(i);
      if (keepsGone || ports.contains(destination.portGuid())) {
        rows.put(destination, shared.of(moved(before.row(i))));
      }
    }
    for (int lid = 1; lid < layers.length; lid++) {
      int port = lids.port(lid);
      if (port != Fabric.NONE && layers[lid] != null) {
        Destination destination = new Destination(fabric.portGuid(port), lid - lids.baseLid(port));
        rows.put(destination, over(rows.get(destination), layers[lid]));
      }
    }
    return new LayerMemory(
        switchGuids,
        rows.keySet().toArray(Destination[]::new),
        rows.values().toArray(byte[][]::new));
  }

  private byte[] moved(byte[] row) {
    byte[] moved = new byte[switchGuids.length];
    for (int column = 0; column < moved.length; column++) {
      moved[column] = oldColumn[column] < 0 ? LayerMemory.NONE : row[oldColumn[column]];
    }
    return moved;
  }

  private byte[] over(byte[] old, byte[] granted) {
    byte[] known = old == null ? alike.get(granted) : null;
    if (known != null) {
      return known;
    }
    byte[] row = new byte[switchGuids.length];
    for (int column = 0; column < row.length; column++) {
      int layer = nodeOf[column] < 0 ? LayerMemory.NONE : granted[nodeOf[column]];
      row[column] = (byte) (layer == LayerMemory.NONE && old != null ? old[column] : layer);
    }
    byte[] one = shared.of(row);
    if (old == null) {
      alike.put(granted, one);
    }
    return one;
  }
}
