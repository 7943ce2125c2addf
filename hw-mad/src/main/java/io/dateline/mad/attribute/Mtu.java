package io.dateline.mad.attribute;

/** The MTU codes of PortInfo, PathRecord and MCMemberRecord (IBA Vol 1, 14.2.5.6): 1 to 5. */
public final class Mtu {
  public static final int MTU_256 = 1;
  public static final int MTU_512 = 2;
  public static final int MTU_1024 = 3;
  public static final int MTU_2048 = 4;
  public static final int MTU_4096 = 5;

  private Mtu() {}

  public static boolean isValid(int code) {
    return code >= MTU_256 && code <= MTU_4096;
  }

  /**
   * Payload bytes of a code.
   *
   * @throws IllegalArgumentException if the code is none
   */
  public static int bytes(int code) {
    if (!isValid(code)) {
      throw new IllegalArgumentException("no MTU code: " + code);
    }
    return 128 << code;
  }

  /**
   * The code of 256, 512, 1024, 2048 or 4096 bytes.
   *
   * @throws IllegalArgumentException for any other number
   */
  public static int code(int bytes) {
    for (int code = MTU_256; code <= MTU_4096; code++) {
      if (bytes(code) == bytes) {
        return code;
      }
    }
    throw new IllegalArgumentException("no MTU: " + bytes + " bytes");
  }
}
