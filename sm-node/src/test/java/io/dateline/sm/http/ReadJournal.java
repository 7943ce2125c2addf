package io.dateline.sm.http;

import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.replica.SubnetReplica.CaughtUp;
import io.dateline.sm.state.SubnetState;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A journal that has been read. */
final class ReadJournal {
  private ReadJournal() {}

  static JournalReads of(SubnetState subnet) {
    return of(subnet, true);
  }

  /** As the other. */
  static JournalReads of(SubnetState subnet, boolean isCurrent) {
    return of(new CaughtUp(new ReplicaView(1, subnet, ReplicatedTables.EMPTY), isCurrent));
  }

  static JournalReads of(CaughtUp read) {
    return of(read, Optional.empty());
  }

  /**
   * As the others.
   *
   * @param role of a subnet manager that leaves the subnet to another one
   */
  static JournalReads of(CaughtUp read, Optional<String> role) {
    return new JournalReads(
        () -> CompletableFuture.completedStage(read),
        () -> CompletableFuture.completedStage(role),
        Runnable::run);
  }
}
