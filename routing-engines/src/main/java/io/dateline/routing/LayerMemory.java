package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.function.LongPredicate;

/**
 * Which layer, and so which SL, every path was granted: by the GUID of the switch where it begins
 * and by its destination, the GUID of a port and how far its LID is from the port's base LID. It
 * outlives switches, ports and SM nodes, so that who comes back has its SLs again.
 *
 * <p>Immutable; equal where everything is remembered alike. {@link LayerMemoryBytes} stores it.
 */
public final class LayerMemory {
  /** In a row: no layer was granted. */
  public static final byte NONE = -1;

  /** One more than the highest layer there can be. */
  public static final int LAYERS_MAX = 16;

  /**
   * A destination.
   *
   * @param portGuid of the end port
   * @param offset of the LID to the port's base LID, 0 to 127
   */
  public record Destination(long portGuid, int offset) implements Comparable<Destination> {
    @Override
    public int compareTo(Destination other) {
      int byGuid = Long.compareUnsigned(portGuid, other.portGuid);
      return byGuid != 0 ? byGuid : Integer.compare(offset, other.offset);
    }
  }

  private final long[] switchGuids; // ascending as unsigned: the columns
  private final Destination[] destinations; // ascending
  private final byte[][] rows; // by destination, then by column; equal ones are shared

  LayerMemory(long[] switchGuids, Destination[] destinations, byte[][] rows) {
    this.switchGuids = switchGuids;
    this.destinations = destinations;
    this.rows = rows;
  }

  /**
   * What a routing has granted, and of what was remembered before whatever it says nothing of.
   *
   * @param layers by LID up to {@code lids.maxLid()}, then by switch: the layer, or {@link #NONE};
   *     null where nobody has the LID. LIDs may share a row
   * @param before or null
   */
  public static LayerMemory of(Fabric fabric, LidMap lids, byte[][] layers, LayerMemory before) {
    return new LayerMemoryMerge(fabric, lids, layers, before).merged();
  }

  /** What of it is about switches and ports of a fabric. */
  public LayerMemory of(Fabric fabric) {
    return of(guid -> fabric.nodeByGuid(guid) != Fabric.NONE, portGuids(fabric)::contains);
  }

  /** The GUIDs of all end ports. */
  static LongOpenHashSet portGuids(Fabric fabric) {
    LongOpenHashSet guids = new LongOpenHashSet();
    for (int port : fabric.endPorts()) {
      guids.add(fabric.portGuid(port));
    }
    return guids;
  }

  private LayerMemory of(LongPredicate switches, LongPredicate ports) {
    int[] columns = new int[switchGuids.length];
    int count = 0;
    for (int column = 0; column < columns.length; column++) {
      if (switches.test(switchGuids[column])) {
        columns[count++] = column;
      }
    }
    int[] kept = Arrays.copyOf(columns, count);
    long[] guids = Arrays.stream(kept).mapToLong(column -> switchGuids[column]).toArray();
    SharedRows shared = new SharedRows();
    Destination[] present =
        Arrays.stream(destinations)
            .filter(destination -> ports.test(destination.portGuid))
            .toArray(Destination[]::new);
    byte[][] cut = new byte[present.length][];
    int next = 0;
    for (int i = 0; i < destinations.length; i++) {
      if (ports.test(destinations[i].portGuid)) {
        byte[] row = new byte[count];
        for (int column = 0; column < count; column++) {
          row[column] = rows[i][kept[column]];
        }
        cut[next++] = shared.of(row);
      }
    }
    return new LayerMemory(guids, present, cut);
  }

  /** GUIDs of the switches, ascending as unsigned numbers: what the entries of a row stand for. */
  public long[] switchGuids() {
    return switchGuids.clone();
  }

  /** How many destinations there are; they ascend. */
  public int destinationCount() {
    return destinations.length;
  }

  public Destination destination(int index) {
    return destinations[index];
  }

  /** The layers by switch, in the order of {@link #switchGuids}; nobody writes to it. */
  byte[] row(int destination) {
    return rows[destination];
  }

  /** The layer of a path, or {@link #NONE}. */
  public int layer(long switchGuid, long portGuid, int offset) {
    int column = column(switchGuid);
    int row = Arrays.binarySearch(destinations, new Destination(portGuid, offset));
    return column < 0 || row < 0 ? NONE : rows[row][column];
  }

  /**
   * The layers of all paths of a fabric: by LID up to {@code lids.maxLid()}, then by switch; null
   * where nothing is remembered. LIDs with the same layers share a row.
   */
  public byte[][] layers(Fabric fabric, LidMap lids) {
    int[] columns = new int[fabric.switchCount()];
    for (int node = 0; node < columns.length; node++) {
      columns[node] = column(fabric.nodeGuid(node));
    }
    IdentityHashMap<byte[], byte[]> turned = new IdentityHashMap<>();
    byte[][] layers = new byte[lids.maxLid() + 1][];
    for (int lid = 1; lid < layers.length; lid++) {
      int port = lids.port(lid);
      if (port != Fabric.NONE) {
        Destination destination = new Destination(fabric.portGuid(port), lid - lids.baseLid(port));
        int row = Arrays.binarySearch(destinations, destination);
        layers[lid] = row < 0 ? null : turned.computeIfAbsent(rows[row], of -> turn(of, columns));
      }
    }
    return layers;
  }

  private static byte[] turn(byte[] row, int[] columns) {
    byte[] layers = new byte[columns.length];
    for (int node = 0; node < layers.length; node++) {
      layers[node] = columns[node] < 0 ? NONE : row[columns[node]];
    }
    return layers;
  }

  private int column(long guid) {
    int low = 0;
    int high = switchGuids.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Long.compareUnsigned(switchGuids[middle], guid);
      if (order == 0) {
        return middle;
      }
      low = order < 0 ? middle + 1 : low;
      high = order < 0 ? high : middle - 1;
    }
    return Fabric.NONE;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LayerMemory memory
        && Arrays.equals(switchGuids, memory.switchGuids)
        && Arrays.equals(destinations, memory.destinations)
        && Arrays.deepEquals(rows, memory.rows);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(switchGuids) + Arrays.hashCode(destinations);
  }

  @Override
  public String toString() {
    return "layers of paths from %d switches to %d LIDs"
        .formatted(switchGuids.length, destinations.length);
  }
}
