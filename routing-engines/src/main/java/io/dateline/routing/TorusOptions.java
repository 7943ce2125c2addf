package io.dateline.routing;

import io.dateline.fabric.format.TorusConf;
import java.util.Objects;
import java.util.Optional;

/**
 * What torus-2QoS is told.
 *
 * @param conf what {@code torus_config} says, {@code torus-2QoS.conf}; empty where no file is named
 * @param qos whether lanes may be programmed at all ({@code qos}, {@code -Q})
 */
public record TorusOptions(Optional<TorusConf> conf, boolean qos) {
  public static final TorusOptions DEFAULTS = new TorusOptions(Optional.empty(), false);

  public TorusOptions {
    Objects.requireNonNull(conf);
  }
}
