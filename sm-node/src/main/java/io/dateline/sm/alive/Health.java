package io.dateline.sm.alive;

/**
 * How a node is.
 *
 * @param isAlive whether all parts of it give signs of life
 * @param isReady whether it manages the subnet, or could take over
 * @param reason why it is not; empty where it is
 */
public record Health(boolean isAlive, boolean isReady, String reason) {
  public static Health ready() {
    return new Health(true, true, "");
  }

  public static Health notReady(String reason) {
    return new Health(true, false, reason);
  }

  public static Health dead(String reason) {
    return new Health(false, false, reason);
  }
}
