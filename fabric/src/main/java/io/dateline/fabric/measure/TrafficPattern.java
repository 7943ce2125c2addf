package io.dateline.fabric.measure;

/**
 * Which port sends to which at the same time, and how much. Any array has an element for each flow.
 *
 * @param name for people
 * @param sources end ports
 * @param destinations end ports
 * @param weights amounts in any unit, above 0
 */
public record TrafficPattern(String name, int[] sources, int[] destinations, double[] weights) {
  public TrafficPattern {
    if (sources.length != destinations.length || sources.length != weights.length) {
      throw new IllegalArgumentException("a flow has a source, a destination and a weight");
    }
  }

  /** How many there are. */
  public int flows() {
    return sources.length;
  }
}
