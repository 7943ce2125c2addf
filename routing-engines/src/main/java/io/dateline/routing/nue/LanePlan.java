package io.dateline.routing.nue;

import io.dateline.fabric.BreadthFirst;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.EngineMemory;
import io.dateline.routing.LayerMemory;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which lane each destination is routed in. Those that were routed before stay where they were,
 * whatever became of the fabric, so that no path to them has another SL. Immutable; arrays are not
 * copies.
 *
 * @param lanes by destination
 * @param used one more than the highest lane with a destination, at least 1
 * @param isKept whether lanes were remembered and stand
 */
record LanePlan(NueTask task, byte[] lanes, int used, boolean isKept) {
  private static final byte UNKNOWN = LayerMemory.UNKNOWN;

  /**
   * Destinations without a lane go to the lanes with the least to do where one lane would have so
   * many times as much to do as with a new plan.
   */
  private static final double UNEVEN = 1.5;

  /**
   * Divides destinations by where they are, so that paths of a lane have much in common.
   *
   * @param remembered by LID, as {@link LayerMemory#layers} has it
   * @param before lanes that were ever used; with more of them now, destinations are divided anew
   *     where that is more even
   * @param lanes at least 1
   * @param other is asked first where destinations are divided anew, not where what is remembered
   *     stands: so it makes no difference then whether a node has it
   * @param warnings are added to where it cannot
   */
  static LanePlan of(
      NueTask task,
      byte[][] remembered,
      int before,
      int lanes,
      Optional<Partitioner> other,
      List<String> warnings) {
    byte[] fresh = lanes(task, GraphPartition.of(task.channels(), task.weights(), lanes));
    byte[] known = new byte[fresh.length];
    boolean isKnown = false;
    for (int destination = 0; destination < known.length; destination++) {
      byte lane = DestinationLanes.common(remembered[task.destinations().lids[destination]]);
      known[destination] = lane < lanes ? lane : UNKNOWN;
      isKnown |= known[destination] != UNKNOWN;
    }
    byte[] kept = completed(task, known, fresh);
    boolean isEven = heaviest(task, kept, lanes) <= UNEVEN * heaviest(task, fresh, lanes);
    boolean isKept = isKnown && (isEven || before >= lanes);
    byte[] planned;
    if (isKept) {
      planned = isEven ? kept : spread(task, known, fresh, lanes);
    } else {
      if (isKnown) {
        warnings.add(
            "%d lanes may be used, and %d were: destinations are divided anew, and paths get other SLs"
                .formatted(lanes, before));
      }
      planned = other.flatMap(way -> divided(task, lanes, way, warnings)).orElse(fresh);
    }
    return new LanePlan(
        task,
        planned,
        1 + IntStream.range(0, planned.length).map(i -> planned[i]).max().orElse(0),
        isKept);
  }

  /** The plan by which destinations had the lanes that they have. */
  static LanePlan of(NueTask task, DestinationLanes byLid) {
    byte[] lanes = new byte[task.destinations().count];
    for (int destination = 0; destination < lanes.length; destination++) {
      lanes[destination] = (byte) byLid.lane(task.destinations().lids[destination]);
    }
    return new LanePlan(task, lanes, byLid.used(), true);
  }

  private static Optional<byte[]> divided(
      NueTask task, int lanes, Partitioner way, List<String> warnings) {
    if (lanes == 1) {
      return Optional.empty();
    }
    return switch (way.divide(task.channels(), task.weights(), lanes)) {
      case Partitioner.Divided divided -> Optional.of(lanes(task, divided.parts()));
      case Partitioner.Unavailable unavailable -> {
        warnings.add(
            "nue_metis asks for METIS, but %s: the built-in partition is used"
                .formatted(unavailable.reason()));
        yield Optional.empty();
      }
    };
  }

  /** By destination the part of its switch. */
  private static byte[] lanes(NueTask task, int[] parts) {
    byte[] lanes = new byte[task.destinations().count];
    for (int destination = 0; destination < lanes.length; destination++) {
      lanes[destination] = (byte) parts[task.home(destination)];
    }
    return lanes;
  }

  /**
   * Has destinations without a lane go with others at their switch, or at the next one where there
   * are any.
   */
  private static byte[] completed(NueTask task, byte[] before, byte[] fresh) {
    SwitchGraph channels = task.channels();
    byte[] laneAt = new byte[channels.switchCount];
    Arrays.fill(laneAt, UNKNOWN);
    IntArrayList known = new IntArrayList(); // switches
    for (int destination = 0; destination < before.length; destination++) {
      int home = task.home(destination);
      if (before[destination] != UNKNOWN && laneAt[home] == UNKNOWN) {
        laneAt[home] = before[destination];
        known.add(home);
      }
    }
    BreadthFirst search = new BreadthFirst(channels).from(known.toIntArray());
    for (int place = known.size(); place < search.reached(); place++) {
      int node = search.at(place);
      laneAt[node] = laneAt[search.parent(node)];
    }
    byte[] completed = before.clone();
    for (int destination = 0; destination < completed.length; destination++) {
      if (completed[destination] == UNKNOWN) {
        byte near = laneAt[task.home(destination)];
        completed[destination] = near == UNKNOWN ? fresh[destination] : near;
      }
    }
    return completed;
  }

  /**
   * Has destinations without a lane go with others at their switch; those at other switches, each
   * part of the new plan for itself, to the lanes with the least to do.
   */
  private static byte[] spread(NueTask task, byte[] before, byte[] fresh, int lanes) {
    byte[] laneAt = new byte[task.channels().switchCount];
    Arrays.fill(laneAt, UNKNOWN);
    for (int destination = 0; destination < before.length; destination++) {
      if (before[destination] != UNKNOWN) {
        laneAt[task.home(destination)] = before[destination];
      }
    }
    byte[] spread = before.clone();
    long[] busy = new long[lanes]; // by lane
    long[] parts = new long[lanes]; // by part of the new plan: what is still to have a lane
    for (int destination = 0; destination < spread.length; destination++) {
      int weight = task.counts()[destination] ? task.lidCount(destination) : 0;
      spread[destination] =
          spread[destination] == UNKNOWN ? laneAt[task.home(destination)] : spread[destination];
      if (spread[destination] == UNKNOWN) {
        parts[fresh[destination]] += weight;
      } else {
        busy[spread[destination]] += weight;
      }
    }
    byte[] laneOf = new byte[lanes]; // by part
    IntStream.range(0, lanes)
        .boxed()
        .sorted(Comparator.comparingLong(part -> -parts[part])) // stable
        .forEach(
            part -> {
              int lightest =
                  IntStream.range(0, lanes).reduce((a, b) -> busy[b] < busy[a] ? b : a).orElse(0);
              laneOf[part] = (byte) lightest;
              busy[lightest] += parts[part];
            });
    for (int destination = 0; destination < spread.length; destination++) {
      if (spread[destination] == UNKNOWN) {
        spread[destination] = laneOf[fresh[destination]];
      }
    }
    return spread;
  }

  private static long heaviest(NueTask task, byte[] plan, int lanes) {
    long[] weights = new long[lanes];
    for (int destination = 0; destination < plan.length; destination++) {
      weights[plan[destination]] += task.counts()[destination] ? task.lidCount(destination) : 0;
    }
    return Arrays.stream(weights).max().orElse(0);
  }

  /** The destinations of a lane, by switch. */
  int[] members(int lane) {
    return IntStream.range(0, lanes.length).filter(i -> lanes[i] == lane).toArray();
  }

  /** By switch: the LIDs of a lane there that count. */
  int[] weights(int lane) {
    int[] weights = new int[task.channels().switchCount];
    for (int destination = 0; destination < lanes.length; destination++) {
      if (lanes[destination] == lane && task.counts()[destination]) {
        weights[task.home(destination)] += task.lidCount(destination);
      }
    }
    return weights;
  }

  /** The lanes by LID up to the largest one; 0 of those that cannot be reached. */
  DestinationLanes byLid() {
    byte[] byLid = new byte[task.lids().maxLid() + 1];
    for (int destination = 0; destination < lanes.length; destination++) {
      int base = task.destinations().lids[destination];
      Arrays.fill(byLid, base, base + task.lidCount(destination), lanes[destination]);
    }
    return new DestinationLanes(byLid);
  }

  /** What was remembered, and this. */
  EngineMemory remember(Fabric fabric, EngineMemory memory) {
    LayerMemory own = LayerMemory.of(fabric, task.lids(), byLid().rows(fabric.switchCount()));
    return memory.with(memory.layers().with(own));
  }
}
