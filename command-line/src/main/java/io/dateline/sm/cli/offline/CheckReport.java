package io.dateline.sm.cli.offline;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Routing;
import io.dateline.fabric.judge.AvoidableChanges;
import io.dateline.fabric.judge.Delivery;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.TableComparison;
import io.dateline.fabric.judge.Verdict;
import io.dateline.routing.chain.StepPart;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What {@code check} says of tables, by the names that scripts and people read.
 *
 * @param disconnected pairs that no cables join; they are undelivered, too
 * @param cycle a credit loop, where one can form
 * @param cycleSteps steps of a chain with cables on it; null where no chain is given
 * @param nonMinimal pairs that take more hops than there could be
 * @param withoutLid end ports that a cable leads to, and no table
 * @param unsound why the check fails
 * @param steps of a chain, but the first one; null where none is given
 * @param against what has changed, null where nothing was to be compared
 */
record CheckReport(
    long pairs,
    long undelivered,
    long disconnected,
    List<String> undeliveredExamples,
    long loops,
    List<String> loopExamples,
    int vls,
    long channels,
    long dependencies,
    boolean deadlockFree,
    List<String> cycle,
    @JsonInclude(JsonInclude.Include.NON_NULL) Collection<String> cycleSteps,
    int hopsMax,
    double hopsMean,
    long nonMinimal,
    long loadMax,
    double loadMean,
    int withoutLid,
    List<String> unsound,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<Step> steps,
    @JsonInclude(JsonInclude.Include.NON_NULL) Changes against,
    List<String> warnings) {
  /**
   * Forwarding entries that are others than before.
   *
   * @param entries that were compared
   * @param avoidable those to adapters whose port of before is still as near
   * @param switches that have other entries
   * @param blocks that have other entries
   */
  record Changes(
      long entries,
      long changed,
      long avoidable,
      long avoidableToSwitches,
      long added,
      long removed,
      int switches,
      int blocks) {
    static Changes of(TableComparison comparison, AvoidableChanges avoidable) {
      return new Changes(
          comparison.entries(),
          comparison.changed(),
          avoidable.toAdapters(),
          avoidable.toSwitches(),
          comparison.added(),
          comparison.removed(),
          comparison.switches(),
          comparison.blocks());
    }
  }

  /**
   * What the tables are in the part of a step.
   *
   * @param pairs of adapters that cables of the part join
   * @param within those whose path leaves the part nowhere
   */
  record Step(
      long id,
      String engine,
      long topology,
      int pathBit,
      int switches,
      int adapters,
      long pairs,
      long within) {
    static Step of(StepPart part) {
      Delivery delivery =
          Judge.judge(
                  part.fabric(),
                  part.lids(),
                  Routing.singleLane(part.step().engine(), part.tables()),
                  JudgeOptions.of(Scope.CHANNEL_ADAPTERS))
              .delivery();
      return new Step(
          part.step().id(),
          part.step().engine(),
          part.step().topology(),
          part.step().pathBit(),
          part.fabric().switchCount(),
          part.fabric().nodeCount() - part.fabric().switchCount(),
          delivery.caPairs() - delivery.disconnected(),
          delivery.caPairs() - delivery.caUndelivered());
    }
  }

  /** What {@code check} says of the tables of a chain beside. */
  record Steps(Collection<String> onCycle, List<Step> all) {
    static final Steps NONE = new Steps(null, null);
  }

  static CheckReport of(
      Fabric fabric,
      Verdict verdict,
      int withoutLid,
      List<String> unsound,
      Steps steps,
      Optional<Changes> against,
      List<String> warnings) {
    return new CheckReport(
        verdict.delivery().pairs(),
        verdict.delivery().undelivered(),
        verdict.delivery().disconnected(),
        verdict.delivery().examples().stream().map(pair -> pair.describe(fabric)).toList(),
        verdict.delivery().loops(),
        verdict.delivery().loopExamples().stream().map(loop -> loop.describe(fabric)).toList(),
        verdict.vls(),
        verdict.dependencies().channels(),
        verdict.dependencies().dependencies(),
        verdict.dependencies().acyclic(),
        verdict.dependencies().cycle().stream().map(lane -> lane.describe(fabric)).toList(),
        steps.onCycle(),
        verdict.hops().max(),
        verdict.hops().mean(),
        verdict.hops().nonMinimal(),
        verdict.loads().max(),
        verdict.loads().mean(),
        withoutLid,
        unsound,
        steps.all(),
        against.orElse(null),
        List.copyOf(warnings));
  }
}
