package io.dateline.sm.node;

import io.dateline.sm.log.NodeLog;
import java.io.IOException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals that OpenSM's users send. SIGHUP has settings read again and the subnet swept, SIGUSR1
 * has the log's file opened anew: without a handler either would end the process.
 */
final class NodeSignals {
  private static final Logger LOG = LoggerFactory.getLogger(NodeSignals.class);

  private NodeSignals() {}

  /**
   * Takes them from now on, in the whole process.
   *
   * @param onHangUp what SIGHUP does
   */
  static void take(Runnable onHangUp) {
    handle("HUP", onHangUp);
    handle("USR1", NodeSignals::reopenLog);
  }

  private static void reopenLog() {
    try {
      NodeLog.reopen()
          .ifPresentOrElse(
              file -> LOG.info("SIGUSR1: the log goes on in {}", file),
              () -> LOG.info("SIGUSR1: the log goes to standard error, nothing is reopened"));
    } catch (IOException e) {
      LOG.error("SIGUSR1: the log's file cannot be opened anew: {}", e.toString());
    }
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
      Object before =
          signal
              .getMethod("handle", signal, handler)
              .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
      if (before.equals(handler.getField("SIG_IGN").get(null))) {
        // The JVM leaves it at that, for SIGHUP.
        LOG.warn("SIG{} is ignored, for this process was started so, as by nohup", name);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      LOG.warn("SIG{} would end this process: {}", name, e.toString());
    }
  }
}
