package io.dateline.sm.manager.shell;

import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;

/**
 * The end of a node that was master and reads in the journal that another one is. Its cluster may
 * not tell it: it was voted out while it was paused, and when it woke the nodes that knew were
 * dead. It may not even have a manager any more, for its successor's request to hand over, sent
 * while it was paused, was waiting for it. So it leaves, and joins again as any node that starts.
 */
public final class Dethronement {
  private Dethronement() {}

  /** Leaves the cluster, which ends the process. */
  public static void leave(ActorSystem<?> system, String why) {
    system.log().error("This node was succeeded, and leaves its cluster: {}", why);
    Cluster cluster = Cluster.get(system);
    cluster.manager().tell(new Down(cluster.selfMember().address()));
  }
}
