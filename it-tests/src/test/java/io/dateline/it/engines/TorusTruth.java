package io.dateline.it.engines;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.PathQuestions;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.attribute.PortState;
import io.dateline.sim.SimulatedFabric;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What of a torus may never change, at one moment.
 *
 * @param lids in the hardware, by port GUID
 * @param levels SLs that the subnet administration answers, by {@code <source LID> -> <LID>}; pairs
 *     that are not connected are left out
 * @param lanes SL2VL maps in the hardware by {@code <switch>[<input>][<output>]}; ports without a
 *     link are left out
 */
record TorusTruth(Map<Long, Integer> lids, Map<String, Integer> levels, Map<String, Long> lanes) {

  /**
   * Asks and reads it all.
   *
   * @param at LID of the master
   */
  static TorusTruth of(SimulatedSubnet subnet, PathQuestions questions, int at)
      throws InterruptedException {
    Map<Long, Integer> lids = subnet.lids();
    return new TorusTruth(
        lids,
        levels(questions, at, lids.values()),
        subnet.simulator().call(TorusTruth::lanesOfSwitches));
  }

  private static Map<String, Integer> levels(
      PathQuestions questions, int at, Collection<Integer> lids) throws InterruptedException {
    Map<String, Integer> levels = new TreeMap<>();
    for (int from : lids) {
      questions
          .askAll(at, from, lids)
          .forEach((to, path) -> levels.put(from + " -> " + to, path.sl()));
    }
    return levels;
  }

  private static Map<String, Long> lanesOfSwitches(SimulatedFabric simulated) {
    Fabric fabric = simulated.fabric();
    Map<String, Long> lanes = new TreeMap<>();
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int input : ports(simulated, node)) {
        for (int output : ports(simulated, node)) {
          lanes.put(
              "%s[%d][%d]".formatted(fabric.description(node), input, output),
              simulated.slToVl(node, input, output));
        }
      }
    }
    return lanes;
  }

  /** Numbers of a switch's ports that packets come in by or go out by. */
  private static int[] ports(SimulatedFabric simulated, int node) {
    Fabric fabric = simulated.fabric();
    return IntStream.rangeClosed(0, fabric.externalPortCount(node))
        .filter(
            number ->
                number == 0
                    ? simulated.isUp(node)
                    : simulated.portState(fabric.port(node, number)) == PortState.ACTIVE)
        .toArray();
  }

  /** Where a node says that switches and datelines are; nothing of which switches are there. */
  static String frame(SmNodeProcess node) {
    JsonNode torus = node.get("routing").orElseThrow().path("torus");
    StringBuilder text = new StringBuilder();
    text.append(torus.path("digest")).append(torus.path("dimensions"));
    for (JsonNode placed : torus.path("switches")) {
      text.append('\n').append(placed.path("guid").asText()).append(placed.path("place"));
    }
    return text.toString();
  }
}
