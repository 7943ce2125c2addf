package io.dateline.mad.attribute;

/**
 * Traps 64 to 67: a port or multicast group came or went (IBA Vol 1, 14.2.5.1, Notice DataDetails).
 */
public final class GidDetails extends NoticeDetails {
  public static final int BYTES = 54;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("GidDetails", BYTES);

  public static final Field GID_ADDR = TABLE.reserved(0, 48).gid("gidAddr", 48);

  public static final AttributeLayout LAYOUT = TABLE.reserved(176, 256).build();

  private GidDetails(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public GidDetails() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static GidDetails of(byte[] data) {
    return new GidDetails(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static GidDetails in(byte[] data, int offset) {
    return new GidDetails(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public Gid gidAddr() {
    return Gid.read(GID_ADDR, data, base);
  }

  public GidDetails gidAddr(Gid value) {
    Gid.write(GID_ADDR, data, base, value);
    return this;
  }
}
