package io.dateline.sm.node;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process that a node runs in, which may be another's. */
interface OwnProcess {
  /** Ends it at once. */
  void halt(int exitCode);

  /** Has SIGHUP do something from now on. */
  void onHangUp(Runnable reaction);

  /** One that the node has for itself. */
  OwnProcess ITS_OWN =
      new OwnProcess() {
        @Override
        public void halt(int exitCode) {
          LastWords.halt(exitCode);
        }

        @Override
        public void onHangUp(Runnable reaction) {
          NodeSignals.take(reaction);
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
        public void onHangUp(Runnable reaction) {}
      };
}
