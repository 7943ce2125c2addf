package io.dateline.sm.discover;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import it.unimi.dsi.fastutil.longs.LongSets;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * How much of a subnet is to be looked at: all of it, or the nodes of some end ports, which have
 * told of a change. Immutable.
 */
public final class Extent {
  public static final Extent WHOLE = new Extent(true, LongSets.EMPTY_SET);
  public static final Extent NONE = new Extent(false, LongSets.EMPTY_SET);

  private final boolean isWhole;
  private final LongSet ports;

  private Extent(boolean isWhole, LongSet ports) {
    this.isWhole = isWhole;
    this.ports = ports;
  }

  /**
   * The node of an end port.
   *
   * @param portGuid 0 where it is not known whose it is
   */
  public static Extent at(long portGuid) {
    return portGuid == 0 ? WHOLE : new Extent(false, LongSets.singleton(portGuid));
  }

  /** What either asks for. */
  public Extent and(Extent other) {
    if (isWhole || other.isWhole) {
      return WHOLE;
    }
    LongOpenHashSet both = new LongOpenHashSet(ports);
    both.addAll(other.ports);
    return new Extent(false, LongSets.unmodifiable(both));
  }

  /**
   * What is left without some ports.
   *
   * @return empty where nothing is
   */
  public Optional<Extent> without(LongPredicate left) {
    LongOpenHashSet others = new LongOpenHashSet(ports);
    others.removeIf(left);
    return isWhole || !others.isEmpty()
        ? Optional.of(new Extent(isWhole, LongSets.unmodifiable(others)))
        : Optional.empty();
  }

  public boolean isWhole() {
    return isWhole;
  }

  public boolean isNone() {
    return !isWhole && ports.isEmpty();
  }

  /** GUIDs of end ports; none where it is the whole. */
  public LongSet ports() {
    return ports;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Extent extent
        && isWhole == extent.isWhole
        && ports.equals(extent.ports);
  }

  @Override
  public int hashCode() {
    return isWhole ? 1 : ports.hashCode();
  }

  @Override
  public String toString() {
    return isWhole ? "whole" : ports.toString();
  }
}
