package io.dateline.sm.cluster;

import akka.cluster.ClusterEvent.CurrentClusterState;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The members of the cluster, as this node sees them now.
 *
 * @param selfNode this node's address, such as {@code akka://dateline@10.0.0.1:7172}
 * @param members of all statuses, by address
 * @param unreachable those of them that this node or another one gets no sign of life from
 * @param leader address of the one that lets members in, null without one
 * @param oldest address of the one whose node has the subnet manager, null without one
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MemberReport(
    String selfNode,
    List<OneMember> members,
    List<Unreachable> unreachable,
    String leader,
    String oldest) {
  /**
   * A member.
   *
   * @param nodeUid differs from one start of a node to the next
   * @param status as Akka calls it: {@code Joining}, {@code Up}, {@code Leaving} and so on
   */
  public record OneMember(String node, String nodeUid, String status, Collection<String> roles) {}

  /** A member that gives no sign of life. */
  public record Unreachable(String node) {}

  /** As a member sees it. */
  public static MemberReport of(Cluster cluster) {
    CurrentClusterState state = cluster.state();
    return new MemberReport(
        cluster.selfMember().address().toString(),
        stream(state.getMembers()).map(MemberReport::member).toList(),
        state.getUnreachable().stream()
            .map(member -> new Unreachable(member.address().toString()))
            .toList(),
        state.getLeader() == null ? null : state.getLeader().toString(),
        stream(state.getMembers())
            .filter(member -> member.status() == MemberStatus.up())
            .reduce((one, other) -> one.isOlderThan(other) ? one : other)
            .map(member -> member.address().toString())
            .orElse(null));
  }

  private static Stream<Member> stream(Iterable<Member> members) {
    return StreamSupport.stream(members.spliterator(), false);
  }

  private static OneMember member(Member member) {
    SortedSet<String> roles = new TreeSet<>(member.getRoles());
    return new OneMember(
        member.address().toString(),
        Long.toString(member.uniqueAddress().longUid()),
        member.status().toString(),
        roles);
  }
}
