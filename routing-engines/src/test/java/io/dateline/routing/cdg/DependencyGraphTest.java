package io.dateline.routing.cdg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The graph against edges in a map and a search from scratch. */
class DependencyGraphTest {
  private record Edge(int from, int to) {}

  /** Edges, and how often each was added. */
  private final Map<Edge, Integer> twin = new HashMap<>();

  @Property(tries = 200)
  void shouldTakeAnEdgeExactlyWhenNoCycleComesOfIt(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 14) int vertices) {
    twin.clear();
    Random random = new Random(seed);
    DependencyGraph graph = new DependencyGraph(vertices);
    for (int operation = 0; operation < 100; operation++) {
      switch (random.nextInt(8)) {
        case 0, 1 -> removeSome(graph, random);
        case 2 -> addMany(graph, vertices, random);
        default -> addOne(graph, new Edge(random.nextInt(vertices), random.nextInt(vertices)));
      }
      shouldAgree(graph);
    }
  }

  private void addOne(DependencyGraph graph, Edge edge) {
    boolean closes = reaches(twin.keySet(), edge.to(), edge.from());
    assertThat(graph.add(edge.from(), edge.to())).isEqualTo(!closes);
    if (!closes) {
      twin.merge(edge, 1, Integer::sum);
    }
  }

  private void addMany(DependencyGraph graph, int vertices, Random random) {
    Set<Edge> edges = new LinkedHashSet<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      edges.add(new Edge(random.nextInt(vertices), random.nextInt(vertices)));
    }
    Set<Edge> all = new HashSet<>(twin.keySet());
    all.addAll(edges);
    boolean cyclic = all.stream().anyMatch(edge -> reaches(all, edge.to(), edge.from()));

    Optional<int[]> cycle =
        graph.addAll(sink -> edges.forEach(edge -> sink.between(edge.from(), edge.to())));

    assertThat(cycle.isPresent()).isEqualTo(cyclic);
    if (cyclic) {
      int[] vertex = cycle.get();
      Set<Edge> arcs = new HashSet<>();
      for (int i = 0; i < vertex.length; i++) {
        arcs.add(new Edge(vertex[i], vertex[(i + 1) % vertex.length]));
      }
      assertThat(arcs).hasSize(vertex.length);
      assertThat(all).containsAll(arcs);
    } else {
      edges.forEach(edge -> twin.merge(edge, 1, Integer::sum));
    }
  }

  private void removeSome(DependencyGraph graph, Random random) {
    List<Edge> edges = new ArrayList<>(twin.keySet());
    if (!edges.isEmpty()) {
      Edge edge = edges.get(random.nextInt(edges.size()));
      graph.remove(edge.from(), edge.to());
      twin.computeIfPresent(edge, (key, times) -> times == 1 ? null : times - 1);
    }
  }

  private void shouldAgree(DependencyGraph graph) {
    assertThat(graph.edgeCount()).isEqualTo(twin.size());
    Set<Integer> places = new HashSet<>();
    for (int from = 0; from < graph.vertexCount(); from++) {
      places.add(graph.position(from));
      for (int to = 0; to < graph.vertexCount(); to++) {
        assertThat(graph.times(from, to)).isEqualTo(twin.getOrDefault(new Edge(from, to), 0));
      }
    }
    assertThat(places).hasSize(graph.vertexCount()).allMatch(p -> p >= 0 && p < places.size());
    for (Edge edge : twin.keySet()) {
      assertThat(graph.position(edge.from())).isLessThan(graph.position(edge.to()));
      int[] path = graph.path(edge.from(), edge.to());
      assertThat(path).containsExactly(edge.from(), edge.to());
      assertThat(graph.path(edge.to(), edge.from())).isEmpty();
    }
  }

  private static boolean reaches(Set<Edge> edges, int from, int to) {
    Set<Integer> reached = new HashSet<>(Set.of(from));
    boolean any = true;
    while (any) {
      any = false;
      for (Edge edge : edges) {
        any |= reached.contains(edge.from()) && reached.add(edge.to());
      }
    }
    return reached.contains(to);
  }

  @Test
  void shouldTellTheWayBackOfAnEdgeItDoesNotTake() {
    DependencyGraph graph = new DependencyGraph(6);
    graph.add(5, 3);
    graph.add(3, 1);
    graph.add(1, 0);
    graph.add(5, 2);
    graph.add(2, 0);

    assertThat(graph.add(0, 5)).isFalse();
    assertThat(graph.path(5, 0)).containsExactly(5, 2, 0);
    graph.remove(5, 2);
    assertThat(graph.path(5, 0)).containsExactly(5, 3, 1, 0);
    graph.remove(3, 1);
    assertThat(graph.path(5, 0)).isEmpty();
    assertThat(graph.add(0, 5)).isTrue();
  }

  @Test
  void shouldKeepAnEdgeUntilItWasRemovedAsOftenAsAdded() {
    DependencyGraph graph = new DependencyGraph(2);
    graph.add(0, 1);
    graph.add(0, 1);
    graph.remove(0, 1);
    assertThat(graph.add(1, 0)).isFalse();
    graph.remove(0, 1);
    assertThat(graph.add(1, 0)).isTrue();
    assertThatThrownBy(() -> graph.remove(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no edge from 0 to 1");
  }

  @Test
  void shouldGiveTheSameOrderForTheSameOperations() {
    int[][] orders = new int[2][];
    for (int run = 0; run < orders.length; run++) {
      Random random = new Random(20061107);
      DependencyGraph graph = new DependencyGraph(200);
      for (int i = 0; i < 3000; i++) {
        graph.add(random.nextInt(200), random.nextInt(200));
      }
      orders[run] = new int[200];
      for (int vertex = 0; vertex < 200; vertex++) {
        orders[run][vertex] = graph.position(vertex);
      }
    }
    assertThat(orders[0]).isEqualTo(orders[1]);
  }
}
