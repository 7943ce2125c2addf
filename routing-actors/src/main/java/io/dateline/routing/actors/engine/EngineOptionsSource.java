package io.dateline.routing.actors.engine;

import io.dateline.routing.OptionsDigest;
import io.dateline.routing.RoutingOptions;
import java.util.Optional;

/** The options that a node's engines may compute with. Any thread may ask. */
public interface EngineOptionsSource {
  /** Those with this {@link OptionsDigest}; nothing where this node has others. */
  Optional<RoutingOptions> find(String digest);

  /** The digest of those in force. */
  String digest();

  /** A node that has the same ones for ever. */
  static EngineOptionsSource of(RoutingOptions options) {
    String own = OptionsDigest.of(options);
    return new EngineOptionsSource() {
      @Override
      public Optional<RoutingOptions> find(String digest) {
        return digest.equals(own) ? Optional.of(options) : Optional.empty();
      }

      @Override
      public String digest() {
        return own;
      }
    };
  }
}
