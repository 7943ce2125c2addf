package io.dateline.mad.transport;

/**
 * How patient and how busy an exchange is.
 *
 * @param timeoutMs wait for an answer to each try, 1 to 60,000
 * @param retries tries after the first, 0 to 100
 * @param portWindow requests on the wire at once, 1 to 4,096
 * @param targetWindow of these to one target, 1 to {@code portWindow}
 * @param queueMax requests not yet ended, on the wire or waiting, at least {@code portWindow}; more
 *     are rejected. A waiting request costs about 0.5 KB
 * @param busyPauseMs wait before a target that said it was busy is asked again, 1 to 60,000
 * @param busyRetries how often, 0 to 1,000; then "busy" is the answer
 */
public record ExchangeSettings(
    int timeoutMs,
    int retries,
    int portWindow,
    int targetWindow,
    int queueMax,
    int busyPauseMs,
    int busyRetries) {
  public static final int PORT_WINDOW_MAX = 4096;

  public static final ExchangeSettings DEFAULT =
      new ExchangeSettings(200, 3, 64, 8, 4_000_000, 50, 20);

  public ExchangeSettings {
    check("timeoutMs", timeoutMs, 1, 60_000);
    check("retries", retries, 0, 100);
    check("portWindow", portWindow, 1, PORT_WINDOW_MAX);
    check("targetWindow", targetWindow, 1, portWindow);
    check("queueMax", queueMax, portWindow, Integer.MAX_VALUE);
    check("busyPauseMs", busyPauseMs, 1, 60_000);
    check("busyRetries", busyRetries, 0, 1_000);
  }

  public ExchangeSettings withPatience(int newTimeoutMs, int newRetries) {
    return new ExchangeSettings(
        newTimeoutMs, newRetries, portWindow, targetWindow, queueMax, busyPauseMs, busyRetries);
  }

  public ExchangeSettings withWindows(int newPortWindow, int newTargetWindow) {
    return new ExchangeSettings(
        timeoutMs, retries, newPortWindow, newTargetWindow, queueMax, busyPauseMs, busyRetries);
  }

  public ExchangeSettings withQueueMax(int newQueueMax) {
    return new ExchangeSettings(
        timeoutMs, retries, portWindow, targetWindow, newQueueMax, busyPauseMs, busyRetries);
  }

  public ExchangeSettings withBusy(int newBusyPauseMs, int newBusyRetries) {
    return new ExchangeSettings(
        timeoutMs, retries, portWindow, targetWindow, queueMax, newBusyPauseMs, newBusyRetries);
  }

  private static void check(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s is %d, must be %d to %d".formatted(name, value, min, max));
    }
  }
}
