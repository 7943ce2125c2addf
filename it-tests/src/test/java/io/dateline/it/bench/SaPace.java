package io.dateline.it.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * How fast managers answer each kind of request to subnet administration, by turns, as a table in
 * Markdown: medians of the rounds, and the ratio of the last manager to the first. Arguments:
 * milliseconds of a run, rounds, LIDs in use from 1 on, a pattern that names of kinds have to
 * contain, windows separated by commas, and of each manager {@code NAME=PORT=HOLDER=PID}, two
 * addresses {@code sim://HOST:PORT/NODE} and its process, whose CPU time is told, too: on a machine
 * that has other work it is what can be compared.
 */
public final class SaPace {
  private static final int WARM_RUNS = 2;

  private SaPace() {}

  private record Manager(String name, SaPort port, List<SaPaceKind> kinds, ProcessCpu cpu) {
    SaPaceKind kind(String name) {
      return kinds.stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
    }

    boolean has(String name) {
      return kinds.stream().anyMatch(it -> it.name().equals(name));
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    long millis = Long.parseLong(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    int lids = Integer.parseInt(arguments[2]);
    Pattern wanted = Pattern.compile(arguments[3]);
    List<Manager> managers = new ArrayList<>();
    for (int i = 5; i < arguments.length; i++) {
      String[] named = arguments[i].split("=", -1);
      SaPort port = SaPort.at(named[1]);
      managers.add(
          new Manager(
              named[0],
              port,
              SaPaceRequests.of(port, SaPort.at(named[2]), lids),
              new ProcessCpu(Long.parseLong(named[3]))));
    }
    head(managers);
    for (SaPaceKind kind : managers.getLast().kinds()) {
      if (wanted.matcher(kind.name()).find()
          && managers.stream().allMatch(it -> it.has(kind.name()))) {
        for (String window : arguments[4].split(",", -1)) {
          row(managers, kind.name(), Integer.parseInt(window), millis, rounds);
        }
      }
    }
    System.exit(0);
  }

  private static void head(List<Manager> managers) {
    StringBuilder head = new StringBuilder("| request | at a time |");
    StringBuilder line = new StringBuilder("|---|---:|");
    for (Manager manager : managers) {
      head.append(" %s, /s | median, µs | 99 %%, µs | CPU, µs |".formatted(manager.name()));
      line.append("---:|---:|---:|---:|");
    }
    System.out.println(head + " rate | 99 % | CPU | failed |");
    System.out.println(line + "---:|---:|---:|---:|");
  }

  private static void row(List<Manager> managers, String name, int window, long millis, int rounds)
      throws InterruptedException {
    Map<Manager, List<SaPaceRun.Result>> results = new LinkedHashMap<>();
    Map<Manager, Long> cpuNs = new LinkedHashMap<>();
    for (int round = -WARM_RUNS; round < rounds; round++) {
      for (Manager manager : managers) {
        long beganNs = manager.cpu().spentNs();
        SaPaceRun.Result result = SaPaceRun.of(manager.port(), manager.kind(name), window, millis);
        if (round >= 0) {
          cpuNs.merge(manager, manager.cpu().spentNs() - beganNs, Long::sum);
          results.computeIfAbsent(manager, it -> new ArrayList<>()).add(result);
        }
      }
    }
    StringBuilder row = new StringBuilder("| %s | %d |".formatted(name, window));
    Map<Manager, Double> cpuMicros = new LinkedHashMap<>();
    results.forEach(
        (manager, its) ->
            cpuMicros.put(
                manager,
                cpuNs.get(manager) / 1e3 / its.stream().mapToInt(SaPaceRun.Result::asked).sum()));
    for (Manager manager : managers) {
      List<SaPaceRun.Result> its = results.get(manager);
      row.append(
          String.format(
              Locale.US,
              " %,.0f | %,.0f | %,.0f | %.1f |",
              median(its, SaPaceRun.Result::perSecond),
              median(its, SaPaceRun.Result::medianMicros),
              median(its, SaPaceRun.Result::p99Micros),
              cpuMicros.get(manager)));
    }
    List<SaPaceRun.Result> first = results.get(managers.getFirst());
    List<SaPaceRun.Result> last = results.get(managers.getLast());
    row.append(
        String.format(
            Locale.US,
            " %.2f | %.2f | %.2f | %s |",
            median(last, SaPaceRun.Result::perSecond) / median(first, SaPaceRun.Result::perSecond),
            median(last, SaPaceRun.Result::p99Micros) / median(first, SaPaceRun.Result::p99Micros),
            cpuMicros.get(managers.getLast()) / cpuMicros.get(managers.getFirst()),
            failures(results)));
    System.out.println(row);
  }

  private static String failures(Map<Manager, List<SaPaceRun.Result>> results) {
    List<String> each = new ArrayList<>();
    results.forEach(
        (manager, its) ->
            each.add(Integer.toString(its.stream().mapToInt(SaPaceRun.Result::failures).sum())));
    return String.join(", ", each);
  }

  private static double median(
      List<SaPaceRun.Result> results, ToDoubleFunction<SaPaceRun.Result> of) {
    double[] sorted = results.stream().mapToDouble(of).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
