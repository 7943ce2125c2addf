package io.dateline.sm.http;

import java.util.LinkedHashSet;
import java.util.Optional;

/**
 * The places of connections, a bounded number; whichever comes when all are taken gets the place
 * that has been held longest. Several threads may use it.
 *
 * @param <H> what ends a connection
 */
final class Places<H> {
  private final int placesMax;
  private final LinkedHashSet<H> taken = new LinkedHashSet<>(); // guarded by this

  Places(int placesMax) {
    this.placesMax = placesMax;
  }

  /**
   * Gives a place to a connection.
   *
   * @return the connection that has lost its place to it
   */
  synchronized Optional<H> take(H connection) {
    taken.add(connection);
    if (taken.size() <= placesMax) {
      return Optional.empty();
    }
    return Optional.of(taken.removeFirst());
  }

  synchronized void leave(H connection) {
    taken.remove(connection);
  }

  synchronized int taken() {
    return taken.size();
  }
}
