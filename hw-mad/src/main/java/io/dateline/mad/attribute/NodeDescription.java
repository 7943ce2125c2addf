package io.dateline.mad.attribute;

/** The text that names a node to people (IBA Vol 1, 14.2.5.2). */
public final class NodeDescription extends AttributeView {
  public static final int BYTES = 64;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("NodeDescription", BYTES);

  public static final Field NODE_STRING = TABLE.text("nodeString", 0, 64);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private NodeDescription(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public NodeDescription() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static NodeDescription of(byte[] data) {
    return new NodeDescription(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static NodeDescription in(byte[] data, int offset) {
    return new NodeDescription(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  /** The text, at most 64 bytes of UTF-8. */
  public String nodeString() {
    return NODE_STRING.getText(data, base);
  }

  public NodeDescription nodeString(String value) {
    NODE_STRING.setText(data, base, value);
    return this;
  }
}
