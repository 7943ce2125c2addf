package io.dateline.it.bench;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.it.kit.BringUpFabrics;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.OpenSmProcess;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.mad.attribute.AttributeLayout;
import io.dateline.mad.attribute.Field;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Where the answers of Debian's opensm and of a node differ, on the same ibsim: opensm manages it
 * first, then the node, which keeps the LIDs that it finds. Prints a table, a line for each kind of
 * record, kind of question and difference.
 */
public final class SaDifference {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * Answers that differ in the same way.
   *
   * @param what kind of record, kind of question, and the component or outcome that differs
   * @param count how often
   * @param example the question, opensm's answer and the node's
   */
  public record Line(String what, int count, String example) {}

  /**
   * What came of all questions.
   *
   * @param asked how many there were
   * @param same how many had the same answer
   */
  public record Report(int asked, int same, List<Line> lines) {
    @Override
    public String toString() {
      return "%d questions, %d with the same answer%n| record, question, difference | answers | the first one |%n|---|---:|---|%n%s"
          .formatted(
              asked,
              same,
              lines.stream()
                  .map(
                      line ->
                          "| %s | %d | %s |".formatted(line.what(), line.count(), line.example()))
                  .collect(Collectors.joining("\n")));
    }
  }

  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, String> examples = new TreeMap<>();
  private int same;

  private SaDifference() {}

  /**
   * A file of partitions by which the third host, which asks, may know of the managers and of each
   * second host, and not of the others.
   */
  public static String partitions(Path topology) throws IOException {
    Fabric fabric = TopologyReader.read(topology);
    List<String> hosts =
        IntStream.range(fabric.switchCount(), fabric.nodeCount())
            .mapToObj(node -> Guid.format(fabric.portGuid(fabric.port(node, 1))))
            .toList();
    List<String> second =
        IntStream.range(0, hosts.size())
            .filter(host -> host % 2 == 0)
            .mapToObj(host -> hosts.get(host) + "=full")
            .toList();
    return """
        Default=0x7fff, ipoib : ALL=limited, %s=full, %s=full;
        Even=0x8001, ipoib, mtu=5 : %s;
        Last=0x8002 : %s=full, %s=full;
        """
        .formatted(
            hosts.get(0), hosts.get(1), String.join(", ", second), hosts.get(1), hosts.getLast());
  }

  /**
   * Asks both. They run on the first two hosts, for ibsim goes on to hand packets to a program that
   * was killed; the third one asks.
   *
   * @param partitions the partition file of both
   */
  public static Report between(Path topology, Path folder, String partitions) throws Exception {
    Path file = Files.writeString(folder.resolve("partitions.conf"), partitions);
    List<String> hosts = BringUpFabrics.hosts(topology);
    String client = hosts.get(2);
    int lidMax = BringUpFabrics.nodeCount(topology);
    try (Ibsim ibsim = Ibsim.start(topology, folder)) {
      String address = "sim://127.0.0.1:" + ibsim.port() + "/";
      Map<SaQuestion, SaSeen> theirs;
      Map<SaQuestion, SaSeen> theirsByAlias;
      try (OpenSmProcess opensm =
          OpenSmProcess.start(
              folder, ibsim.port(), hosts.get(0), 5, "qos TRUE", "partition_config_file " + file)) {
        opensm.awaitSubnetUp(PATIENCE);
        try (SaAsker asker = SaAsker.at(address + client)) {
          theirs = SaQuestions.askAll(asker, lidMax);
          asker.grantAlias(SaQuestions.ALIAS);
          theirsByAlias = SaQuestions.askByAlias(asker, lidMax);
        }
      }
      try (SmNodeProcess node =
          SmNodeProcess.start(
              folder,
              address + hosts.get(1),
              "-Ddateline.subnet.sa_key=1",
              "-Ddateline.subnet.qos=true",
              "-Ddateline.subnet.partition_config_file=" + file,
              "-Ddateline.subnet.sm_priority=5")) {
        node.awaitSubnetUp(PATIENCE);
        try (SaAsker asker = SaAsker.at(address + client)) {
          Map<SaQuestion, SaSeen> ours = asker.askAll(theirs.keySet());
          asker.grantAlias(SaQuestions.ALIAS);
          ours.putAll(asker.askAll(theirsByAlias.keySet()));
          theirs.putAll(theirsByAlias);
          return compare(theirs, ours);
        }
      }
    }
  }

  private static Report compare(Map<SaQuestion, SaSeen> theirs, Map<SaQuestion, SaSeen> ours) {
    SaDifference difference = new SaDifference();
    theirs.forEach((question, seen) -> difference.compare(question, seen, ours.get(question)));
    List<Line> lines =
        difference.counts.entrySet().stream()
            .map(it -> new Line(it.getKey(), it.getValue(), difference.examples.get(it.getKey())))
            .toList();
    return new Report(theirs.size(), difference.same, lines);
  }

  private void compare(SaQuestion question, SaSeen theirs, SaSeen ours) {
    String what = question.kind() + ", " + question.group() + ", ";
    if (!theirs.outcome().equals(ours.outcome())) {
      boolean isCount = theirs.status() == 0 && ours.status() == 0;
      String how = isCount ? "number of records" : theirs.outcome() + " and " + ours.outcome();
      note(what + how, question, theirs.outcome(), ours.outcome());
    } else if (theirs.isFull()) {
      same++; // as far as can be seen, for managers have orders of their own
    } else if (theirs.records().size() == 1) {
      compareRecords(what, question, theirs.records().getFirst(), ours.records().getFirst());
    } else if (set(question, theirs).equals(set(question, ours))) {
      same++;
    } else {
      note(what + "records", question, theirs.outcome(), ours.outcome());
    }
  }

  private static Set<String> set(SaQuestion question, SaSeen seen) {
    return seen.records().stream()
        .map(record -> question.kind().answers().print(record, 0))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void compareRecords(String what, SaQuestion question, byte[] theirs, byte[] ours) {
    AttributeLayout layout = question.kind().answers();
    boolean isSame = true;
    for (Field field : layout.fields()) {
      if (!field.isReserved() && !Arrays.equals(values(field, theirs), values(field, ours))) {
        isSame = false;
        note(what + field.name(), question, told(field, theirs), told(field, ours));
      }
    }
    same += isSame ? 1 : 0;
  }

  private static long[] values(Field field, byte[] record) {
    long[] values = new long[field.count()];
    Arrays.setAll(values, index -> field.get(record, 0, index));
    return values;
  }

  private static String told(Field field, byte[] record) {
    return Arrays.stream(values(field, record))
        .mapToObj(Long::toHexString)
        .limit(16)
        .collect(Collectors.joining(" "));
  }

  private void note(String what, SaQuestion question, String theirs, String ours) {
    counts.merge(what, 1, Integer::sum);
    examples.putIfAbsent(what, "%s: %s, ours %s".formatted(question, theirs, ours));
  }
}
