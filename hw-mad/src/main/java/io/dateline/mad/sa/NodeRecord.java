package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.NodeDescription;
import io.dateline.mad.attribute.NodeInfo;

/** A node, by one of its ports (IBA Vol 1, 15.2.5.2). */
public final class NodeRecord extends AttributeView {
  public static final int BYTES = 108;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("NodeRecord", BYTES);

  public static final Field LID = TABLE.number("lid", 0, 16);

  public static final AttributeLayout LAYOUT =
      TABLE
          .reserved(16, 16)
          .embed("nodeInfo", NodeInfo.LAYOUT, 4)
          .embed("nodeDescription", NodeDescription.LAYOUT, 44)
          .build();

  private NodeRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public NodeRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static NodeRecord of(byte[] data) {
    return new NodeRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static NodeRecord in(byte[] data, int offset) {
    return new NodeRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lid() {
    return LID.getInt(data, base);
  }

  public NodeRecord lid(int value) {
    LID.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public NodeInfo nodeInfo() {
    return NodeInfo.in(data, base + 4);
  }

  public NodeRecord nodeInfo(NodeInfo value) {
    value.copyTo(data, base + 4);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public NodeDescription nodeDescription() {
    return NodeDescription.in(data, base + 44);
  }

  public NodeRecord nodeDescription(NodeDescription value) {
    value.copyTo(data, base + 44);
    return this;
  }
}
