package io.dateline.routing.torus;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.format.TorusConf;
import io.dateline.fabric.random.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A torus whose switches have GUIDs and ports at random, so that nothing but the cables tells where
 * they are; and who knows it. Each cable is a pair of places; some may be lost, some not belong.
 */
final class TestTorus {
  private static final int PORTS = 20;

  final TorusShape shape;
  private final SeededRandom random;
  private final long[] guidAt; // by place
  private final Set<Integer> lost = new HashSet<>(); // places
  private final List<int[]> cables = new ArrayList<>(); // pairs of places
  private final Map<Long, Integer> foreign =
      new HashMap<>(); // switches of no place: how many ports

  private final List<long[]> foreignCables = new ArrayList<>(); // GUID of a foreign switch, a place

  TestTorus(TorusShape shape, long seed) {
    this.shape = shape;
    random = new SeededRandom(seed);
    int[] order = random.permutation(shape.places());
    guidAt = IntStream.of(order).mapToLong(i -> 0x1000 + i).toArray();
    for (int place = 0; place < guidAt.length; place++) {
      for (int direction = 0; direction < TorusShape.DIRECTIONS; direction += 2) {
        int next = shape.next(place, direction);
        boolean isSecond = shape.radix(direction / 2) == 2 && next < place;
        if (next != Fabric.NONE && !isSecond) {
          cables.add(new int[] {place, next});
        }
      }
    }
  }

  /** Reads {@code 4 5m 1}: radices, those of open dimensions with an m. */
  static TorusShape shape(String text) {
    List<Integer> radices = new ArrayList<>();
    List<Boolean> looped = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      boolean isOpen = word.endsWith("m");
      looped.add(!isOpen);
      radices.add(Integer.parseInt(isOpen ? word.substring(0, word.length() - 1) : word));
    }
    return new TorusShape(radices, looped);
  }

  SeededRandom random() {
    return random;
  }

  long guidAt(int place) {
    return guidAt[place];
  }

  int cableCount() {
    return cables.size();
  }

  TorusConf conf(int... origins) {
    List<TorusConf.Seed> seeds = new ArrayList<>();
    for (int origin : origins) {
      seeds.add(seed(origin));
    }
    return new TorusConf(
        shape, seeds, TorusConf.PORTGROUP_MAX_PORTS, List.of(), TorusConf.MAX_CHANGES);
  }

  /** As little as a seed at a place has to say, with datelines that put place 0 where it is. */
  private TorusConf.Seed seed(int origin) {
    Map<Integer, Long> neighbours = new HashMap<>();
    List<Integer> datelines = new ArrayList<>();
    for (int dimension = 0; dimension < TorusShape.DIMENSIONS; dimension++) {
      datelines.add(-shape.coordinate(origin, dimension));
      boolean needsBoth = shape.radix(dimension) == 4 && shape.isLooped(dimension);
      for (int direction : new int[] {2 * dimension, 2 * dimension + 1}) {
        int next = shape.next(origin, direction);
        boolean isFirst = !neighbours.containsKey(2 * dimension);
        if (next != Fabric.NONE && (isFirst || needsBoth)) {
          neighbours.put(direction, guidAt[next]);
        }
      }
    }
    return new TorusConf.Seed(guidAt[origin], neighbours, datelines);
  }

  /** The places that a seed at a place names. */
  Set<Integer> named(int origin) {
    Set<Integer> named = new HashSet<>(Set.of(origin));
    seed(origin).neighbours().keySet().forEach(d -> named.add(shape.next(origin, d)));
    return named;
  }

  TestTorus loseSwitch(int place) {
    lost.add(place);
    return this;
  }

  TestTorus findSwitch(int place) {
    lost.remove(place);
    return this;
  }

  boolean isLost(int place) {
    return lost.contains(place);
  }

  TestTorus loseCables(int count) {
    for (int i = 0; i < count; i++) {
      cables.remove(random.below(cables.size()));
    }
    return this;
  }

  TestTorus loseCable(int place, int direction) {
    int next = shape.next(place, direction);
    cables.removeIf(
        ends -> (ends[0] == place && ends[1] == next) || (ends[0] == next && ends[1] == place));
    return this;
  }

  TestTorus addCable(int place, int other) {
    cables.add(new int[] {place, other});
    return this;
  }

  /** Puts another switch at a place. */
  TestTorus replace(int place, long guid) {
    guidAt[place] = guid;
    return this;
  }

  /** Cables a switch that does not belong to the torus to some that do. */
  TestTorus addForeign(long guid, int... places) {
    foreign.put(guid, places.length);
    for (int place : places) {
      foreignCables.add(new long[] {guid, place});
    }
    return this;
  }

  /** How many switches a switch is cabled to. */
  int degree(int place) {
    Set<Integer> others = new HashSet<>();
    for (int[] ends : cables) {
      for (int end : new int[] {0, 1}) {
        if (ends[end] == place && !lost.contains(ends[1 - end])) {
          others.add(ends[1 - end]);
        }
      }
    }
    return others.size();
  }

  Fabric build() {
    Fabric.Builder builder = new Fabric.Builder();
    Map<Integer, Fabric.NodeDraft> drafts = new HashMap<>();
    Map<Fabric.NodeDraft, int[]> portOrder = new HashMap<>();
    Map<Fabric.NodeDraft, Integer> used = new HashMap<>();
    for (int place : random.permutation(guidAt.length)) {
      if (!lost.contains(place)) {
        Fabric.NodeDraft node = builder.node(NodeType.SWITCH, guidAt[place], PORTS);
        node.description("sw" + shape.placeName(place));
        drafts.put(place, node);
        portOrder.put(node, random.permutation(PORTS));
      }
    }
    Map<Long, Fabric.NodeDraft> strangers = new HashMap<>();
    foreign.forEach(
        (guid, ports) -> {
          Fabric.NodeDraft node = builder.node(NodeType.SWITCH, guid, PORTS);
          strangers.put(guid, node);
          portOrder.put(node, random.permutation(PORTS));
        });
    for (int[] ends : cables) {
      if (!lost.contains(ends[0]) && !lost.contains(ends[1])) {
        link(builder, drafts.get(ends[0]), drafts.get(ends[1]), portOrder, used);
      }
    }
    for (long[] ends : foreignCables) {
      link(builder, strangers.get(ends[0]), drafts.get((int) ends[1]), portOrder, used);
    }
    return builder.build();
  }

  private static void link(
      Fabric.Builder builder,
      Fabric.NodeDraft one,
      Fabric.NodeDraft other,
      Map<Fabric.NodeDraft, int[]> portOrder,
      Map<Fabric.NodeDraft, Integer> used) {
    int a = portOrder.get(one)[used.merge(one, 1, Integer::sum) - 1] + 1;
    int b = portOrder.get(other)[used.merge(other, 1, Integer::sum) - 1] + 1;
    builder.link(one, a, other, b, LinkWidth.X4, LinkSpeed.EDR);
  }
}
