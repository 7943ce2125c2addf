package io.dateline.mad.attribute;

/** What a trap says, as it travels in an SMP (IBA Vol 1, 13.4.8.2). */
public final class Notice extends AttributeView {
  public static final int BYTES = 64;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("Notice", BYTES);

  public static final Field IS_GENERIC = TABLE.number("isGeneric", 0, 1);
  public static final Field TYPE = TABLE.number("type", 1, 7);
  public static final Field PRODUCER_TYPE = TABLE.number("producerType", 8, 24);
  public static final Field TRAP_NUMBER = TABLE.number("trapNumber", 32, 16);
  public static final Field ISSUER_LID = TABLE.number("issuerLid", 48, 16);
  public static final Field NOTICE_TOGGLE = TABLE.number("noticeToggle", 64, 1);
  public static final Field NOTICE_COUNT = TABLE.number("noticeCount", 65, 15);
  public static final Field DATA_DETAILS = TABLE.bytes("dataDetails", 80, 54);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private Notice(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public Notice() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static Notice of(byte[] data) {
    return new Notice(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static Notice in(byte[] data, int offset) {
    return new Notice(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public boolean isGeneric() {
    return IS_GENERIC.getFlag(data, base);
  }

  public Notice isGeneric(boolean value) {
    IS_GENERIC.setFlag(data, base, value);
    return this;
  }

  /** 0 fatal, 1 urgent, 2 security, 3 subnet management, 4 informational. */
  public int type() {
    return TYPE.getInt(data, base);
  }

  public Notice type(int value) {
    TYPE.setInt(data, base, value);
    return this;
  }

  /** Node type of the producer, 4 for class managers; vendor ID where not generic. */
  public int producerType() {
    return PRODUCER_TYPE.getInt(data, base);
  }

  public Notice producerType(int value) {
    PRODUCER_TYPE.setInt(data, base, value);
    return this;
  }

  /** Trap number, or device ID where not generic. */
  public int trapNumber() {
    return TRAP_NUMBER.getInt(data, base);
  }

  public Notice trapNumber(int value) {
    TRAP_NUMBER.setInt(data, base, value);
    return this;
  }

  public int issuerLid() {
    return ISSUER_LID.getInt(data, base);
  }

  public Notice issuerLid(int value) {
    ISSUER_LID.setInt(data, base, value);
    return this;
  }

  public boolean noticeToggle() {
    return NOTICE_TOGGLE.getFlag(data, base);
  }

  public Notice noticeToggle(boolean value) {
    NOTICE_TOGGLE.setFlag(data, base, value);
    return this;
  }

  public int noticeCount() {
    return NOTICE_COUNT.getInt(data, base);
  }

  public Notice noticeCount(int value) {
    NOTICE_COUNT.setInt(data, base, value);
    return this;
  }

  /** The details as bytes; {@link #details} gives them a form. */
  public byte[] dataDetails() {
    return DATA_DETAILS.getBytes(data, base);
  }

  public Notice dataDetails(byte[] value) {
    DATA_DETAILS.setBytes(data, base, value);
    return this;
  }

  public static final int TYPE_FATAL = 0;
  public static final int TYPE_URGENT = 1;
  public static final int TYPE_SECURITY = 2;
  public static final int TYPE_SUBNET_MANAGEMENT = 3;
  public static final int TYPE_INFORMATIONAL = 4;

  /** Producer type of a notice that an SM or SA makes. */
  public static final int PRODUCER_CLASS_MANAGER = 4;

  /**
   * The data details in the form that the trap number gives them, as a view into this notice; null
   * where the notice is not generic or the number is none of IBA's.
   */
  public NoticeDetails details() {
    return isGeneric()
        ? NoticeDetails.in(trapNumber(), data, base + DATA_DETAILS.byteOffset())
        : null;
  }
}
