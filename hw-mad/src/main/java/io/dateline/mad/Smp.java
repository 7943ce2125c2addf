package io.dateline.mad;

import java.util.Arrays;

/** Makes subnet management packets (IBA Vol 1, 14.2.1). */
public final class Smp {
  private Smp() {}

  /** A directed-route Get. */
  public static Mad get(DirectedRoute route, int attributeId, int modifier, long mKey) {
    return directed(route, Mad.GET, attributeId, modifier, mKey);
  }

  /** A directed-route Set of an attribute of up to 64 bytes, copied from {@code data}. */
  public static Mad set(
      DirectedRoute route, int attributeId, int modifier, long mKey, byte[] data) {
    Mad mad = directed(route, Mad.SET, attributeId, modifier, mKey);
    System.arraycopy(data, 0, mad.bytes(), Mad.SMP_DATA, data.length);
    return mad;
  }

  /** A LID-routed SMP of any method, without data. */
  public static Mad lidRouted(int method, int attributeId, int modifier, long mKey) {
    return new Mad().header(Mad.CLASS_SUBN_LID, 1, method, attributeId, modifier).mKey(mKey);
  }

  private static Mad directed(
      DirectedRoute route, int method, int attributeId, int modifier, long mKey) {
    return new Mad()
        .header(Mad.CLASS_SUBN_DIRECTED, 1, method, attributeId, modifier)
        .mKey(mKey)
        .route(route);
  }

  /** The 64 bytes of an SMP's attribute, copied. */
  public static byte[] data(Mad smp) {
    return Arrays.copyOfRange(smp.bytes(), Mad.SMP_DATA, Mad.SMP_DATA + Mad.SMP_DATA_BYTES);
  }
}
