package io.dateline.mad.attribute;

/**
 * Traps 257 and 258: a packet with a wrong P_Key or Q_Key at an end port (IBA Vol 1, 14.2.5.1,
 * Notice DataDetails).
 */
public final class BadKeyDetails extends NoticeDetails {
  public static final int BYTES = 54;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("BadKeyDetails", BYTES);

  public static final Field LID_ADDR1 = TABLE.reserved(0, 16).number("lidAddr1", 16, 16);
  public static final Field LID_ADDR2 = TABLE.number("lidAddr2", 32, 16);
  public static final Field KEY = TABLE.hex("key", 48, 32);
  public static final Field SL = TABLE.number("sl", 80, 4);
  public static final Field QP1 = TABLE.reserved(84, 4).hex("qp1", 88, 24);
  public static final Field QP2 = TABLE.reserved(112, 8).hex("qp2", 120, 24);
  public static final Field GID_ADDR1 = TABLE.gid("gidAddr1", 144);
  public static final Field GID_ADDR2 = TABLE.gid("gidAddr2", 272);

  public static final AttributeLayout LAYOUT = TABLE.reserved(400, 32).build();

  private BadKeyDetails(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public BadKeyDetails() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static BadKeyDetails of(byte[] data) {
    return new BadKeyDetails(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static BadKeyDetails in(byte[] data, int offset) {
    return new BadKeyDetails(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int lidAddr1() {
    return LID_ADDR1.getInt(data, base);
  }

  public BadKeyDetails lidAddr1(int value) {
    LID_ADDR1.setInt(data, base, value);
    return this;
  }

  public int lidAddr2() {
    return LID_ADDR2.getInt(data, base);
  }

  public BadKeyDetails lidAddr2(int value) {
    LID_ADDR2.setInt(data, base, value);
    return this;
  }

  public int key() {
    return KEY.getInt(data, base);
  }

  public BadKeyDetails key(int value) {
    KEY.setInt(data, base, value);
    return this;
  }

  public int sl() {
    return SL.getInt(data, base);
  }

  public BadKeyDetails sl(int value) {
    SL.setInt(data, base, value);
    return this;
  }

  public int qp1() {
    return QP1.getInt(data, base);
  }

  public BadKeyDetails qp1(int value) {
    QP1.setInt(data, base, value);
    return this;
  }

  public int qp2() {
    return QP2.getInt(data, base);
  }

  public BadKeyDetails qp2(int value) {
    QP2.setInt(data, base, value);
    return this;
  }

  public Gid gidAddr1() {
    return Gid.read(GID_ADDR1, data, base);
  }

  public BadKeyDetails gidAddr1(Gid value) {
    Gid.write(GID_ADDR1, data, base, value);
    return this;
  }

  public Gid gidAddr2() {
    return Gid.read(GID_ADDR2, data, base);
  }

  public BadKeyDetails gidAddr2(Gid value) {
    Gid.write(GID_ADDR2, data, base, value);
    return this;
  }
}
