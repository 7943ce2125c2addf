package io.dateline.sm.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dateline.fabric.Guid;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.persistence.event.SubnetEvent.RoutingPlanned.Refusal;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.state.SubnetState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * How a subnet was at a moment, in words.
 *
 * @param number of the last event before it, or of the one it is the moment of
 * @param time when that was written, in UTC
 * @param term 0 before the first
 * @param active the routing in the switches; null before the first
 * @param planned the one decided on but not yet active; null when there is none
 * @param nodes how many were known
 * @param lids by port GUID, ports that were not there included
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PastState(
    long number,
    String time,
    long term,
    Routed active,
    Routed planned,
    int nodes,
    List<Lids> lids) {

  /**
   * A routing.
   *
   * @param decided when, in UTC
   * @param activated when, in UTC; null when it is not active
   * @param fallbackReason why engines refused that were tried before; null when none did
   * @param digest SHA-256 of its tables
   * @param why it was needed
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Routed(
      long generation,
      String engine,
      String fallbackReason,
      String options,
      String digest,
      int switches,
      int endPorts,
      String decided,
      String activated,
      String why) {
    private static Routed of(RoutingPlanned plan, String activated) {
      return new Routed(
          plan.generation(),
          plan.engine(),
          plan.refusals().isEmpty() ? null : Refusal.inWords(plan.refusals()),
          plan.options(),
          plan.digest(),
          plan.switches(),
          plan.endPorts(),
          Instant.ofEpochMilli(plan.atMs()).toString(),
          activated,
          plan.reason());
    }
  }

  /** The LIDs of an end port, first and last. */
  public record Lids(String portGuid, int lidMin, int lidMax) {}

  public static PastState of(Past past) {
    SubnetState subnet = past.subnet();
    RoutingPlanned active = subnet.active();
    RoutingPlanned planned = subnet.planned();
    boolean isPending =
        planned != null && (active == null || planned.generation() != active.generation());
    return new PastState(
        past.moment().number(),
        Instant.ofEpochMilli(past.moment().writtenMs()).toString(),
        subnet.term(),
        active == null
            ? null
            : Routed.of(active, Instant.ofEpochMilli(subnet.activation().atMs()).toString()),
        isPending ? Routed.of(planned, null) : null,
        subnet.nodes().size(),
        lids(subnet.lids()));
  }

  private static List<Lids> lids(LidBook book) {
    List<Lids> lids = new ArrayList<>(book.size());
    for (long guid : book.portGuids()) {
      int base = book.baseLid(guid);
      lids.add(new Lids(Guid.format(guid), base, base + (1 << book.lmc(guid)) - 1));
    }
    return lids;
  }
}
