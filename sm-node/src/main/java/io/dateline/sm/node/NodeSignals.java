package io.dateline.sm.node;

import java.lang.reflect.Proxy;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals that OpenSM's users send. SIGHUP has the subnet swept, SIGUSR1 does no harm: without a
 * handler either would end the process.
 */
final class NodeSignals {
  private static final Logger LOG = LoggerFactory.getLogger(NodeSignals.class);

  private NodeSignals() {}

  /**
   * Takes them from now on, in the whole process.
   *
   * @param sweep begins a heavy sweep; false where this node does not manage the subnet
   */
  static void take(BooleanSupplier sweep) {
    handle(
        "HUP",
        () -> {
          if (!sweep.getAsBoolean()) {
            LOG.info("SIGHUP: this node does not manage the subnet, nothing is swept");
          }
        });
    handle("USR1", () -> LOG.info("SIGUSR1: the log goes to standard error, nothing is reopened"));
  }

  /**
   * By reflection: the compiler warns of the class, which every JVM has, and nothing else does it.
   */
  private static void handle(String name, Runnable then) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object proxy =
          Proxy.newProxyInstance(
              NodeSignals.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) -> {
                then.run();
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      LOG.warn("SIG{} would end this process: {}", name, e.toString());
    }
  }
}
