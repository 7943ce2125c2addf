package io.dateline.fabric.generate;

import io.dateline.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A network to generate: its kind and sizes, and what is damaged about it. One specification gives
 * the same fabric everywhere: same names, GUIDs and ports.
 *
 * <pre>
 * torus:XxYxZ[:HOSTS]   mesh:XxYxZ[:HOSTS]    up to three dimensions, HOSTS at every switch
 * hypercube:D[:HOSTS]
 * ftree:M1,M2,..:W1,W2,..                     XGFT, leaf level first
 * dragonfly:A,H,P                             A*H+1 groups of A switches with H global links, P hosts
 * jellyfish:SW,DEG,HOSTS,SEED                 random regular graph
 * hyperx:S1,S2,..[:HOSTS]
 * kautz:B,N,HOSTS
 * slimfly:Q,HOSTS
 * model:NAME                                  a cluster: chic, deimos, juropa, odin, tsubame
 * </pre>
 */
public final class TopologySpec {
  private static final Pattern SPEC = Pattern.compile("[a-z]{2,}:(?!/)");

  private final String text;
  private final Shape shape;
  private final NetworkFaults faults;

  private TopologySpec(String text, Shape shape, NetworkFaults faults) {
    this.text = text;
    this.shape = shape;
    this.faults = faults;
  }

  /** Whether a text looks like a specification, of a kind that there is or not, and no path. */
  public static boolean isSpec(String text) {
    return SPEC.matcher(text).lookingAt();
  }

  /**
   * Reads a specification in one word.
   *
   * @throws IllegalArgumentException with a sentence for people, if it is none or too big
   */
  public static TopologySpec parse(String text) {
    int colon = text.indexOf(':');
    Kind kind = Kind.named(colon < 0 ? text : text.substring(0, colon));
    Shape shape = kind.parse(colon < 0 ? "" : text.substring(colon + 1));
    return new TopologySpec(text, checked(shape), NetworkFaults.NONE);
  }

  /**
   * Reads command line arguments: a specification in one word, or a kind and the sizes in the order
   * above, separated by blanks (those that may be many by commas); and anywhere behind the first
   * {@code --drop-links K:SEED}, {@code --drop-switches K:SEED}, {@code --shuffle-ports SEED},
   * {@code --shuffle-guids SEED}.
   *
   * @throws IllegalArgumentException with a sentence for people
   */
  public static TopologySpec ofArguments(String first, List<String> others) {
    List<String> sizes = new ArrayList<>();
    NetworkFaults faults = FaultOptions.take(others, sizes);
    if (first.indexOf(':') < 0) {
      Shape shape = checked(Kind.named(first).ofArguments(sizes));
      return new TopologySpec(first + " " + String.join(" ", others), shape, faults);
    }
    if (!sizes.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has its sizes in it, '%s' is too much".formatted(first, sizes.getFirst()));
    }
    return parse(first).withFaults(faults);
  }

  /** The same network with other faults. */
  public TopologySpec withFaults(NetworkFaults others) {
    return new TopologySpec(text, shape, others);
  }

  /**
   * Builds the fabric.
   *
   * @throws IllegalArgumentException if more is to be dropped than there is
   */
  public Fabric generate() {
    return PlannedFabric.of(shape.plan(), faults);
  }

  /** The text it was read from. */
  @Override
  public String toString() {
    return text;
  }

  private static Shape checked(Shape shape) {
    if (shape.switchPortsMax() > Sizes.PORTS_MAX) {
      throw new IllegalArgumentException(
          "a switch of this network needs %d ports, it can have %d"
              .formatted(shape.switchPortsMax(), Sizes.PORTS_MAX));
    }
    long endPorts = shape.switchCount() + shape.hostCount();
    if (endPorts > Sizes.LIDS_MAX) {
      throw new IllegalArgumentException(
          "this network has %s end ports, there are %d LIDs"
              .formatted(endPorts >= Shape.COUNT_CAP ? "far too many" : endPorts, Sizes.LIDS_MAX));
    }
    return shape;
  }
}
