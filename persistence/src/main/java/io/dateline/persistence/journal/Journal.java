package io.dateline.persistence.journal;

import com.typesafe.config.Config;

/**
 * A journal that is ready for an actor system.
 *
 * @param config to start the actor system with
 * @param directory held until {@link #close}
 */
public record Journal(Config config, StateDirectory directory) implements AutoCloseable {
  /** Lets go of the state directory. Call it when the actor system has terminated. */
  @Override
  public void close() {
    directory.close();
  }
}
