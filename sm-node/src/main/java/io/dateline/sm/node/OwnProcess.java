package io.dateline.sm.node;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process that a node runs in, which may be another's. */
interface OwnProcess {
  /** Ends it at once. */
  void halt(int exitCode);

  /**
   * Has SIGHUP do something from now on.
   *
   * @param sweep begins a heavy sweep; false where this node does not manage the subnet
   */
  void onHangUp(BooleanSupplier sweep);

  /** One that the node has for itself. */
  OwnProcess ITS_OWN =
      new OwnProcess() {
        @Override
        public void halt(int exitCode) {
          LastWords.halt(exitCode);
        }

        @Override
        public void onHangUp(BooleanSupplier sweep) {
          NodeSignals.take(sweep);
        }
      };

  /** One that is not to end with the node. */
  OwnProcess ANOTHERS =
      new OwnProcess() {
        private static final Logger LOG = LoggerFactory.getLogger(OwnProcess.class);

        @Override
        public void halt(int exitCode) {
          LOG.error("A node of its own process would have ended now, with {}", exitCode);
        }

        @Override
        public void onHangUp(BooleanSupplier sweep) {}
      };
}
