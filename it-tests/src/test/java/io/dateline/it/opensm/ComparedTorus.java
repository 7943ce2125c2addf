package io.dateline.it.opensm;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.TorusShape;
import io.dateline.fabric.generate.TopologySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * A generated torus with a host at every switch, what is missing of it, and the torus-2QoS.conf
 * that says so: a seed among what is left, datelines that keep the origin at {@code sw_0_0_0}.
 *
 * @param name radices, an m behind those of open dimensions, and what is missing: {@code 6 5m 1
 *     switch 3,2,0 links 3:7}, of links a count and the seed of a random choice
 */
record ComparedTorus(String name, TorusShape shape, Fabric fabric, String conf) {
  private static final String LINKS = "xyz";

  static ComparedTorus named(String name) {
    String[] words = name.split(" ", -1);
    List<Integer> radices = new ArrayList<>();
    List<Boolean> looped = new ArrayList<>();
    for (int d = 0; d < TorusShape.DIMENSIONS; d++) {
      looped.add(!words[d].endsWith("m"));
      radices.add(Integer.valueOf(words[d].replace("m", "")));
    }
    TorusShape shape = new TorusShape(radices, looped);
    Damage damage = new Damage(shape);
    for (int i = TorusShape.DIMENSIONS; i < words.length; i += 2) {
      damage.add(words[i], words[i + 1]);
    }
    Fabric whole = TopologySpec.parse("torus:%dx%dx%d".formatted(radices.toArray())).generate();
    return new ComparedTorus(name, shape, damage.of(whole), conf(shape, damage, whole));
  }

  private static String conf(TorusShape shape, Damage damage, Fabric whole) {
    int[] guidNode = nodes(shape, whole);
    for (int origin = 0; origin < shape.places(); origin++) {
      StringBuilder seed = new StringBuilder();
      boolean complete = damage.has(origin);
      for (int d = 0; d < TorusShape.DIMENSIONS && complete; d++) {
        complete = addDimension(shape, damage, whole, guidNode, origin, d, seed);
      }
      if (complete) {
        return "torus %s\n%s".formatted(size(shape), seed);
      }
    }
    throw new IllegalStateException("no place for a seed is left");
  }

  private static String size(TorusShape shape) {
    StringBuilder text = new StringBuilder();
    for (int d = 0; d < TorusShape.DIMENSIONS; d++) {
      text.append(shape.radix(d)).append(shape.isLooped(d) ? " " : "m ");
    }
    return text.toString();
  }

  private static boolean addDimension(
      TorusShape shape,
      Damage damage,
      Fabric whole,
      int[] nodeAt,
      int origin,
      int d,
      StringBuilder seed) {
    if (shape.radix(d) == 1) {
      return true;
    }
    int found = 0;
    for (int direction = 2 * d; direction < 2 * d + 2; direction++) {
      int next = shape.next(origin, direction);
      if (next != Fabric.NONE && damage.joins(origin, direction)) {
        found++;
        seed.append(
            "%s%s_link %s %s\n"
                .formatted(
                    LINKS.charAt(d),
                    TorusShape.isPositive(direction) ? "p" : "m",
                    Guid.format(whole.nodeGuid(nodeAt[origin])),
                    Guid.format(whole.nodeGuid(nodeAt[next]))));
      }
    }
    seed.append("%s_dateline %d\n".formatted(LINKS.charAt(d), -shape.coordinate(origin, d)));
    return found >= (shape.isLooped(d) ? 2 : 1);
  }

  /** The switches of a fabric by place. */
  static int[] nodes(TorusShape shape, Fabric fabric) {
    int[] nodes = new int[shape.places()];
    Arrays.fill(nodes, Fabric.NONE);
    for (int node = 0; node < fabric.switchCount(); node++) {
      nodes[place(shape, fabric.description(node))] = node;
    }
    return nodes;
  }

  private static int place(TorusShape shape, String description) {
    String[] parts = description.split("_", -1);
    return shape.place(
        Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), Integer.parseInt(parts[3]));
  }

  /** What is missing: switches, and hops as {@code place * DIRECTIONS + positive direction}. */
  private static final class Damage {
    private final TorusShape shape;
    private final TreeSet<Integer> switches = new TreeSet<>();
    private final TreeSet<Integer> hops = new TreeSet<>();

    Damage(TorusShape shape) {
      this.shape = shape;
    }

    void add(String what, String which) {
      if (what.equals("switch")) {
        int[] at = Arrays.stream(which.split(",", -1)).mapToInt(Integer::parseInt).toArray();
        switches.add(shape.place(at[0], at[1], at[2]));
        return;
      }
      String[] parts = which.split(":", -1);
      Random random = new Random(Long.parseLong(parts[1]));
      List<Integer> order = new ArrayList<>();
      for (int i = 0; i < shape.places() * TorusShape.DIRECTIONS; i++) {
        order.add(i);
      }
      Collections.shuffle(order, random);
      int left = Integer.parseInt(parts[0]);
      for (int candidate : order) {
        if (left > 0 && canLose(candidate)) {
          hops.add(candidate);
          left--;
        }
      }
    }

    /** Whether the hop is there, and nothing else of its ring is missing. */
    private boolean canLose(int hop) {
      int direction = hop % TorusShape.DIRECTIONS;
      int place = hop / TorusShape.DIRECTIONS;
      if (!TorusShape.isPositive(direction) || !isRing(direction / 2)) {
        return false;
      }
      for (int at = place, i = 0; i < shape.radix(direction / 2); i++) {
        if (!joins(at, direction)) {
          return false;
        }
        at = shape.next(at, direction);
      }
      return true;
    }

    private boolean isRing(int dimension) {
      return shape.isLooped(dimension) && shape.radix(dimension) > 2;
    }

    boolean has(int place) {
      return !switches.contains(place);
    }

    boolean joins(int place, int direction) {
      int next = shape.next(place, direction);
      boolean positive = TorusShape.isPositive(direction);
      int from = positive ? place : next;
      return next != Fabric.NONE
          && has(place)
          && has(next)
          && !hops.contains(from * TorusShape.DIRECTIONS + (direction & ~1));
    }

    Fabric of(Fabric whole) {
      Fabric.Builder builder = new Fabric.Builder();
      Fabric.NodeDraft[] drafts = new Fabric.NodeDraft[whole.nodeCount()];
      for (int node = 0; node < drafts.length; node++) {
        if (has(place(shape, whole.description(node)))) {
          drafts[node] =
              builder
                  .node(whole.type(node), whole.nodeGuid(node), whole.externalPortCount(node))
                  .description(whole.description(node));
        }
      }
      for (int port = 0; port < whole.portCount(); port++) {
        int peer = whole.peer(port);
        if (peer > port && isLeft(whole, whole.nodeOf(port), whole.nodeOf(peer))) {
          builder.link(
              drafts[whole.nodeOf(port)],
              whole.portNumber(port),
              drafts[whole.nodeOf(peer)],
              whole.portNumber(peer),
              whole.width(port),
              whole.speed(port));
        }
      }
      return builder.build();
    }

    private boolean isLeft(Fabric whole, int node, int other) {
      int place = place(shape, whole.description(node));
      int next = place(shape, whole.description(other));
      if (!has(place) || !has(next)) {
        return false;
      }
      if (!whole.isSwitch(node) || !whole.isSwitch(other)) {
        return true;
      }
      for (int direction = 0; direction < TorusShape.DIRECTIONS; direction++) {
        if (shape.next(place, direction) == next && joins(place, direction)) {
          return true;
        }
      }
      return false;
    }
  }
}
