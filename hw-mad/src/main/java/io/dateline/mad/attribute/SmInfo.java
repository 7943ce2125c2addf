package io.dateline.mad.attribute;

/** What a subnet manager says of itself (IBA Vol 1, 14.2.5.13). */
public final class SmInfo extends AttributeView {
  public static final int BYTES = 24;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("SMInfo", BYTES);

  public static final Field GUID = TABLE.hex("guid", 0, 64);
  public static final Field SM_KEY = TABLE.hex("smKey", 64, 64);
  public static final Field ACT_COUNT = TABLE.number("actCount", 128, 32);
  public static final Field PRIORITY = TABLE.number("priority", 160, 4);
  public static final Field SM_STATE = TABLE.number("smState", 164, 4);

  public static final AttributeLayout LAYOUT = TABLE.reserved(168, 24).build();

  private SmInfo(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public SmInfo() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static SmInfo of(byte[] data) {
    return new SmInfo(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static SmInfo in(byte[] data, int offset) {
    return new SmInfo(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  /** GUID of its port. */
  public long guid() {
    return GUID.get(data, base);
  }

  public SmInfo guid(long value) {
    GUID.set(data, base, value);
    return this;
  }

  public long smKey() {
    return SM_KEY.get(data, base);
  }

  public SmInfo smKey(long value) {
    SM_KEY.set(data, base, value);
    return this;
  }

  /** Grows with its activity. */
  public long actCount() {
    return ACT_COUNT.get(data, base);
  }

  public SmInfo actCount(long value) {
    ACT_COUNT.set(data, base, value);
    return this;
  }

  public int priority() {
    return PRIORITY.getInt(data, base);
  }

  public SmInfo priority(int value) {
    PRIORITY.setInt(data, base, value);
    return this;
  }

  /** 0 not active, 1 discovering, 2 standby, 3 master. */
  public int smState() {
    return SM_STATE.getInt(data, base);
  }

  public SmInfo smState(int value) {
    SM_STATE.setInt(data, base, value);
    return this;
  }

  public static final int STATE_NOT_ACTIVE = 0;
  public static final int STATE_DISCOVERING = 1;
  public static final int STATE_STANDBY = 2;
  public static final int STATE_MASTER = 3;
}
