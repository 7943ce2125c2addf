package io.dateline.sm.http;

import io.dateline.routing.actors.programmer.ReplicatedTables;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.replica.SubnetReplica.CaughtUp;
import io.dateline.sm.state.SubnetState;
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
    return new JournalReads(() -> CompletableFuture.completedStage(read), Runnable::run);
  }
}
