package io.dateline.fabric.generate;

import java.util.BitSet;

/**
 * A Slim Fly (Besta and Hoefler, SC14, section II-B): a McKay-Miller-Siran graph of diameter 2, as
 * Hafner constructs it over the integers modulo a prime q = 4w + d, d being 1 or -1. It has 2q²
 * switches of degree (3q - d)/2. With k the degree, its authors give each switch k/2 hosts.
 *
 * <pre>
 *   (0, x, y) - (0, x, y')   where y - y' is in X
 *   (1, m, c) - (1, m, c')   where c - c' is in X'
 *   (0, x, y) - (1, m, c)    where y = mx + c
 * </pre>
 */
record SlimFly(int q, int hosts) implements Shape {
  private static final int Q_MAX = 181; // of 2q² switches with LIDs

  static SlimFly of(long q, long hosts) {
    int prime = Sizes.within("Q", q, 3, Q_MAX);
    if (!isOddPrime(prime)) {
      throw new IllegalArgumentException("Q is %d, and must be an odd prime".formatted(prime));
    }
    return new SlimFly(prime, Sizes.within("hosts per switch", hosts, 0, Sizes.PORTS_MAX));
  }

  private static boolean isOddPrime(int number) {
    for (int factor = 2; factor * factor <= number; factor++) {
      if (number % factor == 0) {
        return false;
      }
    }
    return number % 2 == 1;
  }

  @Override
  public long switchCount() {
    return 2L * q * q;
  }

  @Override
  public long hostCount() {
    return Shape.times(switchCount(), hosts);
  }

  @Override
  public long switchPortsMax() {
    int d = q % 4 == 1 ? 1 : -1;
    return (3L * q - d) / 2 + hosts;
  }

  @Override
  public NetworkPlan plan() {
    NetworkPlan plan = new NetworkPlan();
    for (int part = 0; part < 2; part++) {
      for (int column = 0; column < q; column++) {
        for (int row = 0; row < q; row++) {
          plan.addSwitch("s_%d_%d_%d".formatted(part, column, row));
        }
      }
    }
    connectWithin(plan, 0, differences(false));
    connectWithin(plan, 1, differences(true));
    for (int x = 0; x < q; x++) {
      for (int y = 0; y < q; y++) {
        for (int m = 0; m < q; m++) {
          plan.connect(number(0, x, y), number(1, m, Math.floorMod(y - m * x, q)));
        }
      }
    }
    for (int node = 0; node < switchCount(); node++) {
      for (int host = 0; host < hosts; host++) {
        plan.addHost(node);
      }
    }
    return plan;
  }

  private int number(int part, int column, int row) {
    return (part * q + column) * q + row;
  }

  private void connectWithin(NetworkPlan plan, int part, BitSet differences) {
    for (int column = 0; column < q; column++) {
      for (int row = 0; row < q; row++) {
        for (int other = row + 1; other < q; other++) {
          if (differences.get(other - row)) {
            plan.connect(number(part, column, row), number(part, column, other));
          }
        }
      }
    }
  }

  /**
   * X, or X': powers of a primitive element. For q = 4w + 1 the even ones, or the odd ones. For q =
   * 4w - 1 the even ones below 2w - 1 and the odd ones from there on, or these times the element.
   * Both have, with each member, its negative.
   */
  private BitSet differences(boolean isSecond) {
    int generator = primitiveElement();
    int half = (q + 1) / 2; // 2w, where q = 4w - 1
    BitSet members = new BitSet();
    int power = isSecond ? generator : 1;
    for (int exponent = 0; exponent < q - 1; exponent++) {
      boolean isOdd = exponent % 2 == 1;
      if (q % 4 == 1 ? !isOdd : isOdd == (exponent >= half - 1)) {
        members.set(power);
      }
      power = power * generator % q;
    }
    return members;
  }

  /** The smallest number whose powers are all but 0. */
  private int primitiveElement() {
    for (int candidate = 2; candidate < q; candidate++) {
      int power = candidate;
      int order = 1;
      while (power != 1) {
        power = power * candidate % q;
        order++;
      }
      if (order == q - 1) {
        return candidate;
      }
    }
    throw new IllegalStateException(q + " is no odd prime");
  }
}
