package io.dateline.fabric.measure;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.judge.Bench;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Follows packets by the definition, with nothing kept between flows. */
final class NaiveFlows {
  private final Bench bench;
  private final List<List<Integer>> paths = new ArrayList<>(); // channels of delivered flows

  NaiveFlows(Bench bench) {
    this.bench = bench;
  }

  void add(int source, int destination) {
    List<Integer> path = path(source, destination);
    if (path != null) {
      paths.add(path);
    }
  }

  int delivered() {
    return paths.size();
  }

  int hops() {
    return paths.stream().mapToInt(List::size).sum();
  }

  int maxLoad() {
    return loads().values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  double bandwidth() {
    Map<Integer, Integer> loads = loads();
    return paths.stream()
        .mapToDouble(path -> 1.0 / path.stream().mapToInt(loads::get).max().orElse(1))
        .sum();
  }

  private Map<Integer, Integer> loads() {
    Map<Integer, Integer> loads = new HashMap<>();
    paths.forEach(path -> path.forEach(channel -> loads.merge(channel, 1, Integer::sum)));
    return loads;
  }

  private List<Integer> path(int source, int destination) {
    Fabric fabric = bench.fabric();
    int lid = bench.lids().baseLid(destination);
    List<Integer> path = new ArrayList<>();
    int at = fabric.peer(source);
    while (at != destination) {
      if (at == Fabric.NONE || !fabric.isSwitch(fabric.nodeOf(at))) {
        return null;
      }
      int number = bench.tables().port(fabric.nodeOf(at), lid);
      if (number < 1 || number > fabric.externalPortCount(fabric.nodeOf(at))) {
        return null;
      }
      int channel = fabric.port(fabric.nodeOf(at), number);
      if (path.contains(channel)) {
        return null;
      }
      path.add(channel);
      at = fabric.peer(channel);
    }
    return path;
  }
}
