package io.dateline.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.EmbeddedNode;
import io.dateline.it.kit.Hardware;
import io.dateline.it.kit.JournaledTerms;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.SimulationStats;
import io.dateline.sim.Simulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ports that answer nobody but who knows their M_Key. There is no lease: what is locked out stays
 * locked out.
 */
@Timeout(120)
class MKeyProtectionIT {
  private static final int OWN = 10; // among the end ports
  private static final int OTHER = 15;

  @TempDir private Path folder;

  private final Simulator simulator =
      new Simulator(new SimulatedFabric(TopologySpec.parse("torus:3x3").generate()));

  @AfterEach
  void stop() {
    simulator.close();
  }

  private int endPort(int index) {
    return simulator.call(simulated -> simulated.fabric().endPorts()[index]);
  }

  /** Asks nothing twice: a try that comes late, with the key that a port had then, is refused. */
  private EmbeddedNode startPatient(int level, Map<String, String> journal) throws Exception {
    Map<String, String> more = new HashMap<>(journal);
    more.put("dateline.mad.timeout", "5s");
    return start(level, more);
  }

  private EmbeddedNode start(int level, Map<String, String> journal) throws Exception {
    Map<String, Object> settings = new HashMap<>(journal);
    settings.put("dateline.subnet.m_key_protection_level", level);
    settings.put("dateline.subnet.m_key_lease_period", 0);
    settings.put("dateline.subnet.sweep_interval", "1s");
    return EmbeddedNode.start(folder, simulator.attach(endPort(OWN)), settings);
  }

  private SimulationStats stats() {
    return simulator.call(SimulatedFabric::stats);
  }

  /**
   * A light sweep asks every switch, and finds nothing. Traps of the node's own start may still
   * cause a heavy one: that is waited out.
   */
  private void awaitLightSweep(EmbeddedNode node) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              long sweeps = node.awaitQuiet().path("sweeps").asLong();
              long answered = stats().answered();
              await().until(() -> stats().answered() >= answered + 9);
              return node.awaitQuiet().path("sweeps").asLong() == sweeps;
            });
  }

  private void assertNothingRefused() {
    assertThat(stats().refusedGets()).as("Gets refused").isZero();
    assertThat(stats().refusedSets()).as("Sets refused").isZero();
  }

  private void assertProtected(int level) {
    int[] levels =
        simulator.call(
            simulated ->
                IntStream.of(simulated.fabric().endPorts())
                    .map(port -> simulated.portInfo(port).mKeyProtectBits())
                    .toArray());
    assertThat(levels).containsOnly(level);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldNeverAskWithAWrongKey(int level) throws Exception {
    LidMap lids;
    Map<String, String> journal;
    try (EmbeddedNode first = startPatient(level, Map.of())) {
      assertThat(first.awaitQuiet().path("warnings")).isEmpty();
      assertProtected(level);
      awaitLightSweep(first);
      changeCable(first);
      assertNothingRefused();
      lids = simulator.call(Hardware::lids);
      journal = first.sameJournal();
    }
    try (EmbeddedNode second = startPatient(level, journal)) {
      JsonNode status = second.awaitQuiet();
      assertThat(status.path("term").asLong()).isEqualTo(2);
      assertThat(status.path("endPorts").asInt()).isEqualTo(18);
      assertThat(status.path("warnings")).isEmpty();
      assertProtected(level);
      awaitLightSweep(second);
      changeCable(second);
      assertNothingRefused();
      Hardware.assertUp(simulator);
      LidMap after = simulator.call(Hardware::lids);
      IntStream.of(simulator.call(simulated -> simulated.fabric().endPorts()))
          .forEach(port -> assertThat(after.baseLid(port)).isEqualTo(lids.baseLid(port)));
    }
  }

  /** Pulls out a cable between switches, puts it back, and waits for what comes of it. */
  private void changeCable(EmbeddedNode node) {
    int links = node.status().path("links").asInt();
    int cable = simulator.call(simulated -> simulated.fabric().port(0, 1));
    simulator.call(simulated -> simulated.unlink(cable));
    node.awaitStatus(status -> status.path("links").asInt() == links - 1);
    simulator.call(simulated -> simulated.relink(cable));
    node.awaitStatus(status -> status.path("links").asInt() == links);
    node.awaitQuiet();
  }

  /** A host that was unplugged while a term came and went comes back with the key of before. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldLetInAPortThatHoldsTheKeyOfAnEarlierTerm(int level) throws Exception {
    int absent = endPort(OTHER);
    LidMap lids;
    Map<String, String> journal;
    try (EmbeddedNode first = start(level, Map.of())) {
      first.awaitQuiet();
      lids = simulator.call(Hardware::lids);
      journal = first.sameJournal();
    }
    simulator.call(simulated -> simulated.unlink(absent));
    try (EmbeddedNode second = start(level, journal)) {
      assertThat(second.awaitQuiet().path("endPorts").asInt()).isEqualTo(17);

      simulator.call(simulated -> simulated.relink(absent));
      second.awaitStatus(status -> status.path("endPorts").asInt() == 18);
      assertThat(second.awaitQuiet().path("warnings")).isEmpty();
      assertHoldsTheKeyOfTheTerm(journal, absent);
      simulator.call(simulated -> simulated.unlink(absent));
      second.awaitStatus(status -> status.path("endPorts").asInt() == 17);
    }
    // The next term does without it, and the one after meets it when it begins.
    try (EmbeddedNode third = start(level, journal)) {
      third.awaitQuiet();
    }
    simulator.call(simulated -> simulated.relink(absent));
    try (EmbeddedNode fourth = start(level, journal)) {
      JsonNode status = fourth.awaitQuiet();
      assertThat(status.path("endPorts").asInt()).isEqualTo(18);
      assertThat(status.path("warnings")).isEmpty();
      assertHoldsTheKeyOfTheTerm(journal, absent);
      assertThat(simulator.call(Hardware::lids).baseLid(absent)).isEqualTo(lids.baseLid(absent));
      Hardware.assertUp(simulator);
    }
  }

  private void assertHoldsTheKeyOfTheTerm(Map<String, String> journal, int port) {
    long guid = simulator.call(simulated -> simulated.fabric().portGuid(port));
    long held = simulator.call(simulated -> simulated.portInfo(port).mKey());
    assertThat(held).isEqualTo(JournaledTerms.read(journal).last().of(guid));
  }
}
