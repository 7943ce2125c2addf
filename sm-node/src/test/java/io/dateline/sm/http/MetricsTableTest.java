package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.PortErrorDetails;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.alive.Health;
import io.dateline.sm.alive.Part;
import io.dateline.sm.config.NodeTraffic;
import io.dateline.sm.fair.Babblers;
import io.dateline.sm.fair.DisabledPort;
import io.dateline.sm.fair.DisabledPorts;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.fair.QuotaLedger;
import io.dateline.sm.fair.QuotaSettings;
import io.dateline.sm.manager.TrapBook;
import io.dateline.sm.manager.Violations;
import io.dateline.sm.replica.ReplicaStatus;
import io.dateline.sm.sa.SaCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of metrics in {@code docs/HTTP.md}, and the page of a node that knows everything. */
class MetricsTableTest {
  private static final Pattern ROW =
      Pattern.compile("\\| `(dateline_[a-z_]+)(?:\\{([a-z_,]+)\\})?` \\| (.*) \\|");
  private static final Pattern SAMPLE = Pattern.compile("(dateline_[a-z_]+)(?:\\{(.*)\\})? \\S+");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

  private static MetricsPage page() {
    QuotaLedger ledger = new QuotaLedger();
    ledger.refused(Quota.JOINS, 0x1000);
    Babblers babblers = new Babblers(QuotaSettings.DEFAULTS);
    for (int i = 0; i <= QuotaSettings.DEFAULTS.trapsBurst(); i++) {
      babblers.trap(0x2000, 9, 0, System.nanoTime());
    }
    DisabledPorts disabled = new DisabledPorts();
    disabled.add(new DisabledPort(0x2000, 0x10, 5), 1);
    Violations violations = new Violations(() -> null, InstantSource.system());
    violations.request(Violations.Kind.SA_KEY, 7);
    StatusBoard board =
        new StatusBoard(
            new SaCounters(),
            violations,
            Optional::empty,
            Optional::empty,
            new QuotaStatus.Source(ledger, babblers, disabled::all));
    board.status(MetricsPageTest.status("master", true, 1234));
    board.replica(new ReplicaStatus("following", 41, 3, 6, 30, 4, 1250));
    board.journal(new JournalSize(1, 0, "archive", 1, 1, "", null));
    board.programmers(() -> Optional.of(List.of(1L, 2L)));
    board.settings(
        () -> new SettingsStatus("2026-11-21T16:40:00Z", null, List.of(), null, List.of()));
    board.traffic(
        () ->
            TrafficStatus.of(
                NodeTraffic.CERTIFIED,
                Optional.of(Instant.ofEpochSecond(2_000_000_000)),
                Instant.EPOCH));
    TrapBook traps = new TrapBook(() -> null, InstantSource.system());
    Mad trap = Smp.lidRouted(Mad.TRAP, AttributeId.NOTICE, 0, 0);
    Notice.in(trap.bytes(), Mad.SMP_DATA)
        .isGeneric(true)
        .trapNumber(TrapNumber.LINK_INTEGRITY)
        .issuerLid(9)
        .dataDetails(new PortErrorDetails().lidAddr(9).portNo(1).bytes());
    traps.trap(new MadPacket(trap, 0, 9, 0, 0));
    board.traps(traps);
    board.watched(
        Health::ready,
        Optional::empty,
        () -> VitalSigns.of(1, 1, Map.of(Part.REPLICA, 3), Duration.ofMillis(500)));
    return new MetricsPage(board, new HttpCounters());
  }

  /** Meanings by name with labels, as {@code name{label,label}}. */
  private static Map<String, String> onThePage() {
    String text = page().text();
    Map<String, String> helps = new TreeMap<>();
    Map<String, String> told = new TreeMap<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("# HELP dateline_")) {
        String[] words = line.split(" ", 4);
        helps.put(words[2], words[3]);
      }
      Matcher sample = SAMPLE.matcher(line);
      if (sample.matches()) {
        told.put(
            sample.group(1) + labels(sample.group(2) == null ? "" : sample.group(2)),
            helps.get(sample.group(1)));
      }
    }
    return told;
  }

  private static String labels(String pairs) {
    List<String> names = LABEL.matcher(pairs).results().map(label -> label.group(1)).toList();
    return names.isEmpty() ? "" : "{" + String.join(",", new TreeSet<>(names)) + "}";
  }

  private static Map<String, String> inTheTable() throws IOException {
    Map<String, String> told = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("..", "docs", "HTTP.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        told.put(
            row.group(1) + (row.group(2) == null ? "" : "{" + row.group(2) + "}"), row.group(3));
      }
    }
    return told;
  }

  @Test
  void shouldHaveEveryMetricInTheTableAndNoOther() throws IOException {
    assertThat(inTheTable()).isEqualTo(onThePage());
  }
}
