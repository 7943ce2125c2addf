package io.dateline.sm.cluster;

import akka.cluster.Member;
import java.util.concurrent.CompletionStage;

/** How the port of another member looks on the fabric, which no cut of its network hides. */
@FunctionalInterface
public interface PortSight {
  /** What a port says of the process behind it. */
  enum Sign {
    /** IsSM is set: the process that set it is there, though it may be stopped. */
    SHOWS_MANAGER,
    /** IsSM is clear: the operating system takes it off when the process ends. */
    HIDES_MANAGER,
    /** The port did not answer, or its place is not known. */
    UNKNOWN
  }

  /** Looks once; the stage never fails. */
  CompletionStage<Sign> look(Member member);
}
