package io.dateline.sm.http;

import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.manager.TrapBook;
import io.dateline.sm.manager.Violations;
import io.dateline.sm.replica.ReplicaStatus;
import io.dateline.sm.sa.SaEvent;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code /status} tells at one moment, as Prometheus's samples. What this node does not know
 * has no sample: a 0 would be an answer.
 */
final class StatusMetrics {
  private static final double MILLIS_PER_SECOND = 1000;

  private final MetricSnapshots.Builder metrics = MetricSnapshots.builder();

  private StatusMetrics() {}

  static MetricSnapshots of(NodeStatus status) {
    StatusMetrics told = new StatusMetrics();
    told.info(
        "build",
        "Which build of Dateline this is: always 1.",
        Labels.of("version", status.build().version(), "commit", status.build().commit()));
    told.flag(
        "master",
        "Whether this node's subnet manager is master: 0 where it is at another node.",
        status.subnet() != null && status.subnet().hasRole(SubnetStatus.MASTER));
    told.flag("ready", "Whether this node manages the subnet, or could take over.", status.ready());
    if (status.signs() != null) {
      told.signs(status.signs());
    }
    journalAvailable(status)
        .ifPresent(
            available ->
                told.flag(
                    "journal_available",
                    "Whether this node could read the journal last, and its subnet manager write.",
                    available));
    if (status.subnet() != null) {
      told.subnet(status.subnet());
    }
    told.saEvents(status.saEvents());
    told.quotas(status.quotas());
    if (status.journal() != null) {
      told.journal(status.journal());
    }
    if (status.switchCountHere() != null) {
      told.gauge(
          "programmers", "Switches whose programmers live on this node.", status.switchCountHere());
    }
    if (status.replica() != null) {
      told.replica(status.replica());
    }
    if (status.settings() != null) {
      told.settings(status.settings());
    }
    if (status.traffic() != null) {
      told.traffic(status.traffic());
    }
    return told.metrics.build();
  }

  /** Those that have not happened, too. */
  static MetricSnapshots of(HttpCounters http) {
    CounterSnapshot.Builder counters =
        CounterSnapshot.builder()
            .name("dateline_http_refused")
            .help("HTTP requests that this node refused, by reason.");
    http.all()
        .forEach(
            (event, count) -> counters.dataPoint(count(count, Labels.of("kind", event.name()))));
    return MetricSnapshots.of(counters.build());
  }

  private void settings(SettingsStatus settings) {
    flag(
        "settings_refused",
        "Whether settings could not be read again last time: those of before are in force.",
        settings.trouble() != null);
    gauge(
        "settings_need_restart",
        "Settings whose files say something else now that only a restart takes.",
        settings.needRestart().size());
  }

  private void signs(VitalSigns signs) {
    if (signs.lightSweepAge() != null) {
      sample(
          "light_sweep_age_seconds",
          "Since a light sweep ended at this node.",
          signs.lightSweepAge());
    }
    if (signs.ownAnswerAge() != null) {
      sample(
          "own_answer_age_seconds",
          "Since subnet administration answered this node's own request through its port.",
          signs.ownAnswerAge());
    }
    GaugeSnapshot.Builder silence =
        GaugeSnapshot.builder()
            .name("dateline_silence_seconds")
            .help("Since the last sign of life of what has to live on this node.");
    signs
        .silence()
        .forEach(
            (part, seconds) ->
                silence.dataPoint(
                    GaugeDataPointSnapshot.builder()
                        .value(seconds)
                        .labels(Labels.of("part", part))
                        .build()));
    metrics.metricSnapshot(silence.build());
  }

  /** Empty while nothing here has needed the journal yet. */
  private static Optional<Boolean> journalAvailable(NodeStatus status) {
    if (status.subnet() != null && status.subnet().hasRole(SubnetStatus.WAITING_FOR_JOURNAL)) {
      return Optional.of(false);
    }
    if (status.replica() != null) {
      return Optional.of(status.replica().knowsLag());
    }
    // Where a manager has a status, the journal took its term.
    return status.subnet() == null ? Optional.empty() : Optional.of(true);
  }

  private void subnet(SubnetStatus subnet) {
    flag(
        "subnet_up",
        "Whether the last sweep that ended left most of the subnet usable.",
        subnet.subnetUp());
    gauge("subnet_errors", "Errors of the last sweep that ended.", subnet.errors().size());
    gauge("sweep_warnings", "Warnings of the last sweep.", subnet.warnings().size());
    gauge("term", "Term of the subnet manager here.", subnet.term());
    gauge("generation", "Number of the last sweep.", subnet.generation());
    counter("heavy_sweeps", "Heavy sweeps ended by the subnet manager here.", subnet.sweeps());
    counter("light_sweeps", "Light sweeps ended by the subnet manager here.", subnet.lightSweeps());
    if (subnet.engine() != null) {
      info(
          "engine",
          "The routing engine whose tables are in force: always 1.",
          Labels.of("engine", subnet.engine()));
    }
    if (subnet.acyclic() != null) {
      flag(
          "acyclic", "Whether no credit loop can form with the tables in force.", subnet.acyclic());
    }
    if (subnet.balance() != null) {
      gauge(
          "busiest_channel_paths",
          "Paths of adapters on the channel that carries the most.",
          subnet.balance().busiest());
      gauge(
          "busiest_channel_paths_anew",
          "Likewise, with tables made anew when that was measured last.",
          subnet.balance().anew());
    }
    if (subnet.sweepMillis() > 0) {
      seconds(
          "sweep_duration_seconds",
          "Of the heavy sweep that brought the subnet up last, or of taking it over without one.",
          subnet.sweepMillis());
    }
    gauge("switches", "Switches found.", subnet.switches());
    gauge("end_ports", "Ports with a LID.", subnet.endPorts());
    gauge(
        "engines_refused",
        "Routing engines that refused before the one whose tables are in force.",
        subnet.fallbackFrom().size());
    gauge(
        "nodes_left_out",
        "Nodes that compute no tables any more in this term: they were wrong, or silent.",
        subnet.nodesLeftOut());
    gauge("links", "Cables found.", subnet.links());
    gauge("ports_missing", "Ports that have a LID and were not found.", subnet.portsMissing());
    counter("mad_retries", "Requests that this node sent again.", subnet.madRetries());
    counter(
        "mad_timeouts", "Requests of this node that were never answered.", subnet.madTimeouts());
    gauge("ports_not_active", "Linked ports that are not Active.", subnet.portsNotActive());
    gauge("multicast_groups", "Multicast groups that there are.", subnet.multicastGroups());
    gauge(
        "multicast_members",
        "Members of all multicast groups together.",
        subnet.multicastMembers());
    gauge("services", "Services that ports have registered.", subnet.services());
    gauge("subscriptions", "Subscriptions of ports to notices.", subnet.subscriptions());
    gauge("alias_guids", "GUIDs of ports beside their own.", subnet.aliasGuids());
    gauge(
        "lft_blocks_read_back",
        "Forwarding blocks that were read back in this term, for switches were told them before"
            + " it.",
        subnet.blocksReadBack());
    gauge(
        "lft_blocks_differing",
        "Those that were not as the switches were told.",
        subnet.blocksDiffering());
    madsSent(subnet.madsSent());
  }

  private void madsSent(Map<String, Long> madsSent) {
    CounterSnapshot.Builder counters =
        CounterSnapshot.builder()
            .name("dateline_mads_sent")
            .help("Requests that this node sent, retries not counted.");
    madsSent.forEach((kind, count) -> counters.dataPoint(count(count, Labels.of("kind", kind))));
    metrics.metricSnapshot(counters.build());
  }

  /** Those that have not happened, too: a rate can be taken only of a counter that was there. */
  private void saEvents(Map<SaEvent, Long> seen) {
    CounterSnapshot.Builder counters =
        CounterSnapshot.builder()
            .name("dateline_sa_events")
            .help("What became of requests to subnet administration at this node.");
    for (SaEvent event : SaEvent.values()) {
      counters.dataPoint(count(seen.getOrDefault(event, 0L), Labels.of("kind", event.name())));
    }
    metrics.metricSnapshot(counters.build());
  }

  private void quotas(QuotaStatus quotas) {
    CounterSnapshot.Builder refusals =
        CounterSnapshot.builder()
            .name("dateline_quota_refusals")
            .help("What ports were refused at this node because they asked for too much.");
    quotas
        .refusals()
        .forEach(
            (quota, count) -> refusals.dataPoint(count(count, Labels.of("kind", quota.name()))));
    metrics.metricSnapshot(refusals.build());
    GaugeSnapshot.Builder offenders =
        GaugeSnapshot.builder()
            .name("dateline_quota_offender_refusals")
            .help("Of these, those of the ports that were refused most.");
    for (QuotaStatus.Offender offender : quotas.offenders()) {
      offenders.dataPoint(
          GaugeDataPointSnapshot.builder()
              .value((double) offender.refusals())
              .labels(Labels.of("kind", offender.quota().name(), "port_guid", offender.portGuid()))
              .build());
    }
    metrics.metricSnapshot(offenders.build());
    GaugeSnapshot.Builder babbling =
        GaugeSnapshot.builder()
            .name("dateline_babbling_port_traps")
            .help("Traps too many of ports that send too many now.");
    for (QuotaStatus.Babbling port : quotas.babbling()) {
      babbling.dataPoint(
          GaugeDataPointSnapshot.builder()
              .value((double) port.ignored())
              .labels(Labels.of("port_guid", port.portGuid(), "lid", Integer.toString(port.lid())))
              .build());
    }
    metrics.metricSnapshot(babbling.build());
    disabled(quotas);
  }

  private void disabled(QuotaStatus quotas) {
    GaugeSnapshot.Builder disabled =
        GaugeSnapshot.builder()
            .name("dateline_babbling_port_disabled")
            .help("Ports that this node has disabled because of their traps: always 1.");
    for (QuotaStatus.Disabled port : quotas.disabled()) {
      Labels labels =
          Labels.of(
              "port_guid",
              port.portGuid(),
              "switch_guid",
              port.switchGuid(),
              "switch_port",
              Integer.toString(port.switchPort()));
      disabled.dataPoint(GaugeDataPointSnapshot.builder().value(1).labels(labels).build());
    }
    metrics.metricSnapshot(disabled.build());
  }

  /** Which ports broke a rule of keys; a bounded number of them. */
  static MetricSnapshots ofViolations(List<Violations.Seen> violations) {
    CounterSnapshot.Builder counters =
        CounterSnapshot.builder()
            .name("dateline_violations")
            .help("Wrong keys, and orders of strangers, that this node was told of, by port.");
    for (Violations.Seen seen : violations) {
      counters.dataPoint(
          count(seen.count(), Labels.of("kind", seen.kind().name(), "port", seen.port())));
    }
    return MetricSnapshots.of(counters.build());
  }

  /** Traps by number; trouble with links by a bounded number of ports. */
  static MetricSnapshots ofTraps(TrapBook traps) {
    CounterSnapshot.Builder all =
        CounterSnapshot.builder()
            .name("dateline_traps")
            .help("Traps that came to this node, by number.");
    traps
        .counts()
        .forEach((number, count) -> all.dataPoint(count(count, Labels.of("number", number))));
    CounterSnapshot.Builder troubles =
        CounterSnapshot.builder()
            .name("dateline_link_troubles")
            .help("Traps 129 to 131: trouble that ports have with their links, by port.");
    for (TrapBook.Seen seen : traps.all()) {
      troubles.dataPoint(
          count(seen.count(), Labels.of("kind", seen.kind().name(), "port", seen.port())));
    }
    return MetricSnapshots.of(all.build(), troubles.build());
  }

  private void journal(JournalSize journal) {
    if (journal.bytes() >= 0) {
      gauge("journal_bytes", "Size of the journal's file or table.", journal.bytes());
    }
    gauge("archive_bytes", "Size of the archive of this node.", journal.archiveBytes());
    gauge("archive_files", "Files in the archive of this node.", journal.archiveFiles());
    flag(
        "archive_failing",
        "Whether this node could not archive old events when it tried last.",
        journal.trouble() != null);
  }

  private void replica(ReplicaStatus replica) {
    flag(
        "replica_following",
        "Whether this node's replica follows the journal.",
        replica.isFollowing());
    gauge("replica_term", "Term of the last event that was read.", replica.term());
    gauge(
        "replica_generation",
        "Sweep whose routing was activated last, as far as was read.",
        replica.generation());
    if (replica.knowsLag()) {
      gauge(
          "replica_lag_events",
          "Events in the journal that this node has not read.",
          replica.lagEvents());
      seconds(
          "replica_lag_seconds",
          "Age of the oldest event that this node has not read.",
          replica.lagMillis());
    }
  }

  private void traffic(TrafficStatus traffic) {
    flag(
        "traffic_encrypted",
        "Whether traffic between the nodes is encrypted, and strangers are kept out.",
        traffic.betweenNodes().isEncrypted());
    if (traffic.certificateExpires() != null) {
      sample(
          "certificate_expires_timestamp_seconds",
          "When this node's certificate runs out.",
          (double) traffic.certificateExpires().getEpochSecond());
    }
  }

  private void info(String name, String help, Labels labels) {
    metrics.metricSnapshot(
        GaugeSnapshot.builder()
            .name("dateline_" + name + "_info")
            .help(help)
            .dataPoint(GaugeDataPointSnapshot.builder().value(1).labels(labels).build())
            .build());
  }

  private void flag(String name, String help, boolean value) {
    gauge(name, help, value ? 1 : 0);
  }

  private void gauge(String name, String help, long value) {
    sample(name, help, (double) value);
  }

  private void seconds(String name, String help, long millis) {
    sample(name, help, millis / MILLIS_PER_SECOND);
  }

  private void sample(String name, String help, double value) {
    metrics.metricSnapshot(
        GaugeSnapshot.builder()
            .name("dateline_" + name)
            .help(help)
            .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
            .build());
  }

  private void counter(String name, String help, long value) {
    metrics.metricSnapshot(
        CounterSnapshot.builder()
            .name("dateline_" + name)
            .help(help)
            .dataPoint(count(value, Labels.EMPTY))
            .build());
  }

  private static CounterDataPointSnapshot count(long value, Labels labels) {
    return CounterDataPointSnapshot.builder().value((double) value).labels(labels).build();
  }
}
