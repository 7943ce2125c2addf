package io.dateline.persistence.stored;

import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@link RoutingPlanned}, version 1.
 *
 * @param refusals was appended later, null in events that were written before; a line {@code
 *     engine: reason} for each
 * @param memoryDigest was appended later; null in events that were written before
 * @param comparedAt generation, was appended later; 0 in events that were written before
 * @param candidates see {@link StoredComparison}, was appended later; null likewise
 * @param elsewhere engines that other nodes tried, was appended later; null likewise
 * @param leftOut nodes, was appended later; null likewise
 * @param busiestAnew was appended later; 0 in events that were written before
 */
public record StoredRoutingPlanned(
    long generation,
    long topologyId,
    String engine,
    String options,
    String digest,
    int switches,
    int endPorts,
    String reason,
    long atMs,
    String refusals,
    String memoryDigest,
    long comparedAt,
    String candidates,
    String elsewhere,
    String leftOut,
    long busiestAnew) {
  private static final String BETWEEN = ": ";

  public static StoredRoutingPlanned of(RoutingPlanned event) {
    return new StoredRoutingPlanned(
        event.generation(),
        event.topologyId(),
        event.engine(),
        event.options(),
        event.digest(),
        event.switches(),
        event.endPorts(),
        event.reason(),
        event.atMs(),
        event.refusals().stream()
            .map(refusal -> refusal.engine() + BETWEEN + Appended.line(refusal.reason()))
            .collect(Collectors.joining("\n")),
        event.memoryDigest(),
        event.comparison().generation(),
        StoredComparison.text(event.comparison()),
        StoredComparison.elsewhere(event.comparison()),
        StoredComparison.leftOut(event.comparison()),
        event.busiestAnew());
  }

  public RoutingPlanned toEvent() {
    List<Refusal> told =
        Appended.text(refusals).lines().map(StoredRoutingPlanned::refusal).toList();
    return new RoutingPlanned(
        generation,
        topologyId,
        engine,
        options,
        digest,
        switches,
        endPorts,
        reason,
        atMs,
        told,
        Appended.text(memoryDigest),
        StoredComparison.comparison(comparedAt, candidates, elsewhere, leftOut),
        busiestAnew);
  }

  private static Refusal refusal(String line) {
    int end = line.indexOf(BETWEEN);
    return end < 0
        ? new Refusal(line, "")
        : new Refusal(line.substring(0, end), line.substring(end + BETWEEN.length()));
  }
}
