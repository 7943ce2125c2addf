package io.dateline.sm.node;

import io.dateline.persistence.event.SubnetEvent.RoutingPlanned;
import io.dateline.sm.config.LiveSettings;
import io.dateline.sm.config.RoutingSettings;
import io.dateline.sm.http.SettingsStatus;
import io.dateline.sm.manager.PlanAgreement;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.partition.PartitionBook;
import io.dateline.sm.partition.PartitionSettings;
import io.dateline.sm.replica.ReplicaStatus;
import io.dateline.sm.state.SubnetState;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an operator has to know of a node's settings: whether they could be read again, what needs a
 * restart, and, at a node that stands by, whether the last routing was planned with others. Any
 * thread may ask.
 */
final class SettingsSight {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsSight.class);

  private final LiveSettings live;
  private final SmStanding standing;
  private final Supplier<SubnetState> subnet;
  private final InstantSource clock;
  private volatile Instant readAt;
  private volatile String trouble; // null where they could be read
  private volatile List<String> needRestart = List.of();
  private volatile boolean wasOtherwise;
  private volatile Optional<String> toldOfPartitions = Optional.empty();

  /**
   * Of a node that has just read them.
   *
   * @param subnet as this node has read it in the journal
   */
  SettingsSight(
      LiveSettings live, SmStanding standing, Supplier<SubnetState> subnet, InstantSource clock) {
    this.live = live;
    this.standing = standing;
    this.subnet = subnet;
    this.clock = clock;
    readAt = clock.instant();
  }

  /** What the log has to say of settings that were read. */
  static void tell(RoutingSettings read) {
    read.notes().forEach(LOG::info);
    read.warnings().forEach(LOG::warn);
  }

  /** They were read again and are in force. */
  void read(String by, List<String> changed, List<String> toRestart) {
    readAt = clock.instant();
    trouble = null;
    needRestart = toRestart;
    LOG.info(
        "{}: the settings were read again, {}",
        by,
        changed.isEmpty() ? "nothing has changed" : "changed: " + String.join(", ", changed));
    tell(live.get().routing());
    if (!toRestart.isEmpty()) {
      LOG.warn("{}: needs a restart: {}", by, String.join(", ", toRestart));
    }
    look();
  }

  /** They cannot be used. */
  void refused(String by, String why) {
    trouble = why;
    LOG.warn("{}: the settings of before stay in force: {}", by, why);
  }

  /** More of the journal was read. */
  void look(ReplicaStatus replica) {
    if (replica.isFollowing()) {
      live.saw(subnet.get().partitions());
    }
    look();
  }

  /** What has been read of the journal is to be compared with them. */
  private void look() {
    Optional<String> otherwise = otherwise();
    if (otherwise.isPresent() && !wasOtherwise) {
      LOG.warn("{}", otherwise.get());
    } else if (otherwise.isEmpty() && wasOtherwise && !standing.isInCharge()) {
      LOG.info("The last routing was planned with what this node has read");
    }
    wasOtherwise = otherwise.isPresent();
    Optional<String> partitions = partitions();
    if (!partitions.equals(toldOfPartitions)) {
      partitions.ifPresent(LOG::warn);
      toldOfPartitions = partitions;
    }
  }

  private Optional<String> otherwise() {
    RoutingPlanned plan = subnet.get().planned();
    return standing.isInCharge()
            || plan == null
            || !PlanAgreement.isPlannedOtherwise(plan, live.get())
        ? Optional.empty()
        : Optional.of(
            "the last routing was planned with other engines, options or files than this node has"
                + " read, and this node would sweep as master: "
                + PlanAgreement.differences(plan, live.get()));
  }

  /**
   * What becomes of a partition file that cannot be used, where that is known, or that would not be
   * used if this node became master. A master's sweep tells the latter itself.
   */
  private Optional<String> partitions() {
    PartitionSettings read = live.get().partitions();
    PartitionBook known = subnet.get().partitions();
    return read.warning(known)
        .or(
            () ->
                standing.isInCharge()
                    ? Optional.empty()
                    : read.passedOver(known, live::isOvertakenBy));
  }

  SettingsStatus now() {
    return new SettingsStatus(
        readAt.truncatedTo(ChronoUnit.SECONDS).toString(),
        trouble,
        needRestart,
        otherwise().orElse(null),
        Stream.concat(live.get().routing().warnings().stream(), partitions().stream()).toList());
  }
}
