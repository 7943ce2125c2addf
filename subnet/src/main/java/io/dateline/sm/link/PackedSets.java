package io.dateline.sm.link;

import io.dateline.mad.DirectedRoute;
import io.dateline.mad.transport.MadExchange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Sets as bytes, for another node that is to send them through its port. Each is: node GUID (8
 * bytes), attribute (2), modifier (4), M_Key (8), hops of the route (1) and its port numbers, bytes
 * of the attribute (1) and these.
 */
public final class PackedSets {
  private static final int FIXED = 8 + 2 + 4 + 8 + 1 + 1;

  private PackedSets() {}

  static byte[] of(List<PortSets.Item> items) {
    int bytes = 0;
    for (PortSets.Item item : items) {
      bytes += FIXED + item.route().hopCount() + item.data().length;
    }
    ByteBuffer packed = ByteBuffer.allocate(bytes);
    for (PortSets.Item item : items) {
      byte[] ports = item.route().ports();
      packed
          .putLong(item.nodeGuid())
          .putShort((short) item.attributeId())
          .putInt(item.modifier())
          .putLong(item.mKey())
          .put((byte) ports.length)
          .put(ports)
          .put((byte) item.data().length)
          .put(item.data());
    }
    return packed.array();
  }

  /**
   * Sends a part by this node's port.
   *
   * @throws java.nio.BufferUnderflowException if it is cut off
   */
  public static CompletionStage<RelayedSets.Answer> send(byte[] bytes, MadExchange exchange) {
    ByteBuffer packed = ByteBuffer.wrap(bytes);
    BitSet failed = new BitSet(); // the exchange's thread's until the batch has ended
    PortSets sets = new PortSets();
    while (packed.hasRemaining()) {
      long guid = packed.getLong();
      int attributeId = packed.getShort() & 0xFFFF;
      int modifier = packed.getInt();
      long mKey = packed.getLong();
      byte[] ports = bytes(packed);
      byte[] data = bytes(packed);
      DirectedRoute route = DirectedRoute.of(ports);
      sets.add(route, guid, attributeId, modifier, mKey, data, new Place(failed, sets.size()));
    }
    return sets.send(exchange)
        .thenApply(result -> new RelayedSets.Answer(failed, result.failures()));
  }

  private static byte[] bytes(ByteBuffer packed) {
    byte[] bytes = new byte[packed.get() & 0xFF];
    packed.get(bytes);
    return bytes;
  }

  /** Notes a failure. */
  private record Place(BitSet failed, int number) implements PortSets.AnswerSink {
    @Override
    public void accept(byte[] data) {}

    @Override
    public void onFailure() {
      failed.set(number);
    }
  }

  /** A batch in parts, each of which is to be packed. */
  static List<List<PortSets.Item>> parts(List<PortSets.Item> items, int most) {
    List<List<PortSets.Item>> parts = new ArrayList<>();
    for (int from = 0; from < items.size(); from += most) {
      parts.add(List.copyOf(items.subList(from, Math.min(items.size(), from + most))));
    }
    return parts;
  }
}
