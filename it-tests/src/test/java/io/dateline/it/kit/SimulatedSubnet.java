package io.dateline.it.kit;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.attribute.PortState;
import io.dateline.mad.transport.FabricAddress;
import io.dateline.sim.IbsimServer;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sim.observe.SubnetImage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A simulated fabric in the test's own process, served to nodes in others. What it says of LIDs and
 * tables is read from the simulated hardware, not from what a node believes.
 */
public final class SimulatedSubnet implements AutoCloseable {
  private static final int HOPS_MAX = 64;

  private final Fabric fabric;
  private final Simulator simulator;
  private final IbsimServer server;

  private SimulatedSubnet(Fabric fabric, InetAddress address) {
    this.fabric = fabric;
    simulator = new Simulator(new SimulatedFabric(fabric));
    server = IbsimServer.serve(simulator, new InetSocketAddress(address, 0));
  }

  /**
   * Starts one.
   *
   * @param topology such as {@code torus:4x4}
   */
  public static SimulatedSubnet start(String topology) {
    return startAt(InetAddress.getLoopbackAddress(), topology);
  }

  /** Starts one of a fabric. */
  public static SimulatedSubnet start(Fabric fabric) {
    return new SimulatedSubnet(fabric, InetAddress.getLoopbackAddress());
  }

  /** As {@link #start}, where others than this host's processes reach it. */
  public static SimulatedSubnet startAt(InetAddress address, String topology) {
    return new SimulatedSubnet(TopologySpec.parse(topology).generate(), address);
  }

  public Fabric fabric() {
    return fabric;
  }

  public Simulator simulator() {
    return simulator;
  }

  /** The port on the loopback at which it is attached to. */
  public int port() {
    return ((FabricAddress.Sim) FabricAddress.parse(address())).port();
  }

  /** What {@code --fabric} takes. */
  public String address() {
    return "sim://" + server.address().getHostString() + ":" + server.address().getPort();
  }

  /** Types a console command. */
  public String console(String command) {
    String answer = simulator.command(command);
    if (answer.startsWith("error")) {
      throw new IllegalArgumentException(command + ": " + answer);
    }
    return answer;
  }

  /** The node of this description. */
  public int node(String description) {
    for (int node = 0; node < fabric.nodeCount(); node++) {
      if (fabric.description(node).equals(description)) {
        return node;
      }
    }
    throw new IllegalArgumentException("no node " + description);
  }

  /** All switches lose their tables for a moment. */
  public void powerCycleSwitches() {
    simulator.execute(
        simulated -> {
          for (int node = 0; node < fabric.switchCount(); node++) {
            simulated.nodeDown(node);
            simulated.nodeUp(node);
          }
        });
  }

  /** Pulls out the cable at a port that has one. */
  public void unlink(int port) {
    changed("no cable to pull out", simulated -> simulated.unlink(port));
  }

  /** Plugs the cable in again that was pulled out at a port. */
  public void relink(int port) {
    changed("no cable to plug in", simulated -> simulated.relink(port));
  }

  /**
   * A port at a cable between switches that packets from an end port to another, and back, do not
   * take.
   */
  public int cableBeside(int endPort, int other) {
    Set<Integer> taken = new HashSet<>();
    simulator.call(simulated -> taken.addAll(way(simulated, endPort, other)));
    simulator.call(simulated -> taken.addAll(way(simulated, other, endPort)));
    for (int port = 0; port < fabric.portCount(); port++) {
      int peer = fabric.peer(port);
      if (peer != Fabric.NONE
          && fabric.isSwitch(fabric.nodeOf(port))
          && fabric.isSwitch(fabric.nodeOf(peer))
          && !taken.contains(port)
          && !taken.contains(peer)) {
        return port;
      }
    }
    throw new IllegalArgumentException("every cable is on the way");
  }

  /** The ports that packets leave by. */
  private Set<Integer> way(SimulatedFabric simulated, int from, int to) {
    Set<Integer> ports = new HashSet<>();
    for (int at = from; at != to && ports.add(at); ) {
      int node = fabric.nodeOf(fabric.peer(at));
      at = fabric.peer(at) == to ? to : fabric.port(node, simulated.route(node, simulated.lid(to)));
    }
    return ports;
  }

  private void changed(String otherwise, Function<SimulatedFabric, Boolean> change) {
    if (!simulator.call(change)) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** LIDs in the hardware by port GUID; ports that have none are left out. */
  public Map<Long, Integer> lids() {
    return simulator.call(SubnetImage::of).lids();
  }

  /** M_Keys in the hardware by port GUID. */
  public Map<Long, Long> mKeys() {
    return simulator.call(
        simulated -> {
          Map<Long, Long> keys = new TreeMap<>();
          for (int port : fabric.endPorts()) {
            keys.put(fabric.portGuid(port), simulated.portInfo(port).mKey());
          }
          return keys;
        });
  }

  /** External ports with a cable and power at both ends that are not Active. */
  public int portsNotActive() {
    return simulator.call(
        simulated -> {
          int count = 0;
          for (int port = 0; port < fabric.portCount(); port++) {
            count += isLinked(simulated, port) && !isActive(simulated, port) ? 1 : 0;
          }
          return count;
        });
  }

  private boolean isLinked(SimulatedFabric simulated, int port) {
    int peer = fabric.portNumber(port) == 0 ? Fabric.NONE : simulated.peer(port);
    return peer != Fabric.NONE
        && simulated.isUp(fabric.nodeOf(port))
        && simulated.isUp(fabric.nodeOf(peer));
  }

  private static boolean isActive(SimulatedFabric simulated, int port) {
    return simulated.portState(port) == PortState.ACTIVE;
  }

  /**
   * Pairs of a linked channel adapter and another linked end port between which a packet would be
   * lost in the tables and links as they are now.
   */
  public int unservedPairs() {
    return unserved().size();
  }

  /** Those pairs: where the packets of each stop, and why. */
  public List<String> unserved() {
    return unserved(false);
  }

  /** Of those pairs the ones between adapters. */
  public List<String> unservedAdapters() {
    return unserved(true);
  }

  private List<String> unserved(boolean onlyAdapters) {
    return simulator.call(
        simulated -> {
          List<String> found = new ArrayList<>();
          for (int from : fabric.endPorts()) {
            if (!isLinked(simulated, from)) {
              continue;
            }
            for (int to : fabric.endPorts()) {
              boolean isWanted = !onlyAdapters || fabric.portNumber(to) > 0;
              if (from != to && isWanted && isThere(simulated, to)) {
                stop(simulated, from, to)
                    .ifPresent(
                        stop -> found.add("%s to %s: %s".formatted(name(from), name(to), stop)));
              }
            }
          }
          return found;
        });
  }

  private String name(int port) {
    return "%s[%d]".formatted(fabric.description(fabric.nodeOf(port)), fabric.portNumber(port));
  }

  private boolean isThere(SimulatedFabric simulated, int endPort) {
    if (fabric.portNumber(endPort) > 0) {
      return isLinked(simulated, endPort);
    }
    int node = fabric.nodeOf(endPort);
    for (int number = 1; number <= fabric.externalPortCount(node); number++) {
      if (isLinked(simulated, fabric.port(node, number))) {
        return true;
      }
    }
    return false;
  }

  /** Where packets stop, or nothing where they arrive. */
  private Optional<String> stop(SimulatedFabric simulated, int from, int to) {
    int lid = simulated.lid(to);
    int out = from;
    for (int hop = 0; lid != 0 && hop < HOPS_MAX; hop++) {
      if (!isLinked(simulated, out) || !isActive(simulated, out)) {
        return Optional.of(name(out) + " is not active");
      }
      int arrival = simulated.peer(out);
      int node = fabric.nodeOf(arrival);
      if (arrival == to) {
        return Optional.empty();
      }
      if (!fabric.isSwitch(node)) {
        return Optional.of("it comes to " + name(arrival));
      }
      int number = simulated.route(node, lid);
      if (number == 0 && fabric.port(node, 0) == to) {
        return Optional.empty();
      }
      if (number == 0 || number > fabric.externalPortCount(node)) {
        return Optional.of(
            "%s has port %d for LID %d".formatted(fabric.description(node), number, lid));
      }
      out = fabric.port(node, number);
    }
    return Optional.of(lid == 0 ? "it has no LID" : "packets go round");
  }

  @Override
  public void close() {
    simulator.close();
  }
}
