package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.Mad;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.alive.Health;
import io.dateline.sm.alive.Part;
import io.dateline.sm.config.NodeTraffic;
import io.dateline.sm.fair.Babblers;
import io.dateline.sm.fair.DisabledPort;
import io.dateline.sm.fair.DisabledPorts;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.fair.QuotaLedger;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.manager.SweepPhase;
import io.dateline.sm.manager.Violations;
import io.dateline.sm.replica.ReplicaStatus;
import io.dateline.sm.sa.SaCounters;
import io.dateline.sm.sa.shell.SaGate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MetricsPageTest {
  private static final ReplicaStatus FOLLOWING =
      new ReplicaStatus("following", 41, 3, 6, 30, 4, 1250);
  private static final ReplicaStatus UNANSWERED =
      new ReplicaStatus("cannot read the journal: refused", 41, 3, 6, 30, -1, 0);

  private final SaCounters saCounters = new SaCounters();
  private final QuotaLedger ledger = new QuotaLedger();
  private final Babblers babblers = new Babblers(QuotaSettings.DEFAULTS);
  private final DisabledPorts disabled = new DisabledPorts();
  private final QuotaStatus.Source quotas = new QuotaStatus.Source(ledger, babblers, disabled::all);
  private final Violations violations = new Violations(() -> null, InstantSource.system());
  private final StatusBoard board =
      new StatusBoard(saCounters, violations, Optional::empty, Optional::empty, quotas);
  private final HttpCounters http = new HttpCounters();
  private final MetricsPage page = new MetricsPage(board, http);

  static SubnetStatus status(String role, boolean subnetUp, long sweepMillis) {
    return new SubnetStatus(
        role,
        4,
        subnetUp,
        List.of("1 of 30 switches not programmed"),
        SweepPhase.IDLE,
        7,
        "a term began",
        "sim",
        12,
        30,
        20,
        0,
        80,
        50,
        "minhop",
        List.of("ftree"),
        "ftree: no",
        "d1",
        1,
        false,
        new SubnetStatus.Balance(170, 108),
        2,
        9,
        sweepMillis,
        Map.of(),
        new TreeMap<>(Map.of("Get(NodeInfo)", 51L, "Set(PortInfo)", 160L)),
        3,
        1,
        9,
        64,
        2,
        3,
        6,
        5,
        17,
        18,
        19,
        21,
        22,
        List.of("a", "b"));
  }

  /** What the page says of the node, by sample. */
  private Map<String, String> samples() {
    Map<String, String> samples = new TreeMap<>();
    page.text()
        .lines()
        .filter(line -> line.startsWith("dateline_"))
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              samples.put(line.substring(0, space), line.substring(space + 1));
            });
    return samples;
  }

  @Test
  void shouldTellOfAMasterWhatItsStatusTells() {
    board.status(status("master", true, 1234));
    board.replica(FOLLOWING);
    Map<String, String> samples = samples();
    samples.keySet().removeIf(sample -> sample.startsWith("dateline_sa_events_total"));
    samples.keySet().removeIf(sample -> sample.startsWith("dateline_http_refused_total"));
    samples.keySet().removeIf(sample -> sample.startsWith("dateline_quota_refusals_total"));
    samples.keySet().removeIf(sample -> sample.startsWith("dateline_build_info"));
    assertThat(samples)
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("dateline_master", "1.0"),
                Map.entry("dateline_ready", "0.0"),
                Map.entry("dateline_journal_available", "1.0"),
                Map.entry("dateline_subnet_up", "1.0"),
                Map.entry("dateline_subnet_errors", "1.0"),
                Map.entry("dateline_sweep_warnings", "2.0"),
                Map.entry("dateline_nodes_left_out", "22.0"),
                Map.entry("dateline_term", "4.0"),
                Map.entry("dateline_generation", "7.0"),
                Map.entry("dateline_heavy_sweeps_total", "2.0"),
                Map.entry("dateline_light_sweeps_total", "9.0"),
                Map.entry("dateline_engine_info{engine=\"minhop\"}", "1.0"),
                Map.entry("dateline_acyclic", "0.0"),
                Map.entry("dateline_busiest_channel_paths", "170.0"),
                Map.entry("dateline_busiest_channel_paths_anew", "108.0"),
                Map.entry("dateline_ports_missing", "6.0"),
                Map.entry("dateline_mad_retries_total", "3.0"),
                Map.entry("dateline_mad_timeouts_total", "1.0"),
                Map.entry("dateline_sweep_duration_seconds", "1.234"),
                Map.entry("dateline_engines_refused", "1.0"),
                Map.entry("dateline_switches", "30.0"),
                Map.entry("dateline_end_ports", "50.0"),
                Map.entry("dateline_links", "80.0"),
                Map.entry("dateline_ports_not_active", "3.0"),
                Map.entry("dateline_multicast_groups", "5.0"),
                Map.entry("dateline_multicast_members", "17.0"),
                Map.entry("dateline_services", "18.0"),
                Map.entry("dateline_subscriptions", "19.0"),
                Map.entry("dateline_alias_guids", "21.0"),
                Map.entry("dateline_lft_blocks_read_back", "64.0"),
                Map.entry("dateline_lft_blocks_differing", "2.0"),
                Map.entry("dateline_mads_sent_total{kind=\"Get(NodeInfo)\"}", "51.0"),
                Map.entry("dateline_mads_sent_total{kind=\"Set(PortInfo)\"}", "160.0"),
                Map.entry("dateline_replica_following", "1.0"),
                Map.entry("dateline_replica_term", "3.0"),
                Map.entry("dateline_replica_generation", "6.0"),
                Map.entry("dateline_replica_lag_events", "4.0"),
                Map.entry("dateline_replica_lag_seconds", "1.25")));
  }

  @Test
  void shouldTellHowLongAgoTheNodeGaveSignsOfLife() {
    board.replica(FOLLOWING);
    board.watched(
        Health::ready,
        Optional::empty,
        () -> VitalSigns.of(2_500_000_000L, -1, Map.of(Part.REPLICA, 3), Duration.ofMillis(500)));
    assertThat(samples())
        .containsEntry("dateline_ready", "1.0")
        .containsEntry("dateline_light_sweep_age_seconds", "2.5")
        .containsEntry("dateline_silence_seconds{part=\"replica\"}", "1.5")
        .doesNotContainKey("dateline_own_answer_age_seconds");
  }

  @Test
  void shouldTellWhetherTrafficIsEncryptedAndUntilWhen() {
    board.replica(FOLLOWING);
    Instant expires = Instant.ofEpochSecond(2_000_000_000);
    board.traffic(
        () -> TrafficStatus.of(NodeTraffic.CERTIFIED, Optional.of(expires), Instant.EPOCH));
    assertThat(samples())
        .containsEntry("dateline_traffic_encrypted", "1.0")
        .containsEntry("dateline_certificate_expires_timestamp_seconds", "2.0E9");
    board.traffic(() -> TrafficStatus.of(NodeTraffic.OPEN, Optional.empty(), Instant.EPOCH));
    assertThat(samples())
        .containsEntry("dateline_traffic_encrypted", "0.0")
        .doesNotContainKey("dateline_certificate_expires_timestamp_seconds");
  }

  @Test
  void shouldNotCallANodeMasterWhoseManagerIsSilent() {
    board.status(status("master", true, 1234));
    board.watched(
        () -> Health.dead("the subnet manager has stopped"),
        () -> Optional.of("the subnet manager has stopped"),
        () -> null);
    assertThat(samples())
        .containsEntry("dateline_ready", "0.0")
        .containsEntry("dateline_master", "0.0");
    NodeStatus told = board.status().orElseThrow();
    assertThat(told.subnet().role()).isEqualTo("silent: the subnet manager has stopped");
    assertThat(told.subnet().term()).isEqualTo(4);
    assertThat(told.notReady()).isEqualTo("the subnet manager has stopped");
  }

  @Test
  void shouldBeInPrometheusTextFormat() {
    board.status(status("master", true, 1234));
    assertThat(page.text())
        .contains("# TYPE dateline_mads_sent_total counter\n", "# TYPE dateline_subnet_up gauge\n")
        .contains("# HELP dateline_subnet_up Whether ")
        .contains(
            "\njvm_memory_used_bytes{area=\"heap\"", "\njvm_gc_memory_allocated_bytes_total ");
    assertThat(page.answer().entity().getContentType().toString())
        .isEqualToIgnoringCase("text/plain; version=0.0.4; charset=utf-8");
  }

  @Test
  void shouldNotTellOfASubnetThatIsAnotherNodesToKnow() {
    board.replica(FOLLOWING);
    assertThat(samples())
        .containsEntry("dateline_master", "0.0")
        .containsEntry("dateline_journal_available", "1.0")
        .containsEntry("dateline_replica_lag_events", "4.0")
        .containsEntry("dateline_replica_generation", "6.0")
        .doesNotContainKeys("dateline_subnet_up", "dateline_term", "dateline_switches");
  }

  @Test
  void shouldSayThatTheJournalIsAwayWhereItCannotBeRead() {
    board.replica(UNANSWERED);
    assertThat(samples())
        .containsEntry("dateline_journal_available", "0.0")
        .containsEntry("dateline_replica_following", "0.0")
        .doesNotContainKeys("dateline_replica_lag_events", "dateline_replica_lag_seconds");
    board.replica(FOLLOWING);
    assertThat(samples()).containsEntry("dateline_journal_available", "1.0");
  }

  @Test
  void shouldSayThatTheJournalIsAwayWhereItCannotBeWritten() {
    board.replica(FOLLOWING); // a full disk can be read
    board.status(status("waiting for the journal: it did not take an event", true, 1234));
    assertThat(samples())
        .containsEntry("dateline_journal_available", "0.0")
        .containsEntry("dateline_master", "0.0")
        .containsEntry("dateline_subnet_up", "1.0");
    board.status(status("master: waits for 0x1, which is master too", false, 0));
    assertThat(samples())
        .containsEntry("dateline_journal_available", "1.0")
        .containsEntry("dateline_master", "1.0")
        .containsEntry("dateline_subnet_up", "0.0")
        .doesNotContainKeys("dateline_sweep_duration_seconds");
  }

  @Test
  void shouldTellOfEverySaEventHowOftenItHappened() {
    SaGate gate = new SaGate(command -> {}, saCounters, new Fairness(QuotaSettings.NONE));
    for (int i = 0; i < SaGate.WAITING_MAX + 5; i++) {
      gate.offer(new MadPacket(new Mad(), 1, 4, 1, 0));
    }
    board.replica(FOLLOWING);
    assertThat(samples())
        .containsEntry("dateline_sa_events_total{kind=\"OVERRUN\"}", "5.0")
        .containsEntry("dateline_sa_events_total{kind=\"ANSWERED\"}", "0.0");
  }

  @Test
  void shouldCountRefusedRequests() {
    http.count(HttpEvent.UNKNOWN_TOKEN, "a test");
    assertThat(samples())
        .containsEntry("dateline_http_refused_total{kind=\"UNKNOWN_TOKEN\"}", "1.0")
        .containsEntry("dateline_http_refused_total{kind=\"NO_TOKEN\"}", "0.0");
  }

  @Test
  void shouldTellWhichPortsWereRefusedWhat() {
    board.replica(FOLLOWING);
    ledger.refused(Quota.JOINS, 0x1000);
    ledger.refused(Quota.JOINS, 0x1000);
    for (int i = 0; i <= QuotaSettings.DEFAULTS.trapsBurst(); i++) {
      babblers.trap(0x2000, 9, 0, System.nanoTime());
    }
    disabled.add(new DisabledPort(0x2000, 0x10, 5), 1);
    assertThat(samples())
        .containsEntry("dateline_quota_refusals_total{kind=\"JOINS\"}", "2.0")
        .containsEntry("dateline_quota_refusals_total{kind=\"GROUPS\"}", "0.0")
        .containsEntry(
            "dateline_quota_offender_refusals{kind=\"JOINS\",port_guid=\"0x0000000000001000\"}",
            "2.0")
        .containsEntry(
            "dateline_babbling_port_traps{lid=\"9\",port_guid=\"0x0000000000002000\"}", "1.0")
        .containsEntry(
            "dateline_babbling_port_disabled{port_guid=\"0x0000000000002000\","
                + "switch_guid=\"0x0000000000000010\",switch_port=\"5\"}",
            "1.0");
  }

  @Test
  void shouldSayNothingOfTheNodeBeforeAnythingIsKnown() {
    assertThat(samples().keySet()).allMatch(name -> name.startsWith("dateline_http_"));
    assertThat(page.text()).contains("jvm_memory_used_bytes");
  }

  /** Programmers that live here have nothing to do while another one manages the subnet. */
  @Test
  void shouldTellNoSwitchesWhereTheSubnetIsLeftToAnotherManager() {
    board.programmers(() -> Optional.of(List.of(1L, 2L)));
    board.status(status("master", true, 1234));
    assertThat(board.status().orElseThrow().switchCountHere()).isEqualTo(2);
    board.status(status("standby: another subnet manager has precedence", true, 1234));
    assertThat(board.status().orElseThrow().switchCountHere()).isZero();
    assertThat(board.status().orElseThrow().switchesHere()).isEmpty();
  }
}
