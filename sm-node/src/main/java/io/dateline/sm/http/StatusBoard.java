package io.dateline.sm.http;

import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.subnet.SubnetView;
import java.util.Optional;

/** The newest status and view, written by the subnet manager and read by whoever asks. */
public final class StatusBoard {
  private volatile SubnetStatus status;
  private volatile SubnetView view;

  public void status(SubnetStatus newest) {
    status = newest;
  }

  public void view(SubnetView newest) {
    view = newest;
  }

  /** Empty until this node's subnet manager has begun. */
  public Optional<SubnetStatus> status() {
    return Optional.ofNullable(status);
  }

  /** Empty until the subnet has come up under this node. */
  public Optional<SubnetView> view() {
    return Optional.ofNullable(view);
  }
}
