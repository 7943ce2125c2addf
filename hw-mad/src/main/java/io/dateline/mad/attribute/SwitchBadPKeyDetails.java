package io.dateline.mad.attribute;

/** Trap 259: a packet with a wrong P_Key at a switch (IBA Vol 1, 14.2.5.1, Notice DataDetails). */
public final class SwitchBadPKeyDetails extends NoticeDetails {
  public static final int BYTES = 54;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("SwitchBadPKeyDetails", BYTES);

  public static final Field DATA_VALID = TABLE.hex("dataValid", 0, 16);
  public static final Field LID_ADDR1 = TABLE.number("lidAddr1", 16, 16);
  public static final Field LID_ADDR2 = TABLE.number("lidAddr2", 32, 16);
  public static final Field P_KEY = TABLE.hex("pKey", 48, 16);
  public static final Field SL = TABLE.number("sl", 64, 4);
  public static final Field QP1 = TABLE.reserved(68, 4).hex("qp1", 72, 24);
  public static final Field QP2 = TABLE.reserved(96, 8).hex("qp2", 104, 24);
  public static final Field GID_ADDR1 = TABLE.gid("gidAddr1", 128);
  public static final Field GID_ADDR2 = TABLE.gid("gidAddr2", 256);
  public static final Field SW_LID_ADDR = TABLE.number("swLidAddr", 384, 16);
  public static final Field PORT_NO = TABLE.number("portNo", 400, 8);

  public static final AttributeLayout LAYOUT = TABLE.reserved(408, 24).build();

  private SwitchBadPKeyDetails(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public SwitchBadPKeyDetails() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static SwitchBadPKeyDetails of(byte[] data) {
    return new SwitchBadPKeyDetails(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static SwitchBadPKeyDetails in(byte[] data, int offset) {
    return new SwitchBadPKeyDetails(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  /** Which of the components below are valid. */
  public int dataValid() {
    return DATA_VALID.getInt(data, base);
  }

  public SwitchBadPKeyDetails dataValid(int value) {
    DATA_VALID.setInt(data, base, value);
    return this;
  }

  public int lidAddr1() {
    return LID_ADDR1.getInt(data, base);
  }

  public SwitchBadPKeyDetails lidAddr1(int value) {
    LID_ADDR1.setInt(data, base, value);
    return this;
  }

  public int lidAddr2() {
    return LID_ADDR2.getInt(data, base);
  }

  public SwitchBadPKeyDetails lidAddr2(int value) {
    LID_ADDR2.setInt(data, base, value);
    return this;
  }

  public int pKey() {
    return P_KEY.getInt(data, base);
  }

  public SwitchBadPKeyDetails pKey(int value) {
    P_KEY.setInt(data, base, value);
    return this;
  }

  public int sl() {
    return SL.getInt(data, base);
  }

  public SwitchBadPKeyDetails sl(int value) {
    SL.setInt(data, base, value);
    return this;
  }

  public int qp1() {
    return QP1.getInt(data, base);
  }

  public SwitchBadPKeyDetails qp1(int value) {
    QP1.setInt(data, base, value);
    return this;
  }

  public int qp2() {
    return QP2.getInt(data, base);
  }

  public SwitchBadPKeyDetails qp2(int value) {
    QP2.setInt(data, base, value);
    return this;
  }

  public Gid gidAddr1() {
    return Gid.read(GID_ADDR1, data, base);
  }

  public SwitchBadPKeyDetails gidAddr1(Gid value) {
    Gid.write(GID_ADDR1, data, base, value);
    return this;
  }

  public Gid gidAddr2() {
    return Gid.read(GID_ADDR2, data, base);
  }

  public SwitchBadPKeyDetails gidAddr2(Gid value) {
    Gid.write(GID_ADDR2, data, base, value);
    return this;
  }

  public int swLidAddr() {
    return SW_LID_ADDR.getInt(data, base);
  }

  public SwitchBadPKeyDetails swLidAddr(int value) {
    SW_LID_ADDR.setInt(data, base, value);
    return this;
  }

  public int portNo() {
    return PORT_NO.getInt(data, base);
  }

  public SwitchBadPKeyDetails portNo(int value) {
    PORT_NO.setInt(data, base, value);
    return this;
  }
}
