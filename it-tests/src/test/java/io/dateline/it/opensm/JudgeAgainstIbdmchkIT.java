package io.dateline.it.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.format.LftDumpReader;
import io.dateline.fabric.format.TopologyReader;
import io.dateline.fabric.format.TopologyWriter;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.fabric.judge.Fault;
import io.dateline.fabric.judge.Judge;
import io.dateline.fabric.judge.JudgeOptions;
import io.dateline.fabric.judge.Scope;
import io.dateline.fabric.judge.Undelivered;
import io.dateline.fabric.judge.Verdict;
import io.dateline.it.kit.Ibsim;
import io.dateline.it.kit.Machine;
import io.dateline.it.kit.Running;
import io.dateline.it.kit.SmNodeProcess;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.address.LidAssigner;
import io.dateline.sm.address.LidBook;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our judge and ibdmchk say the same of the same tables: pairs, pairs not served, hops, and whether
 * credits can wait for each other in a circle.
 */
class JudgeAgainstIbdmchkIT {
  @TempDir Path folder;

  @BeforeAll
  static void tools() {
    Machine.needs("ibdmchk", "opensm", "ibsim", "ibsim-run", "ibroute");
  }

  @ParameterizedTest(name = "{0}: credit loops {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "torus:4x4x4|true",
        "torus:5x5x5|true",
        "ftree:6,6,6:1,6,6|false",
        "mesh:4x4x4|-",
        "hypercube:5:1|-",
        "dragonfly:4,2,2|-",
        "jellyfish:30,5,3,7|-",
      })
  void shouldAgreeOnTablesOfGeneratedFabrics(String topology, String creditLoops)
      throws IOException {
    Fabric fabric = TopologySpec.parse(topology).generate();
    Path file = folder.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      TopologyWriter.write(fabric, out);
    }
    Verdict ours = agreeOnOurTables(fabric);
    Verdict theirs = agreeOnTablesOfOpensm(fabric, file, "-R", "minhop");
    if (!creditLoops.equals("-")) {
      assertThat(ours.dependencies().acyclic()).isNotEqualTo(Boolean.valueOf(creditLoops));
      assertThat(theirs.dependencies().acyclic()).isNotEqualTo(Boolean.valueOf(creditLoops));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "csi-ring4.ib",
        "dgx-ndr-p1.ib",
        "psmn-x5.ib",
        "vendor-4-ary-2-tree-missing-sw-link.ib",
        "vendor-is3-loop.ib",
        "vendor-is3-128.ib"
      })
  void shouldAgreeOnTablesOfRealFabrics(String name) throws IOException {
    Path file = Machine.realTopologies().resolve(name);
    Fabric fabric = TopologyReader.read(file);
    agreeOnOurTables(fabric);
    agreeOnTablesOfOpensm(fabric, file, "-R", "minhop");
  }

  @Test
  void shouldAgreeThatUpDownFreesATorusOfCreditLoops() throws IOException {
    Fabric fabric = TopologySpec.parse("torus:4x4x4").generate();
    Path file = folder.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      TopologyWriter.write(fabric, out);
    }
    // A torus has no rank that OpenSM could find by itself: it would fall back to minhop.
    Path roots = Files.writeString(folder.resolve("roots"), Guid.format(fabric.nodeGuid(0)) + "\n");
    Verdict verdict = agreeOnTablesOfOpensm(fabric, file, "-R", "updn", "-a", roots.toString());
    assertThat(verdict.dependencies().acyclic()).isTrue();
  }

  /**
   * In a mesh of nine switches with a host each: what is broken, and what the judge has to call it.
   */
  @ParameterizedTest
  @CsvSource({"LOOP", "NO_ENTRY", "DOWN_PORT", "WRONG_END_PORT"})
  void shouldBothFindATableThatWasBrokenByHand(Fault fault) throws IOException {
    Fabric fabric = TopologySpec.parse("mesh:3x3x1").generate();
    LidMap lids = LidAssigner.plan(fabric, LidBook.EMPTY, 0, 0, false).lids();
    ForwardingTables tables = minhop(fabric, lids);
    int target = fabric.endPorts()[fabric.endPorts().length - 1];
    int lid = lids.baseLid(target);
    int home = fabric.nodeOf(fabric.peer(target));
    tables.set(home, lid, brokenPort(fabric, home, fault));
    Verdict verdict = judge(fabric, lids, tables);
    assertThat(verdict.delivery().undelivered()).isEqualTo(8);
    assertThat(verdict.delivery().undelivered(fault)).isEqualTo(8);
    for (Undelivered example : verdict.delivery().examples()) {
      assertThat(example.destinationLid()).isEqualTo(lid);
      assertThat(example.describe(fabric)).contains("LID " + lid);
      if (fault == Fault.NO_ENTRY || fault == Fault.DOWN_PORT) {
        assertThat(example.node()).isEqualTo(home);
      }
    }
    if (fault == Fault.LOOP) {
      assertThat(verdict.delivery().loopExamples())
          .anySatisfy(loop -> assertThat(loop.switches(fabric)).contains(home));
    }
    Ibdmchk checker = Ibdmchk.check(folder, fabric, lids, tables);
    assertThat(checker.missing()).as(checker.output()).isEqualTo(8);
  }

  /** A port to break an entry with: back where packets come from, nowhere, or to a neighbour. */
  private static int brokenPort(Fabric fabric, int home, Fault fault) {
    for (int number = 1; number <= fabric.externalPortCount(home); number++) {
      int peer = fabric.peer(fabric.port(home, number));
      boolean isSwitch = peer != Fabric.NONE && fabric.isSwitch(fabric.nodeOf(peer));
      if ((fault == Fault.LOOP && isSwitch) || (fault == Fault.DOWN_PORT && peer == Fabric.NONE)) {
        return number;
      }
    }
    // The management port answers to another LID.
    return fault == Fault.NO_ENTRY ? ForwardingTables.NO_PORT : 0;
  }

  @Test
  void shouldFindTheTablesSoundThatOurNodeHasProgrammed() throws IOException {
    Fabric fabric = TopologySpec.parse("ftree:3,3:1,3").generate();
    Path file = folder.resolve("topology.ib");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      TopologyWriter.write(fabric, out);
    }
    StringBuilder printed = new StringBuilder();
    try (Ibsim ibsim = Ibsim.start(file, folder);
        SmNodeProcess node = SmNodeProcess.start(folder, "sim://127.0.0.1:" + ibsim.port())) {
      node.awaitSubnetUp(Duration.ofSeconds(90));
      for (int sw = 0; sw < fabric.switchCount(); sw++) {
        Running.Ended table =
            Ibsim.tool(
                ibsim.port(),
                hostOf(fabric),
                folder,
                "ibroute",
                "-G",
                Guid.format(fabric.nodeGuid(sw)));
        assertThat(table.exitCode()).as(table.output()).isZero();
        printed.append(table.output());
      }
    }
    Path lfts = Files.writeString(folder.resolve("programmed"), printed);
    LftDump dump = LftDumpReader.read(lfts, fabric);
    assertThat(dump.warnings()).isEmpty();
    Verdict verdict = agree(fabric, dump.lids(), dump.tables());
    assertThat(verdict.sound()).isTrue();
  }

  private static String hostOf(Fabric fabric) {
    int node = fabric.nodeOf(fabric.endPorts()[fabric.endPorts().length - 1]);
    return "H-%016x".formatted(fabric.nodeGuid(node));
  }

  private Verdict agreeOnOurTables(Fabric fabric) throws IOException {
    LidMap lids = LidAssigner.plan(fabric, LidBook.EMPTY, fabric.endPorts()[0], 0, false).lids();
    return agree(fabric, lids, minhop(fabric, lids));
  }

  private Verdict agree(Fabric fabric, LidMap lids, ForwardingTables tables) throws IOException {
    Verdict verdict = judge(fabric, lids, tables);
    assertAgreement(verdict, Ibdmchk.check(folder, fabric, lids, tables));
    return verdict;
  }

  /** From OpenSM's own files on both sides: nothing of ours lies between. */
  private Verdict agreeOnTablesOfOpensm(Fabric fabric, Path topology, String... options)
      throws IOException {
    OpenSmTables theirs = OpenSmTables.sweep(fabric, topology, folder, options);
    Verdict verdict = theirs.judge();
    assertAgreement(verdict, Ibdmchk.check(theirs.folder()));
    return verdict;
  }

  private static void assertAgreement(Verdict verdict, Ibdmchk checker) {
    assertThat(checker.pairs()).as("pairs").isEqualTo(verdict.delivery().caPairs());
    assertThat(checker.missing())
        .as(checker.output())
        .isEqualTo(verdict.delivery().caUndelivered());
    assertThat(checker.hops()).as("hops").isEqualTo(hopsAsIbdmchkCounts(verdict));
    if (checker.missing() == 0) {
      assertThat(checker.creditLoops())
          .as(checker.output())
          .isEqualTo(!verdict.dependencies().acyclic());
    }
  }

  /** ibdmchk counts the cable from the source into its switch, too. */
  private static Map<Integer, Long> hopsAsIbdmchkCounts(Verdict verdict) {
    Map<Integer, Long> hops = new TreeMap<>();
    long[] histogram = verdict.hops().histogram();
    for (int length = 0; length < histogram.length; length++) {
      if (histogram[length] > 0) {
        hops.put(length + 1, histogram[length]);
      }
    }
    return hops;
  }

  private static ForwardingTables minhop(Fabric fabric, LidMap lids) {
    RoutingOutcome outcome =
        Engines.named("minhop")
            .orElseThrow()
            .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null));
    return ((RoutingOutcome.Routed) outcome).routing().tables();
  }

  private static Verdict judge(Fabric fabric, LidMap lids, ForwardingTables tables) {
    return Judge.judge(
        fabric, lids, Routing.singleLane("", tables), JudgeOptions.of(Scope.CHANNEL_ADAPTERS));
  }
}
