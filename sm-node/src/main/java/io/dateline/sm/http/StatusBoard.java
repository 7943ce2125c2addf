package io.dateline.sm.http;

import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.subnet.SubnetView;
import java.util.Optional;

/** The newest status and view, written by the subnet manager and read by whoever asks. */
public final class StatusBoard {
  private final SaCounters saCounters;
  private volatile SubnetStatus status;
  private volatile SubnetView view;

  public StatusBoard(SaCounters saCounters) {
    this.saCounters = saCounters;
  }

  public void status(SubnetStatus newest) {
    status = newest;
  }

  public void view(SubnetView newest) {
    view = newest;
  }

  /** Empty until this node's subnet manager has begun. */
  Optional<NodeStatus> status() {
    return Optional.ofNullable(status).map(newest -> new NodeStatus(newest, saCounters.seen()));
  }

  /** Empty until the subnet has come up under this node. */
  Optional<SubnetView> view() {
    return Optional.ofNullable(view);
  }
}
