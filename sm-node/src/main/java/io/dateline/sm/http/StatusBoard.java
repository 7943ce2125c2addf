package io.dateline.sm.http;

import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.qos.QosPolicy;
import io.dateline.sm.replica.ReplicaStatus;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.subnet.SubnetView;
import java.util.Optional;
import java.util.function.Supplier;

/** The newest of what lives on this node, written by those who know it, read by whoever asks. */
public final class StatusBoard {
  private final SaCounters saCounters;
  private final Supplier<Optional<String>> oldestNode;
  private final NodeStatus.Policy policy; // null without one
  private final QuotaStatus.Source quotas;
  private volatile SubnetStatus status;
  private volatile SubnetView view;
  private volatile ReplicaStatus replica;
  private volatile JournalSize journal;

  /**
   * A board of one node.
   *
   * @param oldestNode HOST:PORT of the oldest one of the cluster
   * @param policy of quality of service that this node has read
   * @param quotas knows what ports were refused
   */
  public StatusBoard(
      SaCounters saCounters,
      Supplier<Optional<String>> oldestNode,
      Optional<QosPolicy> policy,
      QuotaStatus.Source quotas) {
    this.saCounters = saCounters;
    this.oldestNode = oldestNode;
    this.quotas = quotas;
    this.policy =
        policy.map(it -> new NodeStatus.Policy(it.rules().size(), it.digest())).orElse(null);
  }

  public void status(SubnetStatus newest) {
    status = newest;
  }

  public void view(SubnetView newest) {
    view = newest;
  }

  public void replica(ReplicaStatus newest) {
    replica = newest;
  }

  public void journal(JournalSize newest) {
    journal = newest;
  }

  /** Empty until this node's subnet manager or its replica has begun. */
  Optional<NodeStatus> status() {
    return status == null && replica == null
        ? Optional.empty()
        : Optional.of(
            new NodeStatus(
                status,
                saCounters.seen(),
                quotas.now(),
                journal,
                replica,
                oldestNode.get().orElse(null),
                policy));
  }

  /** Empty until a routing was planned, or gone on with, under this node. */
  Optional<SubnetView> view() {
    return Optional.ofNullable(view);
  }
}
