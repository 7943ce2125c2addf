package io.dateline.sm.node;

import io.dateline.sm.config.ClusterSettings;
import java.io.UncheckedIOException;
import java.net.BindException;

/** Tells in a sentence that the cluster's address cannot be listened at. */
final class TakenAddress {
  private TakenAddress() {}

  /** The failure of an actor system to start, in a sentence if that is why; else as it is. */
  static RuntimeException explain(RuntimeException failure, ClusterSettings cluster) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException bind) {
        return new UncheckedIOException(
            "%s:%d cannot be listened at for other nodes (dateline.cluster.host, .port): %s"
                .formatted(cluster.host(), cluster.port(), reason(bind)),
            bind);
      }
    }
    return failure;
  }

  /** Without the address, which the message of such an exception begins with. */
  private static String reason(BindException bind) {
    return String.valueOf(bind.getMessage()).replaceFirst("^\\[.*?] ", "");
  }
}
