package io.dateline.sm.cluster;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.ClusterEvent.CurrentClusterState;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import io.dateline.sm.config.NodeAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.StreamSupport;

/** Asks all nodes of the cluster how they are, side by side. Any thread may look. */
public final class ClusterSight {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ActorSystem<?> system;
  private final List<NodeAddress> nodes;

  /**
   * A node's sight.
   *
   * @param nodes of {@code dateline.cluster.nodes}
   */
  public ClusterSight(ActorSystem<?> system, List<NodeAddress> nodes) {
    this.system = system;
    this.nodes = nodes;
  }

  /** What they say within two seconds. */
  public CompletionStage<ClusterReport> look() {
    Cluster cluster = Cluster.get(system);
    CurrentClusterState state = cluster.state();
    Map<String, CompletableFuture<ClusterReport.Node>> answers = new LinkedHashMap<>();
    for (NodeAddress node : nodes) {
      String name = node.toString();
      answers.put(
          name,
          CompletableFuture.completedFuture(
              new ClusterReport.Node(name, ClusterReport.ABSENT, "it is no member", null)));
    }
    StreamSupport.stream(state.getMembers().spliterator(), false)
        .sorted(Member.ageOrdering())
        .forEach(
            member ->
                answers.put(name(member), ask(member, state.getUnreachable().contains(member))));
    List<CompletableFuture<ClusterReport.Node>> all = new ArrayList<>(answers.values());
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenApply(
            done ->
                new ClusterReport(
                    name(cluster.selfMember()),
                    all.stream().map(CompletableFuture::join).toList()));
  }

  /** What the node of the cluster's subnet manager says of itself; empty where it says nothing. */
  public CompletionStage<Optional<MemberFacts>> manager() {
    CurrentClusterState state = Cluster.get(system).state();
    return StreamSupport.stream(state.getMembers().spliterator(), false)
        .filter(member -> member.status() == MemberStatus.up())
        .min(Member.ageOrdering())
        .map(oldest -> ask(oldest, state.getUnreachable().contains(oldest)))
        .orElseGet(() -> CompletableFuture.completedFuture(null))
        .thenApply(node -> Optional.ofNullable(node).map(ClusterReport.Node::facts));
  }

  private CompletableFuture<ClusterReport.Node> ask(Member member, boolean isUnreachable) {
    if (isUnreachable) {
      return CompletableFuture.completedFuture(
          new ClusterReport.Node(
              name(member), ClusterReport.UNREACHABLE, "it gives no sign of life", null));
    }
    String status = member.status().toString().toLowerCase(Locale.ROOT);
    return AskPattern.ask(
            MemberDesk.at(system, member.address()),
            MemberDesk.Ask::new,
            PATIENCE,
            system.scheduler())
        .handle(
            (facts, failure) ->
                failure == null
                    ? new ClusterReport.Node(name(member), status, null, facts)
                    : new ClusterReport.Node(name(member), status, "it does not answer", null))
        .toCompletableFuture();
  }

  private static String name(Member member) {
    return member.address().hostPort().replaceFirst(".*@", "");
  }
}
