package io.dateline.routing.file;

import static io.dateline.routing.Net.lidAt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.format.LftDumpWriter;
import io.dateline.fabric.format.LftFile;
import io.dateline.fabric.format.LidMatrix;
import io.dateline.fabric.format.LidMatrixWriter;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.routing.FileOptions;
import io.dateline.routing.Net;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.minhop.MinHopEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FileEngineTest {
  private static Path file;

  @BeforeAll
  @BeforeContainer
  static void makeFile() throws IOException {
    file = Files.createTempFile("dateline", ".dump");
  }

  @AfterAll
  @AfterContainer
  static void deleteFile() throws IOException {
    Files.delete(file);
  }

  /** Two switches, two cables between them on ports 1 and 2, hosts on port 3 of each, 4 is free. */
  private static Fabric pair() {
    return new Net()
        .switches(2, 4)
        .cable(0, 1, 1, 1)
        .cable(0, 2, 1, 2)
        .host(0, 3)
        .host(1, 3)
        .build();
  }

  private static LftFile lfts(String text) {
    try {
      return LftFile.read(Files.writeString(file, text));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static LidMatrix matrix(String text) {
    try {
      return LidMatrix.read(Files.writeString(file, text));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static RoutingOutcome outcome(Fabric fabric, LidMap lids, FileOptions files) {
    return new FileEngine(2)
        .route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS.with(files), null));
  }

  private static RoutingOutcome.Routed route(Fabric fabric, LidMap lids, FileOptions files) {
    RoutingOutcome.Routed routed = (RoutingOutcome.Routed) outcome(fabric, lids, files);
    assertThat(routed.creditLoopFree()).isFalse();
    assertThat(routed.routing().engine()).isEqualTo("file");
    return routed;
  }

  private static ForwardingTables minHop(Fabric fabric, LidMap lids) {
    RoutingOutcome outcome =
        new MinHopEngine(1).route(new RoutingRequest(fabric, lids, RoutingOptions.DEFAULTS, null));
    return ((RoutingOutcome.Routed) outcome).routing().tables();
  }

  /** LIDs that are all others than {@link Net#lids} gives, in reverse. */
  private static LidMap moved(Fabric fabric, int lmc) {
    LidMap.Builder builder = new LidMap.Builder(fabric);
    int[] ports = fabric.endPorts();
    int lid = 1 << (lmc + 4);
    for (int i = ports.length - 1; i >= 0; i--) {
      builder.assign(ports[i], lid, fabric.isSwitch(fabric.nodeOf(ports[i])) ? 0 : lmc);
      lid += 1 << lmc;
    }
    return builder.build();
  }

  @Property(tries = 60)
  void shouldGiveBackTheTablesThatWereDumpedWhateverTheLidsAreNow(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 2) int lmc, @ForAll boolean withNewLids)
      throws IOException {
    Fabric fabric = Net.random(new Random(seed));
    LidMap before = Net.lids(fabric, lmc);
    ForwardingTables dumped = minHop(fabric, before);
    StringBuilder text = new StringBuilder();
    LftDumpWriter.write(fabric, before, dumped, text);
    LidMap lids = withNewLids ? moved(fabric, lmc) : before;

    RoutingOutcome.Routed routed = route(fabric, lids, FileOptions.DEFAULTS.lfts(lfts(text + "")));

    for (int port : fabric.endPorts()) {
      for (int offset = 0; offset < lids.lidCount(port); offset++) {
        for (int node = 0; node < fabric.switchCount(); node++) {
          assertThat(routed.routing().tables().port(node, lids.baseLid(port) + offset))
              .isEqualTo(dumped.port(node, before.baseLid(port) + offset));
        }
      }
    }
    assertThat(routed.warnings()).isEmpty();
  }

  @Property(tries = 60)
  void shouldChoosePortsByTheHopsThatWereDumped(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 1) int lmc, @ForAll boolean withNewLids)
      throws IOException {
    Fabric fabric = Net.random(new Random(seed));
    StringBuilder text = new StringBuilder();
    LidMatrixWriter.write(fabric, Net.lids(fabric, lmc), text);
    LidMap lids = withNewLids ? moved(fabric, lmc) : Net.lids(fabric, lmc);

    RoutingOutcome.Routed routed =
        route(fabric, lids, FileOptions.DEFAULTS.lidMatrix(matrix(text + "")));

    assertThat(routed.routing().tables().equals(minHop(fabric, lids))).isTrue();
    assertThat(routed.warnings()).isEmpty();
  }

  /** As a dump that was cut off: there are ways to switches that have none themselves. */
  @Property(tries = 100)
  void shouldRouteAsFarAsAMatrixGoesThatLacksRows(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    Fabric fabric = TopologySpec.parse("torus:3x3x1").generate();
    LidMap lids = Net.lids(fabric, 0);
    StringBuilder text = new StringBuilder();
    LidMatrixWriter.write(fabric, lids, text);
    String rest =
        text.toString()
            .lines()
            .filter(line -> !line.startsWith("0x") || random.nextInt(8) > 0)
            .collect(Collectors.joining("\n", "", "\n"));

    RoutingOutcome.Routed routed =
        route(fabric, lids, FileOptions.DEFAULTS.lidMatrix(matrix(rest)));

    assertThat(routed.routing().tables().switchCount()).isEqualTo(9);
  }

  @Test
  void shouldTakeHopsOfTheMatrixForTrueThatNoCableConfirms() {
    Fabric fabric = pair();
    LidMap lids = Net.lids(fabric, 0);
    int right = lids.baseLid(fabric.port(1, 0));
    String text =
        """
        Switch: guid 0x100
        0x%04x: 07 ff 07 # no GUID
        """
            .formatted(right);

    RoutingOutcome.Routed routed =
        route(fabric, lids, FileOptions.DEFAULTS.lidMatrix(matrix(text)));

    ForwardingTables tables = routed.routing().tables();
    assertThat(tables.port(0, right)).isEqualTo(2);
    assertThat(tables.port(0, lidAt(fabric, lids, 1, 3))).isEqualTo(2);
    assertThat(tables.port(1, lidAt(fabric, lids, 0, 3))).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(tables.port(1, lidAt(fabric, lids, 1, 3))).isEqualTo(3);
    assertThat(routed.warnings())
        .singleElement()
        .asString()
        .contains("row of hops of 1 of 2 switches, such as 0x0000000000000101");
  }

  /** By port 0, a file has the fewest hops; where they are fewer than by any port, none will do. */
  @Test
  void shouldReachNothingWhoseFewestHopsNoPortHas() {
    Fabric fabric = pair();
    LidMap lids = Net.lids(fabric, 0);
    int right = lids.baseLid(fabric.port(1, 0));
    String text = "Switch: guid 0x100\n0x%04x: 01 05 07\nSwitch: guid 0x101\n".formatted(right);

    RoutingOutcome.Routed routed =
        route(fabric, lids, FileOptions.DEFAULTS.lidMatrix(matrix(text)));

    assertThat(routed.routing().tables().port(0, right)).isEqualTo(ForwardingTables.NO_PORT);
  }

  @Test
  void shouldPreferTablesToHops() {
    Fabric fabric = pair();
    LidMap lids = Net.lids(fabric, 0);
    FileOptions both =
        FileOptions.DEFAULTS
            .lfts(lfts("Unicast lids guid 0x100\n0x0001 4\nUnicast lids guid 0x101\n"))
            .lidMatrix(matrix("Switch: guid 0x100\n0x0001: 00\n"));

    assertThat(route(fabric, lids, both).routing().tables().port(0, 1)).isEqualTo(4);
  }

  @Test
  void shouldRouteAsMinhopWithoutAFile() {
    Fabric fabric = pair();
    LidMap lids = Net.lids(fabric, 1);

    RoutingOutcome.Routed routed = route(fabric, lids, FileOptions.DEFAULTS);

    assertThat(routed.routing().tables().equals(minHop(fabric, lids))).isTrue();
    assertThat(routed.warnings())
        .containsExactly("lfts_file is not given: tables are those of minhop");
  }

  @Test
  void shouldPassOverSwitchesThatTheFabricLacksAndLeaveOthersEmpty() {
    Fabric fabric = pair();
    LidMap lids = Net.lids(fabric, 0);

    RoutingOutcome.Routed routed =
        route(
            fabric,
            lids,
            FileOptions.DEFAULTS.lfts(
                lfts("Unicast lids guid 0x777\n0x0001 99\nUnicast lids guid 0x101\n0x0003 3\n")));

    ForwardingTables tables = routed.routing().tables();
    assertThat(tables.port(0, 1)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(tables.port(0, 3)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(tables.port(1, 3)).isEqualTo(3);
    assertThat(tables.port(1, 1)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(routed.warnings())
        .containsExactly(
            "there is no switch 0x0000000000000777 in the fabric: its table is left out",
            "the file has no table of 1 of 2 switches, such as 0x0000000000000100: they forward"
                + " nothing");
  }

  @Test
  void shouldRefuseAPortThatTheSwitchDoesNotHave() {
    Fabric fabric = pair();

    RoutingOutcome outcome =
        outcome(
            fabric,
            Net.lids(fabric, 0),
            FileOptions.DEFAULTS.lfts(lfts("Unicast lids guid 0x100\n0x0001 4\n0x0002 5\n")));

    assertThat(outcome)
        .isEqualTo(
            new RoutingOutcome.Refused(
                "file",
                "lfts_file sends LID 2 by port 5 of switch 0x0000000000000100, which has 4 ports"));
  }

  @Test
  void shouldTakeEntriesThroughDeadPortsWithAWarning() {
    Fabric fabric = pair();
    String text =
        "Unicast lids guid 0x100\n0x0001 4\n0x0002 4\n0x0003 1\nUnicast lids guid 0x101\n";

    RoutingOutcome.Routed routed =
        route(fabric, Net.lids(fabric, 0), FileOptions.DEFAULTS.lfts(lfts(text)));

    assertThat(routed.routing().tables().port(0, 2)).isEqualTo(4);
    assertThat(routed.warnings())
        .containsExactly("2 LIDs leave switch 0x0000000000000100 by port 4, which is down");
  }

  /** The host with LID 3 is gone and another one has got its LID, or the other way round. */
  @Test
  void shouldNotLetAnEntryOfAPortThatIsGoneReplaceThatOfTheOwner() {
    Fabric fabric = pair();
    LidMap lids = Net.lids(fabric, 0);
    int host = lidAt(fabric, lids, 1, 3);
    long owner = fabric.portGuid(lids.port(host));
    String gone = "0x%04x 1 # portguid 0x9999:%n".formatted(host);
    String there = "0x%04x 2 # portguid 0x%x:%n";

    for (int before : new int[] {host - 1, host + 1}) {
      String text =
          "Unicast lids guid 0x100\n"
              + (before < host ? there.formatted(before, owner) + gone : gone)
              + (before > host ? there.formatted(before, owner) : "")
              + "Unicast lids guid 0x101\n";
      RoutingOutcome.Routed routed = route(fabric, lids, FileOptions.DEFAULTS.lfts(lfts(text)));

      assertThat(routed.routing().tables().port(0, host)).isEqualTo(2);
      assertThat(routed.routing().tables().port(0, before)).isEqualTo(ForwardingTables.NO_PORT);
      assertThat(routed.warnings())
          .containsExactly(
              "1 port GUIDs are no end port's, such as 0x0000000000009999: their entries keep the"
                  + " LIDs of the file");
    }
  }

  @Test
  void shouldIgnoreLidsBeyondThoseInUse() {
    Fabric fabric = pair();
    LidMap lids = Net.lids(fabric, 0);

    RoutingOutcome.Routed routed =
        route(
            fabric,
            lids,
            FileOptions.DEFAULTS.lfts(
                lfts("Unicast lids guid 0x100\n0xbfff 1\n0x0000 1\nUnicast lids guid 0x101\n")));

    assertThat(routed.routing().tables().maxLid()).isEqualTo(lids.maxLid());
    assertThat(routed.routing().tables().port(0, 0)).isEqualTo(ForwardingTables.NO_PORT);
  }

  @Test
  void shouldRefuseAnEmptyFabric() {
    Fabric fabric = new Net().build();

    assertThat(outcome(fabric, Net.lids(fabric, 0), FileOptions.DEFAULTS))
        .isInstanceOf(RoutingOutcome.Refused.class);
  }

  @Test
  void shouldNeedAThread() {
    assertThatThrownBy(() -> new FileEngine(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
