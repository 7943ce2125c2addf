package io.dateline.sm.cli.demo;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.sim.IbsimServer;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sim.observe.PathClient;
import io.dateline.sim.observe.SubnetImage;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The simulated fabric of a demo, in this process; nodes in others attach to it. What it tells is
 * read from the simulated hardware, not from what a node believes.
 */
final class DemoFabric implements AutoCloseable {
  /** An application asks for the paths of so many pairs of ports; of more ports, not from all. */
  private static final int PAIRS_MAX = 20_000;

  /**
   * Where a program can be attached.
   *
   * @param port of the fabric
   * @param node as {@code --fabric} names it
   */
  record Place(int port, String node) {}

  private final Fabric fabric;
  private final Simulator simulator;
  private final int udpPort;
  private final List<Place> places;

  private DemoFabric(Fabric fabric, int udpPort) {
    this.fabric = fabric;
    this.udpPort = udpPort;
    simulator = new Simulator(new SimulatedFabric(fabric));
    places = simulator.call(DemoFabric::places);
  }

  private static List<Place> places(SimulatedFabric simulated) {
    Fabric fabric = simulated.fabric();
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < fabric.nodeCount(); i++) {
      int node = (fabric.switchCount() + i) % fabric.nodeCount(); // switches come last
      int port = simulated.portForPrograms(node);
      if (port != Fabric.NONE) {
        places.add(new Place(port, Guid.format(fabric.nodeGuid(node))));
      }
    }
    return places;
  }

  /** Switches the fabric on, and listens for nodes on the loopback. */
  static DemoFabric start(Fabric fabric) {
    int udpPort = DemoPorts.forSimulatedFabric();
    DemoFabric started = new DemoFabric(fabric, udpPort);
    IbsimServer unused =
        IbsimServer.serve(
            started.simulator, new InetSocketAddress(InetAddress.getLoopbackAddress(), udpPort));
    return started;
  }

  int udpPort() {
    return udpPort;
  }

  /** What {@code --fabric} takes, to attach to a place. */
  String address(Place place) {
    return "sim://127.0.0.1:" + udpPort + "/" + place.node();
  }

  /** Nodes that can have a program: channel adapters, routers, then switches. */
  List<Place> places() {
    return places;
  }

  /** The node's name, for people. */
  String description(Place place) {
    String description = fabric.description(fabric.nodeOf(place.port()));
    return description.isBlank() ? place.node() : description;
  }

  int lid(Place place) {
    return simulator.call(simulated -> simulated.lid(place.port()));
  }

  SubnetImage image() {
    return simulator.call(SubnetImage::of);
  }

  /** An application that asks for paths from now on; from all LIDs, if they are not too many. */
  PathClient application(Place place) {
    int[] lids = image().lids().values().stream().mapToInt(Integer::intValue).toArray();
    int[] sources = new int[Math.clamp(PAIRS_MAX / lids.length, 1, lids.length)];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = lids[(int) ((long) i * lids.length / sources.length)];
    }
    return new PathClient(simulator, place.port(), sources);
  }

  @Override
  public void close() {
    simulator.close();
  }

  /** What else can be done with a fabric that is up. */
  void tellHints(PrintWriter out) {
    out.printf(
        "Attach a tool:   IBSIM_SERVER_NAME=127.0.0.1 IBSIM_SERVER_PORT=%d ibsim-run ibnetdiscover%n",
        udpPort());
    out.println("^C ends it.");
    out.flush();
  }
}
