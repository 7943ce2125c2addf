package io.dateline.mad.attribute;

/** How a management class is served at a port (IBA Vol 1, 13.4.8.1). */
public final class ClassPortInfo extends AttributeView {
  public static final int BYTES = 72;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("ClassPortInfo", BYTES);

  public static final Field BASE_VERSION = TABLE.number("baseVersion", 0, 8);
  public static final Field CLASS_VERSION = TABLE.number("classVersion", 8, 8);
  public static final Field CAPABILITY_MASK = TABLE.hex("capabilityMask", 16, 16);
  public static final Field CAPABILITY_MASK2 = TABLE.hex("capabilityMask2", 32, 27);
  public static final Field RESP_TIME_VALUE = TABLE.number("respTimeValue", 59, 5);
  public static final Field REDIRECT_GID = TABLE.gid("redirectGid", 64);
  public static final Field REDIRECT_TC = TABLE.hex("redirectTc", 192, 8);
  public static final Field REDIRECT_SL = TABLE.number("redirectSl", 200, 4);
  public static final Field REDIRECT_FL = TABLE.hex("redirectFl", 204, 20);
  public static final Field REDIRECT_LID = TABLE.number("redirectLid", 224, 16);
  public static final Field REDIRECT_PKEY = TABLE.hex("redirectPKey", 240, 16);
  public static final Field REDIRECT_QP = TABLE.reserved(256, 8).hex("redirectQp", 264, 24);
  public static final Field REDIRECT_QKEY = TABLE.hex("redirectQKey", 288, 32);
  public static final Field TRAP_GID = TABLE.gid("trapGid", 320);
  public static final Field TRAP_TC = TABLE.hex("trapTc", 448, 8);
  public static final Field TRAP_SL = TABLE.number("trapSl", 456, 4);
  public static final Field TRAP_FL = TABLE.hex("trapFl", 460, 20);
  public static final Field TRAP_LID = TABLE.number("trapLid", 480, 16);
  public static final Field TRAP_PKEY = TABLE.hex("trapPKey", 496, 16);
  public static final Field TRAP_HL = TABLE.number("trapHl", 512, 8);
  public static final Field TRAP_QP = TABLE.hex("trapQp", 520, 24);
  public static final Field TRAP_QKEY = TABLE.hex("trapQKey", 544, 32);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private ClassPortInfo(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public ClassPortInfo() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static ClassPortInfo of(byte[] data) {
    return new ClassPortInfo(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static ClassPortInfo in(byte[] data, int offset) {
    return new ClassPortInfo(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int baseVersion() {
    return BASE_VERSION.getInt(data, base);
  }

  public ClassPortInfo baseVersion(int value) {
    BASE_VERSION.setInt(data, base, value);
    return this;
  }

  public int classVersion() {
    return CLASS_VERSION.getInt(data, base);
  }

  public ClassPortInfo classVersion(int value) {
    CLASS_VERSION.setInt(data, base, value);
    return this;
  }

  public int capabilityMask() {
    return CAPABILITY_MASK.getInt(data, base);
  }

  public ClassPortInfo capabilityMask(int value) {
    CAPABILITY_MASK.setInt(data, base, value);
    return this;
  }

  public int capabilityMask2() {
    return CAPABILITY_MASK2.getInt(data, base);
  }

  public ClassPortInfo capabilityMask2(int value) {
    CAPABILITY_MASK2.setInt(data, base, value);
    return this;
  }

  /** 4.096 us * 2^value. */
  public int respTimeValue() {
    return RESP_TIME_VALUE.getInt(data, base);
  }

  public ClassPortInfo respTimeValue(int value) {
    RESP_TIME_VALUE.setInt(data, base, value);
    return this;
  }

  public Gid redirectGid() {
    return Gid.read(REDIRECT_GID, data, base);
  }

  public ClassPortInfo redirectGid(Gid value) {
    Gid.write(REDIRECT_GID, data, base, value);
    return this;
  }

  public int redirectTc() {
    return REDIRECT_TC.getInt(data, base);
  }

  public ClassPortInfo redirectTc(int value) {
    REDIRECT_TC.setInt(data, base, value);
    return this;
  }

  public int redirectSl() {
    return REDIRECT_SL.getInt(data, base);
  }

  public ClassPortInfo redirectSl(int value) {
    REDIRECT_SL.setInt(data, base, value);
    return this;
  }

  public int redirectFl() {
    return REDIRECT_FL.getInt(data, base);
  }

  public ClassPortInfo redirectFl(int value) {
    REDIRECT_FL.setInt(data, base, value);
    return this;
  }

  public int redirectLid() {
    return REDIRECT_LID.getInt(data, base);
  }

  public ClassPortInfo redirectLid(int value) {
    REDIRECT_LID.setInt(data, base, value);
    return this;
  }

  public int redirectPKey() {
    return REDIRECT_PKEY.getInt(data, base);
  }

  public ClassPortInfo redirectPKey(int value) {
    REDIRECT_PKEY.setInt(data, base, value);
    return this;
  }

  public int redirectQp() {
    return REDIRECT_QP.getInt(data, base);
  }

  public ClassPortInfo redirectQp(int value) {
    REDIRECT_QP.setInt(data, base, value);
    return this;
  }

  public int redirectQKey() {
    return REDIRECT_QKEY.getInt(data, base);
  }

  public ClassPortInfo redirectQKey(int value) {
    REDIRECT_QKEY.setInt(data, base, value);
    return this;
  }

  public Gid trapGid() {
    return Gid.read(TRAP_GID, data, base);
  }

  public ClassPortInfo trapGid(Gid value) {
    Gid.write(TRAP_GID, data, base, value);
    return this;
  }

  public int trapTc() {
    return TRAP_TC.getInt(data, base);
  }

  public ClassPortInfo trapTc(int value) {
    TRAP_TC.setInt(data, base, value);
    return this;
  }

  public int trapSl() {
    return TRAP_SL.getInt(data, base);
  }

  public ClassPortInfo trapSl(int value) {
    TRAP_SL.setInt(data, base, value);
    return this;
  }

  public int trapFl() {
    return TRAP_FL.getInt(data, base);
  }

  public ClassPortInfo trapFl(int value) {
    TRAP_FL.setInt(data, base, value);
    return this;
  }

  public int trapLid() {
    return TRAP_LID.getInt(data, base);
  }

  public ClassPortInfo trapLid(int value) {
    TRAP_LID.setInt(data, base, value);
    return this;
  }

  public int trapPKey() {
    return TRAP_PKEY.getInt(data, base);
  }

  public ClassPortInfo trapPKey(int value) {
    TRAP_PKEY.setInt(data, base, value);
    return this;
  }

  public int trapHl() {
    return TRAP_HL.getInt(data, base);
  }

  public ClassPortInfo trapHl(int value) {
    TRAP_HL.setInt(data, base, value);
    return this;
  }

  public int trapQp() {
    return TRAP_QP.getInt(data, base);
  }

  public ClassPortInfo trapQp(int value) {
    TRAP_QP.setInt(data, base, value);
    return this;
  }

  public int trapQKey() {
    return TRAP_QKEY.getInt(data, base);
  }

  public ClassPortInfo trapQKey(int value) {
    TRAP_QKEY.setInt(data, base, value);
    return this;
  }
}
