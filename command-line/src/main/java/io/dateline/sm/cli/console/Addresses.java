package io.dateline.sm.cli.console;

import java.net.InetSocketAddress;

/** Reads {@code HOST:PORT}. */
public final class Addresses {
  private Addresses() {}

  /**
   * Reads an address.
   *
   * @param option it was given with
   * @throws BadInput if it is none, or the host is unknown
   */
  public static InetSocketAddress parse(String option, String text) {
    int colon = text.lastIndexOf(':');
    int port = -1;
    try {
      port = Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException e) {
      // said below
    }
    if (colon <= 0 || port < 1 || port > 65_535) {
      throw new BadInput(
          "%s takes HOST:PORT with a port from 1 to 65535, not '%s'".formatted(option, text));
    }
    InetSocketAddress address = new InetSocketAddress(text.substring(0, colon), port);
    if (address.isUnresolved()) {
      throw new BadInput("%s: host '%s' is unknown".formatted(option, text.substring(0, colon)));
    }
    return address;
  }
}
