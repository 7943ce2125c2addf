package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import java.util.Set;

/**
 * The ports of this cluster's nodes, by port GUID.
 *
 * @param members of those that are members now
 * @param former of all that ever were while this node was one: a node that was given up may still
 *     live, and say that it is master, until it notices
 * @param hosts of those that programmers may live on; empty while a member is of a version that
 *     cannot have any
 * @param triers of those that compute tables for the master, too: a member of another version is
 *     none, for its engines may be others
 * @param elderEnd how the last one ended that was older than this node, in a sentence; empty where
 *     there was none
 */
public record Peers(
    Set<Long> members, Set<Long> former, Set<Long> hosts, Set<Long> triers, String elderEnd) {
  /** Of a cluster in which no node has ended. */
  public Peers(Set<Long> members, Set<Long> former) {
    this(members, former, Set.of(), Set.of(), "");
  }

  /**
   * Whether a subnet manager is a node of this cluster, or was. On a former node's port another
   * subnet manager may run now: it is told by a priority that is not the cluster's.
   */
  boolean include(SmInfo manager, int priority) {
    return members.contains(manager.guid())
        || (former.contains(manager.guid()) && manager.priority() == priority);
  }
}
