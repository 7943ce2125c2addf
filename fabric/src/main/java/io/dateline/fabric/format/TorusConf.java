package io.dateline.fabric.format;

import io.dateline.fabric.TorusShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a {@code torus-2QoS.conf} says:
 *
 * <pre>
 * torus 1 4 5                      # or mesh; 4m, 5t: open or closed whatever the keyword is
 * yp_link 0x200000 0x200005        # the switch in +y of the seed's origin
 * ym_link 0x200000 0x20000f
 * zp_link 0x200000 0x200001
 * next_seed                        # another way in, should one of those be lost
 * yp_link 0x20000b 0x200010
 * ym_link 0x20000b 0x200006
 * zp_link 0x20000b 0x20000c
 * y_dateline -2                    # this seed's origin is at y=2
 * z_dateline -1
 * port_order 7 10 8 11
 * portgroup_max_ports 16
 * max_changes 32
 * </pre>
 *
 * @param shape the grid; a torus of radix 2 in a dimension stays one here
 * @param seeds at least one, in the file's order; each has links in all dimensions that are used,
 *     and of looped ones of radix 4 both
 * @param portgroupMaxPorts most cables between two switches, and most hosts of a switch
 * @param portOrder port numbers of destination switches that are visited first, without repetition
 * @param maxChanges how many changes of the torus are told one by one
 */
public record TorusConf(
    TorusShape shape,
    List<Seed> seeds,
    int portgroupMaxPorts,
    List<Integer> portOrder,
    int maxChanges) {
  public static final int PORTGROUP_MAX_PORTS = 16;
  public static final int MAX_CHANGES = 32;

  public TorusConf {
    Objects.requireNonNull(shape);
    seeds = List.copyOf(seeds);
    portOrder = List.copyOf(portOrder);
  }

  /**
   * Reads a file.
   *
   * @throws FormatException if a line is not of that form, or a seed says too little or contradicts
   *     itself
   */
  public static TorusConf read(Path file) throws IOException {
    return new TorusConfReader().read(file);
  }

  /**
   * Where to begin.
   *
   * @param originGuid the switch that all links of the seed begin at
   * @param neighbours by direction (see {@link TorusShape}) the switch that the link leads to; only
   *     of dimensions that are used
   * @param datelines of x, y and z: how far the coordinates' origin is moved from the seed's
   */
  public record Seed(long originGuid, Map<Integer, Long> neighbours, List<Integer> datelines) {
    public Seed {
      neighbours = Map.copyOf(neighbours);
      datelines = List.copyOf(datelines);
    }

    /** The place of the seed's origin: as far the other way as the datelines are moved. */
    public int originPlace(TorusShape shape) {
      int place = 0;
      for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
        int at = Math.floorMod(-datelines.get(dimension), shape.radix(dimension));
        place = shape.with(place, dimension, at);
      }
      return place;
    }

    /**
     * The place that a link of the seed leads to, or {@link io.dateline.fabric.Fabric#NONE} where
     * that is outside of a mesh. In a dimension of radix 2 both directions lead to the same place.
     */
    public int neighbourPlace(TorusShape shape, int direction) {
      int place = originPlace(shape);
      int dimension = TorusShape.dimension(direction);
      return shape.radix(dimension) == 2
          ? shape.with(place, dimension, 1 - shape.coordinate(place, dimension))
          : shape.next(place, direction);
    }
  }
}
