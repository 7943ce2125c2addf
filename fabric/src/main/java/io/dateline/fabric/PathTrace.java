package io.dateline.fabric;

import java.util.ArrayList;
import java.util.List;

/**
 * The way of a packet through the forwarding tables, as the switches take it (IBA Vol 1, 18.2.4.3),
 * channel by channel.
 *
 * @param hops channels that the packet takes, in this order
 * @param end what becomes of it
 */
public record PathTrace(List<Hop> hops, End end) {
  private static final int HOPS_MAX = 64;

  /**
   * A channel.
   *
   * @param output port that the packet leaves by
   * @param arrival port that it arrives at, {@link Fabric#NONE} where there is no cable
   * @param vl lane that it takes there, {@link SlToVl#DROP} where it is dropped
   */
  public record Hop(int output, int arrival, int vl) {}

  /** What becomes of a packet. */
  public enum End {
    /** It arrives. */
    ARRIVED("arrives"),
    /** A switch has no entry for its LID. */
    NO_ENTRY("is dropped: the switch has no entry for its LID"),
    /** A switch sends it out of a port without a cable. */
    NO_CABLE("is lost: no cable is at the port"),
    /** It has no lane on a channel. */
    DROPPED("is dropped: its SL has no lane there"),
    /** It comes to an end port that is another one's. */
    ASTRAY("comes to another port"),
    /** It goes round. */
    LOOP("goes in circles");

    private final String words;

    End(String words) {
      this.words = words;
    }

    /** The rest of a sentence about a packet. */
    public String words() {
      return words;
    }
  }

  /**
   * Follows a packet.
   *
   * @param source end port that it begins at
   * @param destination end port that it is for
   * @param lid of the destination
   * @param sl that it carries
   */
  public static PathTrace of(
      Fabric fabric, Routing routing, int source, int destination, int lid, int sl) {
    List<Hop> hops = new ArrayList<>();
    int at = source; // where the packet is: it came in by this port
    while (hops.size() < HOPS_MAX) {
      if (at == destination) {
        return new PathTrace(List.copyOf(hops), End.ARRIVED);
      }
      int node = fabric.nodeOf(at);
      boolean isSwitch = fabric.isSwitch(node);
      if (!isSwitch && at != source) {
        return new PathTrace(List.copyOf(hops), End.ASTRAY);
      }
      int number = isSwitch ? routing.tables().port(node, lid) : fabric.portNumber(source);
      if (number > fabric.externalPortCount(node)) {
        return new PathTrace(List.copyOf(hops), End.NO_ENTRY);
      }
      if (number == 0) {
        boolean isHere = fabric.port(node, 0) == destination;
        return new PathTrace(List.copyOf(hops), isHere ? End.ARRIVED : End.ASTRAY);
      }
      int input = at == source ? 0 : fabric.portNumber(at);
      int output = fabric.port(node, number);
      int vl = routing.slToVl().vl(node, input, number, sl);
      int arrival = fabric.peer(output);
      hops.add(new Hop(output, arrival, vl));
      if (vl == SlToVl.DROP) {
        return new PathTrace(List.copyOf(hops), End.DROPPED);
      }
      if (arrival == Fabric.NONE) {
        return new PathTrace(List.copyOf(hops), End.NO_CABLE);
      }
      at = arrival;
    }
    return new PathTrace(List.copyOf(hops), End.LOOP);
  }

  /**
   * The fewest channels between two end ports, whatever the tables say; {@link BreadthFirst#NONE}
   * where no cables lead.
   */
  public static int fewest(Fabric fabric, int source, int destination) {
    int from = nextSwitch(fabric, source);
    int to = nextSwitch(fabric, destination);
    int ends = ends(fabric, source) + ends(fabric, destination);
    if (source == destination) {
      return 0;
    }
    if (from == Fabric.NONE || to == Fabric.NONE) {
      return fabric.peer(source) == destination ? 1 : BreadthFirst.NONE;
    }
    int between = new BreadthFirst(new SwitchGraph(fabric)).from(from).distance(to);
    return between == BreadthFirst.NONE ? between : between + ends;
  }

  private static int ends(Fabric fabric, int port) {
    return fabric.isSwitch(fabric.nodeOf(port)) ? 0 : 1;
  }

  /** The switch that a port is of, or that it is at. */
  private static int nextSwitch(Fabric fabric, int port) {
    int node = fabric.nodeOf(port);
    if (fabric.isSwitch(node)) {
      return node;
    }
    int peer = fabric.peer(port);
    return peer == Fabric.NONE || !fabric.isSwitch(fabric.nodeOf(peer))
        ? Fabric.NONE
        : fabric.nodeOf(peer);
  }
}
