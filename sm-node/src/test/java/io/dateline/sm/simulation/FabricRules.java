package io.dateline.sm.simulation;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidsId;
import io.dateline.persistence.event.FabricChange;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.FabricFound;
import io.dateline.persistence.event.SubnetEvent.LidsAssigned;
import io.dateline.persistence.event.SubnetEvent.LidsReleased;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.routing.actors.generation.FabricGeneration;
import io.dateline.sm.graph.FabricBook;
import java.util.Arrays;
import java.util.Optional;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.assertj.core.internal.ConfigurableRecursiveFieldByFieldComparator;

/**
 * Watches what is journaled of fabrics. When a routing is planned, the fabric and LIDs that it was
 * computed for are in the journal already: events alone give them, on any node. No fabric is
 * journaled twice, and none is told with the LIDs of a later sweep.
 */
final class FabricRules {
  private static final ConfigurableRecursiveFieldByFieldComparator COMPARISON = comparison();

  private final SimulatedJournal journal;
  private FabricBook book = FabricBook.EMPTY; // of events alone
  private long lastPlanned; // generation
  private long plannedLids; // LidsId of that
  private String broken = "";

  FabricRules(SimulatedJournal journal) {
    this.journal = journal;
    journal.onEvent(this::take);
  }

  /** In all but LIDs that ports were found with, which no engine reads. */
  private static ConfigurableRecursiveFieldByFieldComparator comparison() {
    RecursiveComparisonConfiguration configuration = new RecursiveComparisonConfiguration();
    configuration.ignoreFields("lids", "lmcs");
    return new ConfigurableRecursiveFieldByFieldComparator(configuration);
  }

  /** The first rule that was broken, or an empty string. */
  String broken() {
    return broken;
  }

  private void take(Object writer, SubnetEvent event) {
    switch (event) {
      case FabricFound found -> found(found.change());
      case RoutingPlanned plan ->
          planned(plan, ((SimulatedNode) writer).generation(plan.generation()));
      case LidsAssigned assigned -> lidsChanged();
      case LidsReleased released -> lidsChanged();
      default -> {}
    }
  }

  private void lidsChanged() {
    Optional<FabricGeneration> read = journal.subnet().generation(lastPlanned);
    if (read.isPresent() && LidsId.of(read.get().lids()) != plannedLids) {
      fail("generation %d is told with LIDs of a later one", lastPlanned);
    }
  }

  private void found(FabricChange change) {
    if (change.digest().equals(book.digest())
        && Arrays.equals(change.withoutLids(), book.withoutLids())) {
      fail("generation %d tells the fabric that the journal has", change.generation());
    }
    book = book.with(change);
  }

  private void planned(RoutingPlanned plan, Optional<FabricGeneration> asked) {
    long number = plan.generation();
    Optional<FabricGeneration> read = journal.subnet().generation(number);
    if (asked.isEmpty() || read.isEmpty()) {
      fail("generation %d is planned and not known", number);
      return;
    }
    Fabric fabric = asked.get().fabric();
    if (book.changeTo(fabric, number, book.withoutLids()).isPresent()
        || COMPARISON.compare(read.get().fabric(), fabric) != 0
        || plan.topologyId() != read.get().topologyId()) {
      fail("generation %d is of another fabric than that of the journal", number);
    }
    lastPlanned = number;
    plannedLids = LidsId.of(asked.get().lids());
    if (LidsId.of(read.get().lids()) != plannedLids) {
      fail("generation %d has other LIDs than the journal", number);
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // the annotation is in no library that we have
  private void fail(String format, Object... arguments) {
    if (broken.isEmpty()) {
      broken = format.formatted(arguments);
    }
  }
}
