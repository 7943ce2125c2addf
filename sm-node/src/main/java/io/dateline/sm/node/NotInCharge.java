package io.dateline.sm.node;

import io.dateline.sm.cluster.ClusterSight;
import io.dateline.sm.cluster.MemberFacts;
import io.dateline.sm.http.StatusBoard;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.subnet.SubnetView;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Why an order to the one that manages the subnet cannot be given at this node. */
final class NotInCharge {
  private NotInCharge() {}

  /** The role of the cluster's subnet manager, where it leaves the subnet to another one. */
  static CompletionStage<Optional<String>> otherManager(ClusterSight cluster) {
    return cluster
        .manager()
        .thenApply(node -> node.map(MemberFacts::role).filter(SubnetStatus::isLeftToOther));
  }

  /** What this node knows of the subnet, while it answers for it. */
  static Optional<SubnetView> view(SmStanding standing, StatusBoard board) {
    return standing.answersQuestions() ? board.view() : Optional.empty();
  }

  /**
   * The sentence; nothing where this node manages the subnet.
   *
   * @param oldest HOST:PORT of the node that the cluster's subnet manager is at
   */
  static Optional<String> why(
      SmStanding standing, StatusBoard board, Supplier<Optional<String>> oldest) {
    if (standing.isInCharge()) {
      return Optional.empty();
    }
    return Optional.of(sentence(board.manager().map(SubnetStatus::role), oldest));
  }

  /**
   * Why.
   *
   * @param role of the subnet manager that is, or was, on this node
   */
  static String sentence(Optional<String> role, Supplier<Optional<String>> oldest) {
    return "this node does not manage the subnet: "
        + role.filter(known -> !known.equals(SubnetStatus.RETIRED))
            .orElseGet(() -> whereItIs(oldest.get()));
  }

  private static String whereItIs(Optional<String> oldest) {
    return oldest
        .map("the subnet manager is at %s; dateline cluster shows where it answers"::formatted)
        .orElse("there is no subnet manager yet");
  }
}
