package io.dateline.sm.path;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathTrace;
import io.dateline.fabric.Routing;
import java.util.ArrayList;
import java.util.List;

/**
 * The way of packets from one end port to another.
 *
 * @param from where it begins
 * @param to where it is to end
 * @param engine that made the tables, empty where that is not known
 * @param sl that packets carry
 * @param mtu of the path in bytes, null where it is not known
 * @param gbps its rate, null where it is not known
 * @param noPath why subnet administration gives no such path, null where it does, or is not asked
 * @param hops channels in their order
 * @param fewest channels that there could be, -1 where no cables lead
 * @param arrives whether packets do
 * @param what becomes of a packet, in a sentence
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PathReport(
    EndPort from,
    EndPort to,
    String engine,
    int sl,
    Integer mtu,
    Double gbps,
    String noPath,
    List<Hop> hops,
    int fewest,
    boolean arrives,
    String what) {
  /** One end. */
  public record EndPort(String name, String portGuid, int lid) {}

  /**
   * A channel.
   *
   * @param node that it leaves, by its port {@code port}
   * @param toNode that it leads to, null where there is no cable
   * @param vl its lane
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Hop(
      String node, String guid, int port, String toNode, String toGuid, Integer toPort, int vl) {}

  /**
   * What is known of a path beside its tables.
   *
   * @param sl that the path has
   * @param mtu in bytes, null where it is not known
   * @param gbps null where it is not known
   * @param noPath why there is no such path for who asks, null where there is, or nobody was asked
   */
  public record Terms(int sl, Integer mtu, Double gbps, String noPath) {
    /** Of a path that there is. */
    public Terms(int sl, Integer mtu, Double gbps) {
      this(sl, mtu, gbps, null);
    }
  }

  /** Says which terms a path has. */
  public interface TermsSource {
    /** Of packets between two LIDs. */
    Terms of(int sourceLid, int destinationLid);

    /** What a routing says, where nothing more is known. */
    static TermsSource slsOf(Routing routing) {
      return (source, destination) ->
          new Terms(routing.pathSl().sl(source, destination), null, null);
    }
  }

  /**
   * Follows packets.
   *
   * @param from LID, GUID or name, see {@code PortSearch}
   * @param to likewise
   * @throws IllegalArgumentException with a sentence, if one of them is none, or several
   */
  public static PathReport of(
      Fabric fabric, LidMap lids, Routing routing, String from, String to, TermsSource source) {
    PortSearch search = new PortSearch(fabric, lids);
    PortSearch.Found begin = search.find(from);
    PortSearch.Found end = search.find(to);
    Terms terms = source.of(begin.lid(), end.lid());
    PathTrace trace =
        PathTrace.of(fabric, routing, begin.port(), end.port(), end.lid(), terms.sl());
    List<Hop> hops = new ArrayList<>();
    trace.hops().forEach(hop -> hops.add(hop(fabric, hop)));
    int fewest = PathTrace.fewest(fabric, begin.port(), end.port());
    return new PathReport(
        endPort(fabric, begin),
        endPort(fabric, end),
        routing.engine(),
        terms.sl(),
        terms.mtu(),
        terms.gbps(),
        terms.noPath(),
        hops,
        fewest,
        trace.end() == PathTrace.End.ARRIVED,
        sentence(trace, fewest));
  }

  private static EndPort endPort(Fabric fabric, PortSearch.Found found) {
    return new EndPort(
        fabric.description(fabric.nodeOf(found.port())),
        Guid.format(fabric.portGuid(found.port())),
        found.lid());
  }

  private static Hop hop(Fabric fabric, PathTrace.Hop hop) {
    int node = fabric.nodeOf(hop.output());
    boolean isLinked = hop.arrival() != Fabric.NONE;
    int next = isLinked ? fabric.nodeOf(hop.arrival()) : Fabric.NONE;
    return new Hop(
        fabric.description(node),
        Guid.format(fabric.nodeGuid(node)),
        fabric.portNumber(hop.output()),
        isLinked ? fabric.description(next) : null,
        isLinked ? Guid.format(fabric.nodeGuid(next)) : null,
        isLinked ? fabric.portNumber(hop.arrival()) : null,
        hop.vl());
  }

  private static String sentence(PathTrace trace, int fewest) {
    int count = trace.hops().size();
    String cables = count == 1 ? "1 cable" : count + " cables";
    if (trace.end() != PathTrace.End.ARRIVED) {
      return "after %s a packet %s".formatted(cables, trace.end().words());
    }
    return count == fewest
        ? "%s, the fewest there can be".formatted(cables)
        : "%s, where %d would be the fewest".formatted(cables, fewest);
  }
}
