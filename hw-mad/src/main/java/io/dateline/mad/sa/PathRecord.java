package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;

/** A path between two ports (IBA Vol 1, 15.2.5.16). */
public final class PathRecord extends AttributeView {
  public static final int BYTES = 64;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("PathRecord", BYTES);

  public static final Field SERVICE_ID8_MSB = TABLE.hex("serviceId8Msb", 0, 8);
  public static final Field SERVICE_ID56_LSB = TABLE.hex("serviceId56Lsb", 8, 56);
  public static final Field DGID = TABLE.gid("dgid", 64);
  public static final Field SGID = TABLE.gid("sgid", 192);
  public static final Field DLID = TABLE.number("dlid", 320, 16);
  public static final Field SLID = TABLE.number("slid", 336, 16);
  public static final Field RAW_TRAFFIC = TABLE.number("rawTraffic", 352, 1);
  public static final Field FLOW_LABEL = TABLE.reserved(353, 3).hex("flowLabel", 356, 20);
  public static final Field HOP_LIMIT = TABLE.number("hopLimit", 376, 8);
  public static final Field T_CLASS = TABLE.hex("tClass", 384, 8);
  public static final Field REVERSIBLE = TABLE.number("reversible", 392, 1);
  public static final Field NUMB_PATH = TABLE.number("numbPath", 393, 7);
  public static final Field P_KEY = TABLE.hex("pKey", 400, 16);
  public static final Field QOS_CLASS = TABLE.hex("qosClass", 416, 12);
  public static final Field SL = TABLE.number("sl", 428, 4);
  public static final Field MTU_SELECTOR = TABLE.number("mtuSelector", 432, 2);
  public static final Field MTU = TABLE.number("mtu", 434, 6);
  public static final Field RATE_SELECTOR = TABLE.number("rateSelector", 440, 2);
  public static final Field RATE = TABLE.number("rate", 442, 6);
  public static final Field PACKET_LIFE_TIME_SELECTOR =
      TABLE.number("packetLifeTimeSelector", 448, 2);
  public static final Field PACKET_LIFE_TIME = TABLE.number("packetLifeTime", 450, 6);
  public static final Field PREFERENCE = TABLE.number("preference", 456, 8);

  public static final AttributeLayout LAYOUT = TABLE.reserved(464, 16).reserved(480, 32).build();

  private PathRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public PathRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static PathRecord of(byte[] data) {
    return new PathRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static PathRecord in(byte[] data, int offset) {
    return new PathRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public int serviceId8Msb() {
    return SERVICE_ID8_MSB.getInt(data, base);
  }

  public PathRecord serviceId8Msb(int value) {
    SERVICE_ID8_MSB.setInt(data, base, value);
    return this;
  }

  public long serviceId56Lsb() {
    return SERVICE_ID56_LSB.get(data, base);
  }

  public PathRecord serviceId56Lsb(long value) {
    SERVICE_ID56_LSB.set(data, base, value);
    return this;
  }

  public Gid dgid() {
    return Gid.read(DGID, data, base);
  }

  public PathRecord dgid(Gid value) {
    Gid.write(DGID, data, base, value);
    return this;
  }

  public Gid sgid() {
    return Gid.read(SGID, data, base);
  }

  public PathRecord sgid(Gid value) {
    Gid.write(SGID, data, base, value);
    return this;
  }

  public int dlid() {
    return DLID.getInt(data, base);
  }

  public PathRecord dlid(int value) {
    DLID.setInt(data, base, value);
    return this;
  }

  public int slid() {
    return SLID.getInt(data, base);
  }

  public PathRecord slid(int value) {
    SLID.setInt(data, base, value);
    return this;
  }

  public boolean rawTraffic() {
    return RAW_TRAFFIC.getFlag(data, base);
  }

  public PathRecord rawTraffic(boolean value) {
    RAW_TRAFFIC.setFlag(data, base, value);
    return this;
  }

  public int flowLabel() {
    return FLOW_LABEL.getInt(data, base);
  }

  public PathRecord flowLabel(int value) {
    FLOW_LABEL.setInt(data, base, value);
    return this;
  }

  public int hopLimit() {
    return HOP_LIMIT.getInt(data, base);
  }

  public PathRecord hopLimit(int value) {
    HOP_LIMIT.setInt(data, base, value);
    return this;
  }

  public int tClass() {
    return T_CLASS.getInt(data, base);
  }

  public PathRecord tClass(int value) {
    T_CLASS.setInt(data, base, value);
    return this;
  }

  public boolean reversible() {
    return REVERSIBLE.getFlag(data, base);
  }

  public PathRecord reversible(boolean value) {
    REVERSIBLE.setFlag(data, base, value);
    return this;
  }

  public int numbPath() {
    return NUMB_PATH.getInt(data, base);
  }

  public PathRecord numbPath(int value) {
    NUMB_PATH.setInt(data, base, value);
    return this;
  }

  public int pKey() {
    return P_KEY.getInt(data, base);
  }

  public PathRecord pKey(int value) {
    P_KEY.setInt(data, base, value);
    return this;
  }

  public int qosClass() {
    return QOS_CLASS.getInt(data, base);
  }

  public PathRecord qosClass(int value) {
    QOS_CLASS.setInt(data, base, value);
    return this;
  }

  public int sl() {
    return SL.getInt(data, base);
  }

  public PathRecord sl(int value) {
    SL.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Selector}. */
  public int mtuSelector() {
    return MTU_SELECTOR.getInt(data, base);
  }

  public PathRecord mtuSelector(int value) {
    MTU_SELECTOR.setInt(data, base, value);
    return this;
  }

  public int mtu() {
    return MTU.getInt(data, base);
  }

  public PathRecord mtu(int value) {
    MTU.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Selector}. */
  public int rateSelector() {
    return RATE_SELECTOR.getInt(data, base);
  }

  public PathRecord rateSelector(int value) {
    RATE_SELECTOR.setInt(data, base, value);
    return this;
  }

  public int rate() {
    return RATE.getInt(data, base);
  }

  public PathRecord rate(int value) {
    RATE.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Selector}. */
  public int packetLifeTimeSelector() {
    return PACKET_LIFE_TIME_SELECTOR.getInt(data, base);
  }

  public PathRecord packetLifeTimeSelector(int value) {
    PACKET_LIFE_TIME_SELECTOR.setInt(data, base, value);
    return this;
  }

  /** 4.096 us * 2^value. */
  public int packetLifeTime() {
    return PACKET_LIFE_TIME.getInt(data, base);
  }

  public PathRecord packetLifeTime(int value) {
    PACKET_LIFE_TIME.setInt(data, base, value);
    return this;
  }

  /** 0 is best. */
  public int preference() {
    return PREFERENCE.getInt(data, base);
  }

  public PathRecord preference(int value) {
    PREFERENCE.setInt(data, base, value);
    return this;
  }

  /** Both parts of the service ID, which a query selects by two ComponentMask bits. */
  public long serviceId() {
    return (long) serviceId8Msb() << 56 | serviceId56Lsb();
  }

  public PathRecord serviceId(long value) {
    return serviceId8Msb((int) (value >>> 56)).serviceId56Lsb(value & 0xFF_FFFF_FFFF_FFFFL);
  }
}
