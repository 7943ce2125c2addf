package io.dateline.sm.manager;

import io.dateline.sm.text.StatusWords;
import java.util.List;
import java.util.Map;

/**
 * What the subnet manager says of itself; a value that is published after every step.
 *
 * @param role what it is; after a colon, why
 * @param term of this master
 * @param subnetUp whether the last sweep that ended left most of the subnet usable
 * @param errors what it left undone, or, where the subnet is not up, why
 * @param phase of the sweep under way
 * @param generation of the sweep under way or ended last
 * @param reason why that sweep was made
 * @param localPort the port packets leave by
 * @param masterLid its LID
 * @param switches nodes found, by kind
 * @param channelAdapters as {@code switches}
 * @param routers as {@code switches}
 * @param links cables
 * @param endPorts ports with a LID
 * @param engine that made the tables in force, or null
 * @param fallbackFrom engines that were tried before it and refused, in that order
 * @param fallbackReason why they did, or null
 * @param digest of those tables
 * @param layers virtual lanes that paths between switches take, 0 when not known
 * @param acyclic whether no credit loop can form, or null when not known
 * @param balance of the tables in force, or null when not known
 * @param sweeps heavy sweeps ended
 * @param lightSweeps that ended
 * @param sweepMillis of the last heavy one, whole and by phase
 * @param phaseMillis time spent in each phase of the last sweep
 * @param madsSent requests by kind since start
 * @param madRetries requests sent again, since start
 * @param madTimeouts requests that were never answered
 * @param blocksSent forwarding blocks sent in the last sweep
 * @param blocksReadBack forwarding blocks read back in this term that its switches were told before
 * @param blocksDiffering those of them that were not as the switches were told
 * @param portsNotActive linked ports that did not reach Active in the last sweep
 * @param portsMissing ports that have a LID and were not found
 * @param multicastGroups that there are
 * @param multicastMembers of all of them together
 * @param services that ports have registered
 * @param subscriptions to notices
 * @param aliasGuids of ports, beside their own
 * @param nodesLeftOut nodes that compute no tables any more in this term
 * @param warnings of the last sweep
 */
public record SubnetStatus(
    String role,
    long term,
    boolean subnetUp,
    List<String> errors,
    SweepPhase phase,
    long generation,
    String reason,
    String localPort,
    int masterLid,
    int switches,
    int channelAdapters,
    int routers,
    int links,
    int endPorts,
    String engine,
    List<String> fallbackFrom,
    String fallbackReason,
    String digest,
    int layers,
    Boolean acyclic,
    Balance balance,
    long sweeps,
    long lightSweeps,
    long sweepMillis,
    Map<String, Long> phaseMillis,
    Map<String, Long> madsSent,
    long madRetries,
    long madTimeouts,
    long blocksSent,
    long blocksReadBack,
    long blocksDiffering,
    int portsNotActive,
    int portsMissing,
    int multicastGroups,
    int multicastMembers,
    int services,
    int subscriptions,
    int aliasGuids,
    int nodesLeftOut,
    List<String> warnings) {
  /**
   * How even tables are.
   *
   * @param busiest paths on the channel that carries the most
   * @param anew likewise, with tables made anew when that was measured last
   */
  public record Balance(long busiest, long anew) {}

  public static final String MASTER = "master";
  public static final String STANDBY = StatusWords.STANDBY;
  public static final String NOT_ACTIVE = "not active";
  public static final String SILENT = "silent";
  public static final String WAITING_FOR_JOURNAL = "waiting for the journal";
  public static final String RETIRED = "retired: the subnet was handed to the next node";

  /** Whether it is this, for whatever reason. */
  public boolean hasRole(String kind) {
    return role.equals(kind) || role.startsWith(kind + ":");
  }

  /** Whether this is the role of one that leaves the subnet to another subnet manager. */
  public static boolean isLeftToOther(String role) {
    return role.startsWith(STANDBY + ":") || role.startsWith(NOT_ACTIVE + ":");
  }

  /** The same in another role. */
  public SubnetStatus inRole(String other) {
    return new SubnetStatus(
        other,
        term,
        subnetUp,
        errors,
        phase,
        generation,
        reason,
        localPort,
        masterLid,
        switches,
        channelAdapters,
        routers,
        links,
        endPorts,
        engine,
        fallbackFrom,
        fallbackReason,
        digest,
        layers,
        acyclic,
        balance,
        sweeps,
        lightSweeps,
        sweepMillis,
        phaseMillis,
        madsSent,
        madRetries,
        madTimeouts,
        blocksSent,
        blocksReadBack,
        blocksDiffering,
        portsNotActive,
        portsMissing,
        multicastGroups,
        multicastMembers,
        services,
        subscriptions,
        aliasGuids,
        nodesLeftOut,
        warnings);
  }
}
