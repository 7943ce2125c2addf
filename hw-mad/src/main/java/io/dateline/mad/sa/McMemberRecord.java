package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;

/** A member of a multicast group, or the group (IBA Vol 1, 15.2.5.17). */
public final class McMemberRecord extends AttributeView {
  public static final int BYTES = 52;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("MCMemberRecord", BYTES);

  public static final Field MGID = TABLE.gid("mgid", 0);
  public static final Field PORT_GID = TABLE.gid("portGid", 128);
  public static final Field Q_KEY = TABLE.hex("qKey", 256, 32);
  public static final Field MLID = TABLE.hex("mlid", 288, 16);
  public static final Field MTU_SELECTOR = TABLE.number("mtuSelector", 304, 2);
  public static final Field MTU = TABLE.number("mtu", 306, 6);
  public static final Field T_CLASS = TABLE.hex("tClass", 312, 8);
  public static final Field P_KEY = TABLE.hex("pKey", 320, 16);
  public static final Field RATE_SELECTOR = TABLE.number("rateSelector", 336, 2);
  public static final Field RATE = TABLE.number("rate", 338, 6);
  public static final Field PACKET_LIFE_TIME_SELECTOR =
      TABLE.number("packetLifeTimeSelector", 344, 2);
  public static final Field PACKET_LIFE_TIME = TABLE.number("packetLifeTime", 346, 6);
  public static final Field SL = TABLE.number("sl", 352, 4);
  public static final Field FLOW_LABEL = TABLE.hex("flowLabel", 356, 20);
  public static final Field HOP_LIMIT = TABLE.number("hopLimit", 376, 8);
  public static final Field SCOPE = TABLE.number("scope", 384, 4);
  public static final Field JOIN_STATE = TABLE.hex("joinState", 388, 4);
  public static final Field PROXY_JOIN = TABLE.number("proxyJoin", 392, 1);

  public static final AttributeLayout LAYOUT = TABLE.reserved(393, 23).build();

  private McMemberRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public McMemberRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static McMemberRecord of(byte[] data) {
    return new McMemberRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static McMemberRecord in(byte[] data, int offset) {
    return new McMemberRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public Gid mgid() {
    return Gid.read(MGID, data, base);
  }

  public McMemberRecord mgid(Gid value) {
    Gid.write(MGID, data, base, value);
    return this;
  }

  public Gid portGid() {
    return Gid.read(PORT_GID, data, base);
  }

  public McMemberRecord portGid(Gid value) {
    Gid.write(PORT_GID, data, base, value);
    return this;
  }

  public int qKey() {
    return Q_KEY.getInt(data, base);
  }

  public McMemberRecord qKey(int value) {
    Q_KEY.setInt(data, base, value);
    return this;
  }

  public int mlid() {
    return MLID.getInt(data, base);
  }

  public McMemberRecord mlid(int value) {
    MLID.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Selector}. */
  public int mtuSelector() {
    return MTU_SELECTOR.getInt(data, base);
  }

  public McMemberRecord mtuSelector(int value) {
    MTU_SELECTOR.setInt(data, base, value);
    return this;
  }

  public int mtu() {
    return MTU.getInt(data, base);
  }

  public McMemberRecord mtu(int value) {
    MTU.setInt(data, base, value);
    return this;
  }

  public int tClass() {
    return T_CLASS.getInt(data, base);
  }

  public McMemberRecord tClass(int value) {
    T_CLASS.setInt(data, base, value);
    return this;
  }

  public int pKey() {
    return P_KEY.getInt(data, base);
  }

  public McMemberRecord pKey(int value) {
    P_KEY.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Selector}. */
  public int rateSelector() {
    return RATE_SELECTOR.getInt(data, base);
  }

  public McMemberRecord rateSelector(int value) {
    RATE_SELECTOR.setInt(data, base, value);
    return this;
  }

  public int rate() {
    return RATE.getInt(data, base);
  }

  public McMemberRecord rate(int value) {
    RATE.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Selector}. */
  public int packetLifeTimeSelector() {
    return PACKET_LIFE_TIME_SELECTOR.getInt(data, base);
  }

  public McMemberRecord packetLifeTimeSelector(int value) {
    PACKET_LIFE_TIME_SELECTOR.setInt(data, base, value);
    return this;
  }

  /** 4.096 us * 2^value. */
  public int packetLifeTime() {
    return PACKET_LIFE_TIME.getInt(data, base);
  }

  public McMemberRecord packetLifeTime(int value) {
    PACKET_LIFE_TIME.setInt(data, base, value);
    return this;
  }

  public int sl() {
    return SL.getInt(data, base);
  }

  public McMemberRecord sl(int value) {
    SL.setInt(data, base, value);
    return this;
  }

  public int flowLabel() {
    return FLOW_LABEL.getInt(data, base);
  }

  public McMemberRecord flowLabel(int value) {
    FLOW_LABEL.setInt(data, base, value);
    return this;
  }

  public int hopLimit() {
    return HOP_LIMIT.getInt(data, base);
  }

  public McMemberRecord hopLimit(int value) {
    HOP_LIMIT.setInt(data, base, value);
    return this;
  }

  public int scope() {
    return SCOPE.getInt(data, base);
  }

  public McMemberRecord scope(int value) {
    SCOPE.setInt(data, base, value);
    return this;
  }

  /** 1 full, 2 non, 4 send-only non, 8 send-only full member. */
  public int joinState() {
    return JOIN_STATE.getInt(data, base);
  }

  public McMemberRecord joinState(int value) {
    JOIN_STATE.setInt(data, base, value);
    return this;
  }

  public boolean proxyJoin() {
    return PROXY_JOIN.getFlag(data, base);
  }

  public McMemberRecord proxyJoin(boolean value) {
    PROXY_JOIN.setFlag(data, base, value);
    return this;
  }

  public static final int JOIN_FULL = 1;
  public static final int JOIN_NON_MEMBER = 2;
  public static final int JOIN_SEND_ONLY_NON_MEMBER = 4;
  public static final int JOIN_SEND_ONLY_FULL_MEMBER = 8;
}
