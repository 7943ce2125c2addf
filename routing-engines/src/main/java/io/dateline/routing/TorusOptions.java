package io.dateline.routing;

import io.dateline.fabric.format.TorusConf;
import java.util.Objects;
import java.util.Optional;

/**
 * What torus-2QoS is told.
 *
 * @param conf what {@code torus_config} says, {@code torus-2QoS.conf}; empty where no file is named
 * @param qos whether lanes may be programmed at all ({@code qos}, {@code -Q})
 * @param dataVls the most data VLs that a port is given, whatever it could have ({@code
 *     max_op_vls}), 1 to 15
 */
public record TorusOptions(Optional<TorusConf> conf, boolean qos, int dataVls) {
  public static final int DATA_VLS_MAX = 15;
  public static final TorusOptions DEFAULTS =
      new TorusOptions(Optional.empty(), false, DATA_VLS_MAX);

  public TorusOptions {
    Objects.requireNonNull(conf);
    if (dataVls < 1 || dataVls > DATA_VLS_MAX) {
      throw new IllegalArgumentException("ports have 1 to 15 data VLs, not " + dataVls);
    }
  }
}
