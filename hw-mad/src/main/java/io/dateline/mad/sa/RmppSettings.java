package io.dateline.mad.sa;

/**
 * Bounds of an RMPP transfer; the time between an event and {@code onTimeout} is the caller's.
 *
 * @param windowSegments segments a receiver lets come before it acknowledges them, 1 to {@link
 *     #WINDOW_MAX}
 * @param burstSegments segments a sender hands out at one event, 1 or more
 * @param retriesMax timeouts in a row that a sender answers by sending again
 * @param bytesMax data that a receiver accepts, in bytes
 */
public record RmppSettings(int windowSegments, int burstSegments, int retriesMax, int bytesMax) {
  /** Keeps what a receiver must hold for segments out of order small. */
  public static final int WINDOW_MAX = 1 << 16;

  public static final RmppSettings DEFAULT = new RmppSettings(64, 64, 5, 64 << 20);

  public RmppSettings {
    if (windowSegments < 1 || windowSegments > WINDOW_MAX || burstSegments < 1 || retriesMax < 0) {
      throw new IllegalArgumentException(
          "window %d, burst %d, retries %d".formatted(windowSegments, burstSegments, retriesMax));
    }
    if (bytesMax < 0 || bytesMax > 1 << 30) {
      throw new IllegalArgumentException("at most %d bytes, not %d".formatted(1 << 30, bytesMax));
    }
  }
}
