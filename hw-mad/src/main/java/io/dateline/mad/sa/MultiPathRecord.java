package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import java.nio.ByteBuffer;

/**
 * A request for paths between groups of ports, whose GIDs follow: sources, then destinations (IBA
 * Vol 1, 15.2.5.20).
 */
public final class MultiPathRecord extends AttributeView {
  public static final int BYTES = 24;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("MultiPathRecord", BYTES);

  public static final Field RAW_TRAFFIC = TABLE.number("rawTraffic", 0, 1);
  public static final Field FLOW_LABEL = TABLE.reserved(1, 3).hex("flowLabel", 4, 20);
  public static final Field HOP_LIMIT = TABLE.number("hopLimit", 24, 8);
  public static final Field T_CLASS = TABLE.hex("tClass", 32, 8);
  public static final Field REVERSIBLE = TABLE.number("reversible", 40, 1);
  public static final Field NUMB_PATH = TABLE.number("numbPath", 41, 7);
  public static final Field P_KEY = TABLE.hex("pKey", 48, 16);
  public static final Field QOS_CLASS = TABLE.hex("qosClass", 64, 12);
  public static final Field SL = TABLE.number("sl", 76, 4);
  public static final Field MTU_SELECTOR = TABLE.number("mtuSelector", 80, 2);
  public static final Field MTU = TABLE.number("mtu", 82, 6);
  public static final Field RATE_SELECTOR = TABLE.number("rateSelector", 88, 2);
  public static final Field RATE = TABLE.number("rate", 90, 6);
  public static final Field PACKET_LIFE_TIME_SELECTOR =
      TABLE.number("packetLifeTimeSelector", 96, 2);
  public static final Field PACKET_LIFE_TIME = TABLE.number("packetLifeTime", 98, 6);
  public static final Field SERVICE_ID8_MSB = TABLE.hex("serviceId8Msb", 104, 8);
  public static final Field INDEPENDENCE_SELECTOR = TABLE.number("independenceSelector", 112, 2);
  public static final Field SGID_COUNT = TABLE.reserved(114, 6).number("sgidCount", 120, 8);
  public static final Field DGID_COUNT = TABLE.number("dgidCount", 128, 8);
  public static final Field SERVICE_ID56_LSB = TABLE.hex("serviceId56Lsb", 136, 56);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private MultiPathRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public MultiPathRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static MultiPathRecord of(byte[] data) {
    return new MultiPathRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static MultiPathRecord in(byte[] data, int offset) {
    return new MultiPathRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public boolean rawTraffic() {
    return RAW_TRAFFIC.getFlag(data, base);
  }

  public MultiPathRecord rawTraffic(boolean value) {
    RAW_TRAFFIC.setFlag(data, base, value);
    return this;
  }

  public int flowLabel() {
    return FLOW_LABEL.getInt(data, base);
  }

  public MultiPathRecord flowLabel(int value) {
    FLOW_LABEL.setInt(data, base, value);
    return this;
  }

  public int hopLimit() {
    return HOP_LIMIT.getInt(data, base);
  }

  public MultiPathRecord hopLimit(int value) {
    HOP_LIMIT.setInt(data, base, value);
    return this;
  }

  public int tClass() {
    return T_CLASS.getInt(data, base);
  }

  public MultiPathRecord tClass(int value) {
    T_CLASS.setInt(data, base, value);
    return this;
  }

  public boolean reversible() {
    return REVERSIBLE.getFlag(data, base);
  }

  public MultiPathRecord reversible(boolean value) {
    REVERSIBLE.setFlag(data, base, value);
    return this;
  }

  public int numbPath() {
    return NUMB_PATH.getInt(data, base);
  }

  public MultiPathRecord numbPath(int value) {
    NUMB_PATH.setInt(data, base, value);
    return this;
  }

  public int pKey() {
    return P_KEY.getInt(data, base);
  }

  public MultiPathRecord pKey(int value) {
    P_KEY.setInt(data, base, value);
    return this;
  }

  public int qosClass() {
    return QOS_CLASS.getInt(data, base);
  }

  public MultiPathRecord qosClass(int value) {
    QOS_CLASS.setInt(data, base, value);
    return this;
  }

  public int sl() {
    return SL.getInt(data, base);
  }

  public MultiPathRecord sl(int value) {
    SL.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Selector}. */
  public int mtuSelector() {
    return MTU_SELECTOR.getInt(data, base);
  }

  public MultiPathRecord mtuSelector(int value) {
    MTU_SELECTOR.setInt(data, base, value);
    return this;
  }

  public int mtu() {
    return MTU.getInt(data, base);
  }

  public MultiPathRecord mtu(int value) {
    MTU.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Selector}. */
  public int rateSelector() {
    return RATE_SELECTOR.getInt(data, base);
  }

  public MultiPathRecord rateSelector(int value) {
    RATE_SELECTOR.setInt(data, base, value);
    return this;
  }

  public int rate() {
    return RATE.getInt(data, base);
  }

  public MultiPathRecord rate(int value) {
    RATE.setInt(data, base, value);
    return this;
  }

  /** A value of {@link Selector}. */
  public int packetLifeTimeSelector() {
    return PACKET_LIFE_TIME_SELECTOR.getInt(data, base);
  }

  public MultiPathRecord packetLifeTimeSelector(int value) {
    PACKET_LIFE_TIME_SELECTOR.setInt(data, base, value);
    return this;
  }

  public int packetLifeTime() {
    return PACKET_LIFE_TIME.getInt(data, base);
  }

  public MultiPathRecord packetLifeTime(int value) {
    PACKET_LIFE_TIME.setInt(data, base, value);
    return this;
  }

  public int serviceId8Msb() {
    return SERVICE_ID8_MSB.getInt(data, base);
  }

  public MultiPathRecord serviceId8Msb(int value) {
    SERVICE_ID8_MSB.setInt(data, base, value);
    return this;
  }

  public int independenceSelector() {
    return INDEPENDENCE_SELECTOR.getInt(data, base);
  }

  public MultiPathRecord independenceSelector(int value) {
    INDEPENDENCE_SELECTOR.setInt(data, base, value);
    return this;
  }

  public int sgidCount() {
    return SGID_COUNT.getInt(data, base);
  }

  public MultiPathRecord sgidCount(int value) {
    SGID_COUNT.setInt(data, base, value);
    return this;
  }

  public int dgidCount() {
    return DGID_COUNT.getInt(data, base);
  }

  public MultiPathRecord dgidCount(int value) {
    DGID_COUNT.setInt(data, base, value);
    return this;
  }

  public long serviceId56Lsb() {
    return SERVICE_ID56_LSB.get(data, base);
  }

  public MultiPathRecord serviceId56Lsb(long value) {
    SERVICE_ID56_LSB.set(data, base, value);
    return this;
  }

  /**
   * One of the GIDs that follow the record.
   *
   * @param index from 0 on, sources first
   */
  public Gid gid(int index) {
    ByteBuffer gids = ByteBuffer.wrap(data);
    int at = base + BYTES + index * Gid.BYTES;
    return new Gid(gids.getLong(at), gids.getLong(at + Long.BYTES));
  }

  /** Both parts of the service ID. */
  public long serviceId() {
    return (long) serviceId8Msb() << 56 | serviceId56Lsb();
  }

  public MultiPathRecord serviceId(long value) {
    return serviceId8Msb((int) (value >>> 56)).serviceId56Lsb(value & 0xFF_FFFF_FFFF_FFFFL);
  }
}
