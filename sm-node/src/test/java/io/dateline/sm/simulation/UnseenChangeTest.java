package io.dateline.sm.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.PortState;
import io.dateline.sim.SimulatedFabric;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Changes that come at a moment at which nothing tells of them, or too early: between the look at a
 * switch and the Set that clears its change bit, behind a port that the sweep takes up, and while
 * another look is under way. On a torus of nine switches with a host each.
 */
class UnseenChangeTest {
  private static final String OFTEN = "option dateline.subnet.sweep_interval = 2s";
  private static final String SELDOM = "option dateline.subnet.sweep_interval = 1h";

  private final Scenario scenario = new Scenario();
  private final List<String> said = new ArrayList<>();

  private void play(String... lines) {
    for (String line : lines) {
      said.clear();
      said.addAll(scenario.take(line));
    }
  }

  private void begin(String option) {
    play("fabric torus:3x3", "engine minhop", option, "start 0", "run 5000");
  }

  private long sweeps() {
    return said.stream().filter(line -> line.contains("SUBNET UP")).count();
  }

  private static int[] linkedHosts(SimulatedFabric fabric) {
    return IntStream.of(Adapters.ports(fabric.fabric()))
        .filter(port -> isLinked(fabric, port))
        .toArray();
  }

  private static boolean isLinked(SimulatedFabric fabric, int port) {
    int peer = fabric.peer(port);
    return peer != Fabric.NONE
        && fabric.isUp(fabric.fabric().nodeOf(port))
        && fabric.isUp(fabric.fabric().nodeOf(peer));
  }

  private void assertWhole() {
    SimulatedFabric fabric = scenario.fabric();
    Fabric known = fabric.fabric();
    assertThat(IntStream.range(0, known.portCount()))
        .as("linked ports that are not Active")
        .noneMatch(
            port ->
                known.portNumber(port) > 0
                    && isLinked(fabric, port)
                    && fabric.portState(port) != PortState.ACTIVE);
    int[] hosts = linkedHosts(fabric);
    for (int from : hosts) {
      for (int to : hosts) {
        assertThat(Ways.arrives(fabric, from, to)).as("%d to %d", from, to).isTrue();
      }
    }
    assertThat(IntStream.of(hosts).map(fabric::lid)).doesNotHaveDuplicates();
  }

  /** Such a switch has no LID yet, and tells nothing. */
  @Test
  void shouldSeeAHostThatComesUpBehindANewSwitch() {
    begin(OFTEN);
    play("off 8", "run 5000", "pull-host 8", "on 8", "until has looked at", "plug-host 8");
    play("run 5000");
    assertWhole();
    assertThat(linkedHosts(scenario.fabric())).hasSize(9);
  }

  @Test
  void shouldSeeWhatComesUpAfterTheFirstLook() {
    play("fabric torus:3x3", "engine minhop", SELDOM, "pull-host 8", "pull 4 1");
    play("start 0", "until await survey", "plug-host 8", "plug 4 1", "run 5000");
    assertWhole();
    assertThat(linkedHosts(scenario.fabric())).hasSize(9);
  }

  @Test
  void shouldSeeAHostThatIsResetBeforeItsPortIsTakenUp() {
    play("partitions Default=0x7fff, ipoib: ALL=full; job=0x7: {host 8}=full, {host 1}=full;");
    begin(OFTEN);
    play("pull-host 8", "run 3000", "plug-host 8", "until await unicast cache");
    play("off 17", "on 17", "run 10000");
    assertWhole();
    play("keys 8");
    assertThat(said.toString()).contains("[0xffff, 0x8007]");
  }

  @Test
  void shouldSeeASwitchThatIsResetBeforeItsPortsAreTakenUp() {
    begin(SELDOM);
    play("off 8", "run 3000", "on 8", "until await 0 sets of lanes", "off 8", "on 8", "run 10000");
    assertWhole();
  }

  /** The look waits for the GUIDs of the first one. */
  @Test
  void shouldSeeAnotherHostAtThePortOfOneThatIsLookedAt() {
    begin(OFTEN);
    play("mute-guids 8", "pull-host 7", "pull-host 8", "off 16", "on 16", "run 3000");
    play("plug-host 8", "until await discovery", "run 100");
    SimulatedFabric fabric = scenario.fabric();
    int[] hosts = Adapters.ports(fabric.fabric());
    int there = fabric.peer(hosts[8]);
    assertThat(fabric.unlink(hosts[8])).isTrue();
    assertThat(fabric.link(there, hosts[7])).isTrue();
    play("run 10000");
    assertWhole();
    play("run 10000");
    assertThat(sweeps()).isZero();
  }

  /** Each of its sweeps does something: none holds up what another cable tells. */
  @Test
  void shouldRepairAnotherCableWhileOneFlaps() {
    begin(SELDOM);
    for (int pauseMs = 250; pauseMs <= 4000; pauseMs *= 2) {
      play("pull 4 1", "plug 4 1", "run " + pauseMs);
    }
    play("pull 8 1", "run 1000");
    assertWhole();
  }

  /** Its questions went into the cable. */
  @Test
  void shouldNotBelieveALightSweepThatACableHasDiedUnder() {
    begin(OFTEN);
    play("until await light sweep", "pull 4 1", "run 20000");
    assertWhole();
    assertThat(said.stream().filter(line -> line.contains("an engine is asked"))).hasSize(1);
    assertThat(said.toString()).doesNotContain("no longer answers");
  }
}
