package io.dateline.mad.sa;

import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.AttributeView;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Notice;

/**
 * A notice as the SA reports it: with the GID of its issuer; class trap specific data may follow
 * (IBA Vol 1, 13.4.8.2).
 */
public final class NoticeReport extends AttributeView {
  public static final int BYTES = 80;

  // Name, first bit, width in bits (of bytes and text: their number), in wire order.
  private static final AttributeLayout.Builder TABLE = AttributeLayout.named("NoticeReport", BYTES);

  public static final Field ISSUER_GID =
      TABLE.embed("notice", Notice.LAYOUT, 0).gid("issuerGid", 512);

  public static final AttributeLayout LAYOUT = TABLE.build();

  private NoticeReport(byte[] data, int base) {
    super(LAYOUT, data, base);
  }

  /** Zeros, in an array of its own. */
  public NoticeReport() {
    this(new byte[BYTES], 0);
  }

  /**
   * A view of the first bytes of {@code data}.
   *
   * @throws IllegalArgumentException if there are fewer than {@link #BYTES}
   */
  public static NoticeReport of(byte[] data) {
    return new NoticeReport(data, 0);
  }

  /** A view of {@code data} from {@code offset} on. */
  public static NoticeReport in(byte[] data, int offset) {
    return new NoticeReport(data, offset);
  }

  @Override
  public AttributeLayout layout() {
    return LAYOUT;
  }

  /** The embedded attribute: what is written to it is written to this record. */
  public Notice notice() {
    return Notice.in(data, base + 0);
  }

  public NoticeReport notice(Notice value) {
    value.copyTo(data, base + 0);
    return this;
  }

  public Gid issuerGid() {
    return Gid.read(ISSUER_GID, data, base);
  }

  public NoticeReport issuerGid(Gid value) {
    Gid.write(ISSUER_GID, data, base, value);
    return this;
  }
}
