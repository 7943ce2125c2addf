package io.dateline.sm.http;

import io.dateline.sm.config.ReloadAnswer;
import io.dateline.sm.dump.DumpAnswer;
import io.dateline.sm.manager.SweepAnswer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What obeys an operator's orders on a node.
 *
 * @param sweep has the subnet swept
 * @param reload has the node's settings read again
 * @param dump has the node write dumps; names of files, none for all
 */
public record NodeOrders(
    Sweep sweep,
    Supplier<CompletionStage<ReloadAnswer>> reload,
    Function<List<String>, CompletionStage<DumpAnswer>> dump) {
  /** Has the subnet swept. */
  public interface Sweep {
    /**
     * Orders it.
     *
     * @param reason for log and journal
     * @param areLidsReassigned whether all ports get LIDs anew
     */
    CompletionStage<SweepAnswer> order(String reason, boolean areLidsReassigned);
  }
}
