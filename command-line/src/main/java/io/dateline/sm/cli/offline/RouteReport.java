package io.dateline.sm.cli.offline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.dateline.sm.options.Contender;
import java.util.List;
import java.util.Map;

/** What {@code route} says of its attempt, by the names that scripts read. */
sealed interface RouteReport {
  /**
   * What is known in any case.
   *
   * @param engine that routed, or refused last
   * @param status {@code routed} or {@code refused}
   * @param reason why engines refused, null where none did
   * @param fallbackFrom engines that refused before it
   * @param candidates those that were compared, null where none were
   */
  record Attempt(
      String engine,
      String status,
      String reason,
      List<String> fallbackFrom,
      @JsonInclude(JsonInclude.Include.NON_NULL) List<Contender> candidates,
      int switches,
      int endports,
      int lids) {}

  /**
   * There are tables.
   *
   * @param routeMillis of the engine alone
   * @param phasesMillis all of it, by what was done
   * @param deadlockFree whether no credit loop can form
   */
  record Routed(
      @JsonUnwrapped Attempt attempt,
      long routeMillis,
      Map<String, Long> phasesMillis,
      int vls,
      boolean deadlockFree,
      long lftEntries,
      List<String> warnings)
      implements RouteReport {}

  /** There are none. */
  record Refused(
      @JsonUnwrapped Attempt attempt, Map<String, Long> phasesMillis, List<String> warnings)
      implements RouteReport {}
}
