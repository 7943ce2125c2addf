package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Field.Format;
import io.dateline.mad.attribute.Gid;

/** A service that a port offers (IBA Vol 1, 15.2.5.14). */
public final class ServiceRecord extends AttributeView {
  public static final int BYTES = 176;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("ServiceRecord", BYTES);

  public static final Field SERVICE_ID = TABLE.hex("serviceId", 0, 64);
  public static final Field SERVICE_GID = TABLE.gid("serviceGid", 64);
  public static final Field SERVICE_PKEY = TABLE.hex("servicePKey", 192, 16);
  public static final Field SERVICE_LEASE = TABLE.reserved(208, 16).number("serviceLease", 224, 32);
  public static final Field SERVICE_KEY = TABLE.bytes("serviceKey", 256, 16);
  public static final Field SERVICE_NAME = TABLE.text("serviceName", 384, 64);
  public static final Field SERVICE_DATA8 =
      TABLE.components("serviceData8", 896, 8, 16, Format.HEX);
  public static final Field SERVICE_DATA16 =
      TABLE.components("serviceData16", 1024, 16, 8, Format.HEX);
  public static final Field SERVICE_DATA32 =
      TABLE.components("serviceData32", 1152, 32, 4, Format.HEX);
  public static final Field SERVICE_DATA64 =
      TABLE.components("serviceData64", 1280, 64, 2, Format.HEX);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private ServiceRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public ServiceRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static ServiceRecord of(byte[] data) {
    return new ServiceRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static ServiceRecord in(byte[] data, int offset) {
    return new ServiceRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public long serviceId() {
    return SERVICE_ID.get(data, base);
  }

  public ServiceRecord serviceId(long value) {
    SERVICE_ID.set(data, base, value);
    return this;
  }

  public Gid serviceGid() {
    return Gid.read(SERVICE_GID, data, base);
  }

  public ServiceRecord serviceGid(Gid value) {
    Gid.write(SERVICE_GID, data, base, value);
    return this;
  }

  public int servicePKey() {
    return SERVICE_PKEY.getInt(data, base);
  }

  public ServiceRecord servicePKey(int value) {
    SERVICE_PKEY.setInt(data, base, value);
    return this;
  }

  /** Seconds; 0xFFFFFFFF never expires. */
  public long serviceLease() {
    return SERVICE_LEASE.get(data, base);
  }

  public ServiceRecord serviceLease(long value) {
    SERVICE_LEASE.set(data, base, value);
    return this;
  }

  public byte[] serviceKey() {
    return SERVICE_KEY.getBytes(data, base);
  }

  public ServiceRecord serviceKey(byte[] value) {
    SERVICE_KEY.setBytes(data, base, value);
    return this;
  }

  public String serviceName() {
    return SERVICE_NAME.getText(data, base);
  }

  public ServiceRecord serviceName(String value) {
    SERVICE_NAME.setText(data, base, value);
    return this;
  }

  public int serviceData8(int index) {
    return SERVICE_DATA8.getInt(data, base, index);
  }

  public ServiceRecord serviceData8(int index, int value) {
    SERVICE_DATA8.setInt(data, base, index, value);
    return this;
  }

  public int serviceData16(int index) {
    return SERVICE_DATA16.getInt(data, base, index);
  }

  public ServiceRecord serviceData16(int index, int value) {
    SERVICE_DATA16.setInt(data, base, index, value);
    return this;
  }

  public int serviceData32(int index) {
    return SERVICE_DATA32.getInt(data, base, index);
  }

  public ServiceRecord serviceData32(int index, int value) {
    SERVICE_DATA32.setInt(data, base, index, value);
    return this;
  }

  public long serviceData64(int index) {
    return SERVICE_DATA64.get(data, base, index);
  }

  public ServiceRecord serviceData64(int index, long value) {
    SERVICE_DATA64.set(data, base, index, value);
    return this;
  }

  /** Writes ServiceKey, ServiceName and ServiceData at once, which are the rest of the record. */
  public void copyContent(byte[] value) {
    System.arraycopy(value, 0, data, base + SERVICE_KEY.byteOffset(), value.length);
  }
}
