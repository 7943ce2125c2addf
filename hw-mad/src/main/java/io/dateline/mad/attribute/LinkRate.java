package io.dateline.mad.attribute;

import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;

/**
 * The rate codes of PathRecord and MCMemberRecord (IBA Vol 1, 15.2.5.16): one per product of width
 * and speed, 2 to 24. The codes are not in the order of the rates, so they are compared by {@link
 * #gbps} or walked with {@link #next} and {@link #previous}.
 */
public final class LinkRate {
  public static final int MIN_CODE = 2;
  public static final int MAX_CODE = 24;

  /** No such code. */
  public static final int NONE = 0;

  /** Indexed by code; nominal Gb/s, 0 where there is no code. */
  private static final double[] GBPS = {
    0, 0, 2.5, 10, 30, 5, 20, 40, 60, 80, 120, 14, 56, 112, 168, 25, 100, 200, 300, 28, 50, 400,
    600, 800, 1200
  };

  /** Codes in the order of their rates. */
  private static final int[] ASCENDING = {
    2, 5, 3, 11, 6, 15, 19, 4, 7, 20, 12, 8, 9, 16, 13, 10, 14, 17, 18, 21, 22, 23, 24
  };

  private LinkRate() {}

  public static boolean isValid(int code) {
    return code >= MIN_CODE && code <= MAX_CODE;
  }

  /**
   * Nominal Gb/s of a code.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static double gbps(int code) {
    if (!isValid(code)) {
      throw new IllegalArgumentException("no rate code: " + code);
    }
    return GBPS[code];
  }

  /** The code of the slower of two. */
  public static int slower(int code, int other) {
    return gbps(code) <= gbps(other) ? code : other;
  }

  /** The code of the next higher rate, {@link #NONE} after the highest. */
  public static int next(int code) {
    int index = indexOf(code) + 1;
    return index < ASCENDING.length ? ASCENDING[index] : NONE;
  }

  /** The code of the next lower rate, {@link #NONE} before the lowest. */
  public static int previous(int code) {
    int index = indexOf(code) - 1;
    return index >= 0 ? ASCENDING[index] : NONE;
  }

  /**
   * The code of a link; of one faster than any code (8x and 12x XDR) the highest code. FDR10 counts
   * as QDR, for which it has no codes of its own.
   */
  public static int of(LinkWidth width, LinkSpeed speed) {
    double gbps = width.lanes() * nominalLaneGbps(speed);
    int code = MIN_CODE;
    for (int candidate : ASCENDING) {
      if (GBPS[candidate] <= gbps) {
        code = candidate;
      }
    }
    return code;
  }

  private static int indexOf(int code) {
    for (int index = 0; index < ASCENDING.length; index++) {
      if (ASCENDING[index] == code) {
        return index;
      }
    }
    throw new IllegalArgumentException("no rate code: " + code);
  }

  private static double nominalLaneGbps(LinkSpeed speed) {
    return switch (speed) {
      case SDR -> 2.5;
      case DDR -> 5;
      case QDR, FDR10 -> 10;
      case FDR -> 14;
      case EDR -> 25;
      case HDR -> 50;
      case NDR -> 100;
      case XDR -> 200;
    };
  }
}
