package io.dateline.mad.attribute;

/** A subscription to notices, or its end (IBA Vol 1, 13.4.8.3). */
public final class InformInfo extends AttributeView {
  public static final int BYTES = 36;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("InformInfo", BYTES);

  public static final Field GID = TABLE.gid("gid", 0);
  public static final Field LID_RANGE_BEGIN = TABLE.number("lidRangeBegin", 128, 16);
  public static final Field LID_RANGE_END = TABLE.number("lidRangeEnd", 144, 16);
  public static final Field IS_GENERIC = TABLE.reserved(160, 16).number("isGeneric", 176, 8);
  public static final Field SUBSCRIBE = TABLE.number("subscribe", 184, 8);
  public static final Field TYPE = TABLE.hex("type", 192, 16);
  public static final Field TRAP_NUMBER = TABLE.number("trapNumber", 208, 16);
  public static final Field QPN = TABLE.hex("qpn", 224, 24);
  public static final Field RESP_TIME_VALUE =
      TABLE.reserved(248, 3).number("respTimeValue", 251, 5);
  public static final Field PRODUCER_TYPE = TABLE.reserved(256, 8).hex("producerType", 264, 24);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private InformInfo(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public InformInfo() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static InformInfo of(byte[] data) {
    return new InformInfo(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static InformInfo in(byte[] data, int offset) {
    return new InformInfo(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public Gid gid() {
    return Gid.read(GID, data, base);
  }

  public InformInfo gid(Gid value) {
    Gid.write(GID, data, base, value);
    return this;
  }

  /** 0xFFFF: any source. */
  public int lidRangeBegin() {
    return LID_RANGE_BEGIN.getInt(data, base);
  }

  public InformInfo lidRangeBegin(int value) {
    LID_RANGE_BEGIN.setInt(data, base, value);
    return this;
  }

  public int lidRangeEnd() {
    return LID_RANGE_END.getInt(data, base);
  }

  public InformInfo lidRangeEnd(int value) {
    LID_RANGE_END.setInt(data, base, value);
    return this;
  }

  public int isGeneric() {
    return IS_GENERIC.getInt(data, base);
  }

  public InformInfo isGeneric(int value) {
    IS_GENERIC.setInt(data, base, value);
    return this;
  }

  /** 1 subscribes, 0 unsubscribes. */
  public int subscribe() {
    return SUBSCRIBE.getInt(data, base);
  }

  public InformInfo subscribe(int value) {
    SUBSCRIBE.setInt(data, base, value);
    return this;
  }

  /** Notice type, 0xFFFF for any. */
  public int type() {
    return TYPE.getInt(data, base);
  }

  public InformInfo type(int value) {
    TYPE.setInt(data, base, value);
    return this;
  }

  /** Trap number, or device ID where not generic; 0xFFFF for any. */
  public int trapNumber() {
    return TRAP_NUMBER.getInt(data, base);
  }

  public InformInfo trapNumber(int value) {
    TRAP_NUMBER.setInt(data, base, value);
    return this;
  }

  public int qpn() {
    return QPN.getInt(data, base);
  }

  public InformInfo qpn(int value) {
    QPN.setInt(data, base, value);
    return this;
  }

  public int respTimeValue() {
    return RESP_TIME_VALUE.getInt(data, base);
  }

  public InformInfo respTimeValue(int value) {
    RESP_TIME_VALUE.setInt(data, base, value);
    return this;
  }

  /** Node type, or vendor ID where not generic; 0xFFFFFF for any. */
  public int producerType() {
    return PRODUCER_TYPE.getInt(data, base);
  }

  public InformInfo producerType(int value) {
    PRODUCER_TYPE.setInt(data, base, value);
    return this;
  }
}
