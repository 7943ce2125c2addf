package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.InformInfo;

/** A subscription (IBA Vol 1, 15.2.5.12). */
public final class InformInfoRecord extends AttributeView {
  public static final int BYTES = 80;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE =
      AttributeLayout.named("InformInfoRecord", BYTES);

  public static final Field SUBSCRIBER_GID = TABLE.gid("subscriberGid", 0);
  public static final Field ENUMERATION = TABLE.number("enumeration", 128, 16);

  public static final AttributeLayout LAYOUT =
      TABLE.reserved(144, 48).embed("informInfo", InformInfo.LAYOUT, 24).reserved(480, 160).build();

  private InformInfoRecord(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public InformInfoRecord() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static InformInfoRecord of(byte[] data) {
    return new InformInfoRecord(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static InformInfoRecord in(byte[] data, int offset) {
    return new InformInfoRecord(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  public Gid subscriberGid() {
    return Gid.read(SUBSCRIBER_GID, data, base);
  }

  public InformInfoRecord subscriberGid(Gid value) {
    Gid.write(SUBSCRIBER_GID, data, base, value);
    return this;
  }

  public int enumeration() {
    return ENUMERATION.getInt(data, base);
  }

  public InformInfoRecord enumeration(int value) {
    ENUMERATION.setInt(data, base, value);
    return this;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public InformInfo informInfo() {
    return InformInfo.in(data, base + 24);
  }

  public InformInfoRecord informInfo(InformInfo value) {
    value.copyTo(data, base + 24);
    return this;
  }
}
