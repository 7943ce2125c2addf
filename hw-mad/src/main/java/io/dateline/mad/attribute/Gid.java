package io.dateline.mad.attribute;

/**
 * A global identifier of a port or a multicast group (IBA Vol 1, 4.1.1).
 *
 * @param prefix its first 64 bits: the subnet prefix, or the head of a multicast GID
 * @param interfaceId its last 64 bits: a port GUID, or the tail of a multicast GID
 */
public record Gid(long prefix, long interfaceId) {
  public static final int BYTES = 16;

  public static final Gid ZERO = new Gid(0, 0);

  /** The prefix of a subnet that was given none. */
  public static final long DEFAULT_PREFIX = 0xFE80_0000_0000_0000L;

  /**
   * Reads the text of an IPv6 address (RFC 4291, 2.2): groups of hex digits, of which {@code ::}
   * may stand for several that are 0, and an IPv4 address may end it.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  public static Gid parse(String text) {
    return GidText.parse(text);
  }

  public boolean isMulticast() {
    return prefix >>> 56 == 0xFF;
  }

  public static Gid read(Field field, byte[] bytes, int base) {
    return new Gid(field.getHalf(bytes, base, 0), field.getHalf(bytes, base, 8));
  }

  public static void write(Field field, byte[] bytes, int base, Gid gid) {
    field.setHalf(bytes, base, 0, gid.prefix);
    field.setHalf(bytes, base, 8, gid.interfaceId);
  }

  /** As an IPv6 address with all its groups: {@code fe80:0:0:0:2:c903:0:1}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int group = 0; group < 8; group++) {
      long half = group < 4 ? prefix : interfaceId;
      text.append(group == 0 ? "" : ":")
          .append(Integer.toHexString((int) (half >>> (48 - 16 * (group & 3))) & 0xFFFF));
    }
    return text.toString();
  }
}
