package io.dateline.it.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.format.GuidToLid;
import io.dateline.fabric.format.LftDumpReader;
import io.dateline.it.kit.RemoteCommand;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * LIDs and tables of earlier moments, as {@code dateline history} prints them, against what the
 * simulated hardware held then.
 */
@Timeout(480)
class HistoryIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  /**
   * What was in the hardware.
   *
   * @param event the newest one then
   * @param time when nothing was under way
   * @param lids by port GUID
   * @param tables rows of switches that are off are empty
   */
  private record Then(long event, Instant time, Map<Long, Integer> lids, ForwardingTables tables) {}

  @Test
  void shouldPrintTheLidsAndTablesThatTheHardwareHeldAtEarlierMoments() throws IOException {
    try (SimulatedSubnet subnet = SimulatedSubnet.start("torus:4x4")) {
      List<Then> moments = new ArrayList<>();
      subnet.console("down sw_1_1_0");
      try (SmNodeProcess node = start(subnet)) {
        node.awaitSubnetUp(PATIENCE);
        moments.add(quiet(subnet, node, 0));
        for (String command :
            List.of("unlink sw_0_1_0[1]", "up sw_1_1_0", "unlink sw_2_2_0[3]", "down sw_3_3_0")) {
          long sweeps = sweeps(node);
          subnet.console(command);
          moments.add(quiet(subnet, node, sweeps + 1));
        }
      } // close() kills
      assertThat(moments).extracting(Then::tables).doesNotHaveDuplicates();
      assertThat(moments.get(2).lids().size()).isEqualTo(moments.get(0).lids().size() + 2);

      try (SmNodeProcess successor = start(subnet)) {
        successor.awaitSubnetUp(PATIENCE);
        for (Then then : moments) {
          assertPrinted(subnet.fabric(), successor, Long.toString(then.event()), then);
          assertPath(subnet.fabric(), successor, then);
        }
        Then second = moments.get(1);
        assertPrinted(subnet.fabric(), successor, second.time().toString(), second);
        assertListed(successor, moments);
        assertOneSwitch(subnet.fabric(), successor, moments.getFirst());
        Running.Ended unknown = history(successor, "--at", "9999");
        assertThat(unknown.exitCode()).as(unknown.output()).isEqualTo(2);
        assertThat(unknown.output()).contains("there is no event 9999: the newest is");
      }
    }
  }

  private SmNodeProcess start(SimulatedSubnet subnet) throws IOException {
    return SmNodeProcess.start(folder, subnet.address());
  }

  private static long sweeps(SmNodeProcess node) {
    return node.get("status").orElseThrow().path("sweeps").asLong();
  }

  /** Waits until so many sweeps have ended and nothing is under way, and looks at the hardware. */
  private static Then quiet(SimulatedSubnet subnet, SmNodeProcess node, long sweepsMin) {
    List<Then> seen = new ArrayList<>();
    await("quiet")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptionsInstanceOf(NoSuchElementException.class) // no answer in time
        .until(
            () -> {
              if (subnet.unservedPairs() > 0 || subnet.portsNotActive() > 0) {
                return false;
              }
              long before = newestEvent(node);
              Then then = look(subnet, before);
              JsonNode status = node.get("status").orElseThrow();
              seen.add(then);
              return status.path("phase").asText().equals("IDLE")
                  && status.path("sweeps").asLong() >= sweepsMin
                  && newestEvent(node) == before;
            });
    return seen.getLast();
  }

  private static long newestEvent(SmNodeProcess node) {
    return node.get("history?last=1").orElseThrow().path("events").path(0).path("number").asLong();
  }

  private static Then look(SimulatedSubnet subnet, long event) {
    Fabric fabric = subnet.fabric();
    Map<Long, Integer> lids = subnet.lids();
    int maxLid = lids.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    ForwardingTables tables =
        subnet
            .simulator()
            .call(
                simulated -> {
                  ForwardingTables read = new ForwardingTables(fabric.switchCount(), maxLid);
                  for (int node = 0; node < fabric.switchCount(); node++) {
                    for (int lid = 1; simulated.isUp(node) && lid <= maxLid; lid++) {
                      read.set(node, lid, simulated.route(node, lid));
                    }
                  }
                  return read;
                });
    return new Then(event, Instant.now(), lids, tables);
  }

  private static Running.Ended history(SmNodeProcess node, String... options) {
    return dateline(node, "history", options);
  }

  private static Running.Ended dateline(SmNodeProcess node, String name, String... options) {
    List<String> command = new ArrayList<>(List.of(name));
    command.addAll(List.of(options));
    return RemoteCommand.ask(node, command.toArray(String[]::new));
  }

  private Path printed(SmNodeProcess node, String... options) throws IOException {
    Running.Ended ended = history(node, options);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return Files.writeString(folder.resolve("printed"), ended.output());
  }

  private void assertPrinted(Fabric fabric, SmNodeProcess node, String at, Then then)
      throws IOException {
    ForwardingTables tables =
        LftDumpReader.read(printed(node, "--at", at, "--tables"), fabric).tables();
    assertThat(tables).as("tables at %s", at).isEqualTo(then.tables());

    Map<Long, Integer> lids = new TreeMap<>();
    for (GuidToLid entry : GuidToLid.read(printed(node, "--at", at))) {
      lids.put(entry.portGuid(), entry.lidMin());
    }
    assertThat(lids).as("LIDs at %s", at).isEqualTo(then.lids());
  }

  /** The way between two hosts that were there then. */
  private static void assertPath(Fabric fabric, SmNodeProcess node, Then then) throws IOException {
    List<Integer> hosts =
        then.lids().keySet().stream()
            .map(fabric::endPortByGuid)
            .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
            .map(port -> then.lids().get(fabric.portGuid(port)))
            .toList();
    int to = hosts.get(hosts.size() - 2); // the last one's switch is off at the end
    Running.Ended ended =
        dateline(
            node,
            "path",
            "--json",
            "--at",
            Long.toString(then.event()),
            hosts.getFirst().toString(),
            Integer.toString(to));
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    JsonNode path = new ObjectMapper().readTree(ended.output());
    assertThat(path.path("arrives").asBoolean()).as(path.toString()).isTrue();
    assertThat(path.path("engine").asText()).isEqualTo("minhop");
    JsonNode hops = path.path("hops");
    assertThat(hops.size()).isGreaterThan(2);
    for (int hop = 1; hop < hops.size(); hop++) {
      int at = fabric.nodeByGuid(Guid.parse(hops.get(hop).path("guid").asText()));
      assertThat(hops.get(hop).path("port").asInt())
          .as("port %d of %s", hop, path)
          .isEqualTo(then.tables().port(at, to));
    }
  }

  private void assertOneSwitch(Fabric fabric, SmNodeProcess node, Then then) throws IOException {
    String at = Long.toString(then.event());
    Path printed = printed(node, "--at", at, "--tables", Guid.format(fabric.nodeGuid(3)));
    assertThat(Files.readString(printed)).containsOnlyOnce("Unicast lids");
    assertThat(LftDumpReader.read(printed, fabric).tables().row(3)).isEqualTo(then.tables().row(3));
  }

  /**
   * The whole history, with a reason for every event, and the link that was lost among them. What
   * layer assigners found stands between the manager's events.
   */
  private void assertListed(SmNodeProcess node, List<Then> moments) throws IOException {
    JsonNode events = new ObjectMapper().readTree(printed(node, "--json").toFile()).path("events");
    long number = 0;
    int term = 1;
    List<String> layers = new ArrayList<>();
    for (JsonNode event : events) {
      if (event.path("event").asText().equals("LayersAssigned")) {
        layers.add(event.path("what").asText());
      } else {
        number++;
      }
      assertThat(event.path("number").asLong()).isEqualTo(number);
      assertThat(event.path("why").asText()).as(event.toString()).isNotEmpty();
      // A trap may have led to another sweep after the last look.
      assertThat(event.path("term").asInt())
          .isBetween(term, number <= moments.getLast().event() ? 1 : 2);
      term = event.path("term").asInt();
    }
    assertThat(number).isGreaterThan(moments.getLast().event());
    assertThat(term).as("the last event's").isEqualTo(2);
    assertThat(layers)
        .isNotEmpty()
        .allSatisfy(what -> assertThat(what).startsWith("layers of minhop's tables "));
    assertThat(events.findValuesAsText("why")).anyMatch(why -> why.startsWith("trap 128"));
    assertThat(events.findValuesAsText("what"))
        .anyMatch(what -> what.matches("cable .*sw_2_2_0\\[3].* lost; .*"))
        .anyMatch(what -> what.matches(".*sw_3_3_0 \\(0x.*\\) gone.*"))
        .anyMatch(what -> what.matches(".*sw_1_1_0 \\(0x.*\\) found.*"));
  }
}
