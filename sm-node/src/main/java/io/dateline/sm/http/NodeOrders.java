package io.dateline.sm.http;

import io.dateline.persistence.event.RunTimePartition;
import io.dateline.sm.config.ReloadAnswer;
import io.dateline.sm.dump.DumpAnswer;
import io.dateline.sm.manager.PartitionAnswer;
import io.dateline.sm.manager.SweepAnswer;
import io.dateline.sm.manager.SweepWish;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What obeys an operator's orders on a node.
 *
 * @param sweep has the subnet swept
 * @param reload has the node's settings read again
 * @param partition has ports given to a partition, or taken back
 * @param dump has the node write dumps; names of files, none for all
 */
public record NodeOrders(
    Sweep sweep,
    Supplier<CompletionStage<ReloadAnswer>> reload,
    Partitioning partition,
    Function<List<String>, CompletionStage<DumpAnswer>> dump) {
  /** Has partitions changed. */
  public interface Partitioning {
    /**
     * Orders it.
     *
     * @param changes ports, and what they are to be from now on
     * @param reason for log and journal
     */
    CompletionStage<PartitionAnswer> order(RunTimePartition changes, String reason);
  }

  /** Has the subnet swept. */
  public interface Sweep {
    /**
     * Orders it.
     *
     * @param reason for log and journal
     * @param wish what else it is to do
     */
    CompletionStage<SweepAnswer> order(String reason, SweepWish wish);
  }
}
