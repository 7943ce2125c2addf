package io.dateline.routing;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Sha256;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Reference2ObjectMap;
import it.unimi.dsi.fastutil.objects.Reference2ObjectOpenHashMap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The layer of every path that an engine with layers has routed, by GUIDs: from a switch, for all
 * end ports at it, to each LID of an end port. What is no longer there stays remembered, so that it
 * has its layers again when it comes back. Immutable; rows are shared and are never written to.
 */
public final class LayerMemory {
  /** Of a path that no layer is remembered of. */
  public static final byte UNKNOWN = -1;

  /** Nothing was ever routed. */
  public static final LayerMemory EMPTY =
      new LayerMemory(new long[0], new Destination[0], new byte[0][]);

  /**
   * A LID, whatever its number is.
   *
   * @param portGuid of the end port it belongs to
   * @param offset from the port's base LID, 0 to 127
   */
  record Destination(long portGuid, int offset) implements Comparable<Destination> {
    @Override
    public int compareTo(Destination other) {
      int order = Long.compareUnsigned(portGuid, other.portGuid);
      return order != 0 ? order : Integer.compare(offset, other.offset);
    }
  }

  final long[] switches; // GUIDs, ascending as unsigned numbers
  final Destination[] destinations; // ascending
  final byte[][] rows; // by destination, then by switch: the layer or UNKNOWN

  LayerMemory(long[] switches, Destination[] destinations, byte[][] rows) {
    this.switches = switches;
    this.destinations = destinations;
    this.rows = rows;
  }

  /**
   * What is to be remembered of a routing.
   *
   * @param layers by LID up to {@code lids.maxLid()}, then by switch of the fabric; null where all
   *     paths are in layer 0. LIDs may share a row
   */
  public static LayerMemory of(Fabric fabric, LidMap lids, byte[][] layers) {
    long[] switches = new long[fabric.switchCount()];
    for (int node = 0; node < switches.length; node++) {
      switches[node] = fabric.nodeGuid(node); // ascending, as switches of a fabric are
    }
    int[] ascending = lidsByGuid(fabric, lids);
    Destination[] destinations = new Destination[ascending.length];
    byte[][] rows = new byte[ascending.length][];
    Reference2ObjectMap<byte[], byte[]> copies =
        new Reference2ObjectOpenHashMap<>(); // LIDs share rows
    byte[] zeros = new byte[switches.length];
    for (int i = 0; i < ascending.length; i++) {
      int lid = ascending[i];
      int port = lids.port(lid);
      destinations[i] = new Destination(fabric.portGuid(port), lid - lids.baseLid(port));
      rows[i] =
          layers[lid] == null
              ? zeros
              : copies.computeIfAbsent(layers[lid], (byte[] row) -> row.clone());
    }
    return new LayerMemory(switches, destinations, rows);
  }

  /** The LIDs in use, as {@link Destination} orders them. */
  private static int[] lidsByGuid(Fabric fabric, LidMap lids) {
    int[] ascending = lids.usedLids();
    IntArrays.mergeSort( // which leaves LIDs of one port as they are
        ascending,
        (a, b) ->
            Long.compareUnsigned(fabric.portGuid(lids.port(a)), fabric.portGuid(lids.port(b))));
    return ascending;
  }

  public boolean isEmpty() {
    return destinations.length == 0;
  }

  /** The highest layer that anything was ever in; {@link #UNKNOWN} where nothing was. */
  public int highest() {
    byte highest = UNKNOWN;
    byte[] last = null; // LIDs share rows
    for (byte[] row : rows) {
      for (int place = 0; row != last && place < row.length; place++) {
        highest = (byte) Math.max(highest, row[place]);
      }
      last = row;
    }
    return highest;
  }

  /**
   * What is remembered for a fabric.
   *
   * @return by LID up to {@code lids.maxLid()}, then by switch of the fabric: the layer or {@link
   *     #UNKNOWN}; null where nothing is remembered of a LID. LIDs may share a row
   */
  public byte[][] layers(Fabric fabric, LidMap lids) {
    Long2IntOpenHashMap places = placesByGuid();
    int[] placeOf = new int[fabric.switchCount()]; // by switch
    for (int node = 0; node < placeOf.length; node++) {
      placeOf[node] = places.get(fabric.nodeGuid(node));
    }
    Reference2ObjectMap<byte[], byte[]> spread = new Reference2ObjectOpenHashMap<>();
    byte[][] layers = new byte[lids.maxLid() + 1][];
    for (int lid = 1; lid < layers.length; lid++) {
      int port = lids.port(lid);
      if (port == Fabric.NONE) {
        continue;
      }
      int at =
          Arrays.binarySearch(
              destinations, new Destination(fabric.portGuid(port), lid - lids.baseLid(port)));
      if (at >= 0) {
        layers[lid] = spread.computeIfAbsent(rows[at], (byte[] row) -> spread(row, placeOf));
      }
    }
    return layers;
  }

  private static byte[] spread(byte[] row, int[] places) {
    byte[] layers = new byte[places.length];
    for (int node = 0; node < layers.length; node++) {
      layers[node] = places[node] == Fabric.NONE ? UNKNOWN : row[places[node]];
    }
    return layers;
  }

  private Long2IntOpenHashMap placesByGuid() {
    Long2IntOpenHashMap places = new Long2IntOpenHashMap(switches.length);
    places.defaultReturnValue(Fabric.NONE);
    for (int place = 0; place < switches.length; place++) {
      places.put(switches[place], place);
    }
    return places;
  }

  /** This, where a later memory says nothing else. */
  public LayerMemory with(LayerMemory later) {
    if (isEmpty()) {
      return later;
    }
    if (later.isEmpty()) {
      return this;
    }
    long[] all =
        Arrays.equals(switches, later.switches) ? switches : union(switches, later.switches);
    int[] own = placesOf(all, placesByGuid());
    int[] others = placesOf(all, later.placesByGuid());
    boolean same = all == switches;
    Reference2ObjectMap<byte[], Reference2ObjectMap<byte[], byte[]>> merged =
        new Reference2ObjectOpenHashMap<>(); // rows are shared
    List<Destination> found = new ArrayList<>();
    List<byte[]> foundRows = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < destinations.length || j < later.destinations.length) {
      int order =
          i == destinations.length
              ? 1
              : j == later.destinations.length
                  ? -1
                  : destinations[i].compareTo(later.destinations[j]);
      byte[] before = order <= 0 ? rows[i] : null;
      byte[] after = order >= 0 ? later.rows[j] : null;
      found.add(order <= 0 ? destinations[i] : later.destinations[j]);
      foundRows.add(
          same && after == null
              ? before
              : merged
                  .computeIfAbsent(before, (byte[] any) -> new Reference2ObjectOpenHashMap<>())
                  .computeIfAbsent(after, (byte[] any) -> merge(before, own, after, others)));
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return new LayerMemory(
        all, found.toArray(Destination[]::new), foundRows.toArray(byte[][]::new));
  }

  private static byte[] merge(byte[] before, int[] own, byte[] after, int[] others) {
    byte[] merged = new byte[own.length];
    for (int place = 0; place < merged.length; place++) {
      byte layer = after == null || others[place] < 0 ? UNKNOWN : after[others[place]];
      if (layer == UNKNOWN && before != null && own[place] >= 0) {
        layer = before[own[place]];
      }
      merged[place] = layer;
    }
    return merged;
  }

  private static long[] union(long[] a, long[] b) {
    long[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return Arrays.stream(all)
        .boxed()
        .distinct()
        .sorted(Long::compareUnsigned)
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static int[] placesOf(long[] guids, Long2IntOpenHashMap places) {
    return Arrays.stream(guids).mapToInt(places::get).toArray();
  }

  /**
   * The part of this that an earlier memory does not have: {@code earlier.with(it)} says of every
   * path in this what this does.
   */
  public LayerMemory changesSince(LayerMemory earlier) {
    if (isEmpty()) {
      return EMPTY;
    }
    LayerMemory merged = earlier.with(this);
    if (!Arrays.equals(merged.switches, earlier.switches)) {
      return this;
    }
    List<Destination> changed = new ArrayList<>();
    List<byte[]> changedRows = new ArrayList<>();
    for (int i = 0; i < merged.destinations.length; i++) {
      int at = Arrays.binarySearch(earlier.destinations, merged.destinations[i]);
      if (at < 0 || !Arrays.equals(earlier.rows[at], merged.rows[i])) {
        changed.add(merged.destinations[i]);
        changedRows.add(merged.rows[i]);
      }
    }
    return new LayerMemory(
        merged.switches, changed.toArray(Destination[]::new), changedRows.toArray(byte[][]::new));
  }

  /** Paths that are in one layer here and were in another before. */
  public long movedSince(LayerMemory earlier) {
    Long2IntOpenHashMap places = earlier.placesByGuid();
    int[] before = placesOf(switches, places);
    boolean same = Arrays.equals(switches, earlier.switches);
    long moved = 0;
    for (int i = 0; i < destinations.length; i++) {
      int at = Arrays.binarySearch(earlier.destinations, destinations[i]);
      if (at < 0 || (same && Arrays.equals(rows[i], earlier.rows[at]))) {
        continue;
      }
      for (int place = 0; place < before.length; place++) {
        byte old = before[place] < 0 ? UNKNOWN : earlier.rows[at][before[place]];
        byte now = rows[i][place];
        if (old != UNKNOWN && now != UNKNOWN && old != now) {
          moved++;
        }
      }
    }
    return moved;
  }

  /** The bytes that {@link #read} takes, deflated. */
  public byte[] toBytes() {
    return LayerBytes.of(this);
  }

  /**
   * A memory again.
   *
   * @return empty if the bytes are none
   */
  public static Optional<LayerMemory> read(byte[] bytes) {
    return LayerBytes.read(bytes);
  }

  /** Tells a digest all that there is. */
  void digestInto(Sha256 digest) {
    digest.add(switches);
    ByteBuffer name = ByteBuffer.allocate(Long.BYTES + 1);
    for (int i = 0; i < destinations.length; i++) {
      name.clear();
      name.putLong(destinations[i].portGuid()).put((byte) destinations[i].offset()).flip();
      digest.add(name).add(rows[i]);
    }
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof LayerMemory memory
            && Arrays.equals(switches, memory.switches)
            && Arrays.equals(destinations, memory.destinations)
            && Arrays.deepEquals(rows, memory.rows));
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(switches) + Arrays.hashCode(destinations);
  }

  @Override
  public String toString() {
    return "LayerMemory[%d switches, %d LIDs]".formatted(switches.length, destinations.length);
  }
}
