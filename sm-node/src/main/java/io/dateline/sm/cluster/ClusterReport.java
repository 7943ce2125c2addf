package io.dateline.sm.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * The nodes of the cluster, those that are not there among them.
 *
 * @param selfNode HOST:PORT of the node that was asked
 * @param nodes in the order of {@code dateline.cluster.nodes}
 */
public record ClusterReport(String selfNode, List<Node> nodes) {
  /** Of a node that is not a member. */
  public static final String ABSENT = "absent";

  /** Of a member that gives no sign of life. */
  public static final String UNREACHABLE = "unreachable";

  /**
   * A node.
   *
   * @param node HOST:PORT, where the others reach it
   * @param status as Akka calls it, in small letters: {@code joining}, {@code up}, {@code leaving}
   *     and so on; or {@link #ABSENT}, {@link #UNREACHABLE}
   * @param silent why it says nothing of itself; null where it does
   * @param facts that it says; null where it says nothing
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Node(String node, String status, String silent, @JsonUnwrapped MemberFacts facts) {}
}
