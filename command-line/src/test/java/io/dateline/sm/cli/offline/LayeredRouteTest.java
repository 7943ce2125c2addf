package io.dateline.sm.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.format.LftDump;
import io.dateline.fabric.format.PathSlDump;
import io.dateline.fabric.generate.NetworkFaults;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.sm.cli.console.Dumps;
import io.dateline.sm.cli.console.ExitCode;
import io.dateline.sm.cli.console.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code route} by sssp and engines with layers: GUID files, and layers that a folder remembers.
 */
class LayeredRouteTest {
  private static final String TREE = "ftree:4,2:1,2";
  private static final String RANDOM = "jellyfish:24,5,2,3";
  private static final NetworkFaults FAULTS = NetworkFaults.NONE.dropLinks(3, 1);

  @TempDir Path folder;

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private Ran route(String topology, String engine, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of("route", "--topology", topology, "--engine", engine + ",no_fallback", "--set"));
    command.add("qos=TRUE");
    command.addAll(List.of(more));
    Ran ran = Ran.dateline(command.toArray(String[]::new));
    assertThat(ran.exitCode()).as(ran.out() + ran.err()).isZero();
    return ran;
  }

  private LftDump tables(String dump, Fabric fabric) throws IOException {
    return Dumps.readFolder(folder.resolve(dump), fabric, new ArrayList<>());
  }

  private String guids(String name, LongStream guids) throws IOException {
    String text = guids.mapToObj(Guid::format).collect(Collectors.joining("\n", "", "\n"));
    return Files.writeString(folder.resolve(name), text).toString();
  }

  /** Of four adapters at a leaf the first and third compute, the others are I/O nodes. */
  @ParameterizedTest
  @ValueSource(strings = {"sssp", "dfsssp"})
  void shouldBalanceComputeAndIoNodesByTheirFiles(String engine) throws IOException {
    Fabric fabric = TopologySpec.parse(TREE).generate();
    long[] far = adaptersAtLastLeaf(fabric);
    String compute = guids("compute", LongStream.of(far[0], far[2]));
    String io = guids("io", LongStream.of(far[1], far[3]));

    route(TREE, engine, "--dump", at("alike"));
    route(
        TREE,
        engine,
        "--set",
        "cn_guid_file=" + compute,
        "--set",
        "io_guid_file=" + io,
        "--dump",
        at("apart"));

    List<Integer> alike = ports(fabric, "alike", far);
    assertThat(alike.get(2)).isEqualTo(alike.get(0)).isNotEqualTo(alike.get(1));
    assertThat(alike.get(3)).isEqualTo(alike.get(1));
    List<Integer> apart = ports(fabric, "apart", far);
    assertThat(apart.get(2)).isNotEqualTo(apart.get(0));
    assertThat(apart.get(3)).isNotEqualTo(apart.get(1));
  }

  private static long[] adaptersAtLastLeaf(Fabric fabric) {
    int[] ports = adapters(fabric);
    int leaf = leaf(fabric, ports[ports.length - 1]);
    return Arrays.stream(ports)
        .filter(port -> leaf(fabric, port) == leaf)
        .mapToLong(fabric::portGuid)
        .toArray();
  }

  private static int[] adapters(Fabric fabric) {
    return Arrays.stream(fabric.endPorts())
        .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
        .toArray();
  }

  private static int leaf(Fabric fabric, int adapter) {
    return fabric.nodeOf(fabric.peer(adapter));
  }

  /** By which port the leaf of the first adapter sends to others. */
  private List<Integer> ports(Fabric fabric, String dump, long[] guids) throws IOException {
    LftDump read = tables(dump, fabric);
    int leaf = leaf(fabric, adapters(fabric)[0]);
    return LongStream.of(guids)
        .mapToObj(guid -> read.tables().port(leaf, read.lids().baseLid(fabric.endPortByGuid(guid))))
        .toList();
  }

  /** Left alone, each engine gives other SLs after the faults: the first assertion sees to it. */
  @ParameterizedTest
  @CsvSource({"dfsssp, 0.05", "lash, 0.05", "nue, 0"})
  void shouldLeavePathsInTheLayersOfTheFolderBefore(String engine, double mostChanged)
      throws IOException {
    String[] lanes = {"--set", "nue_max_num_vls=4", "--set", "max_op_vls=4"};
    route(RANDOM, engine, with(lanes, "--dump", at("before")));
    Fabric fabric = TopologySpec.parse(RANDOM).withFaults(FAULTS).generate();
    String damaged = damaged();

    // With the tables, and so the LIDs, of before; only the layers are not there.
    Path forgetful = Files.createDirectory(folder.resolve("forgetful"));
    Files.copy(folder.resolve("before").resolve(Dumps.LFTS), forgetful.resolve(Dumps.LFTS));
    route(damaged, engine, with(lanes, "--previous", at("forgetful"), "--dump", at("anew")));
    route(damaged, engine, with(lanes, "--previous", at("before"), "--dump", at("after")));

    assertThat(changed(fabric, "before", "anew")).isGreaterThan(mostChanged);
    assertThat(changed(fabric, "before", "after")).isLessThanOrEqualTo(mostChanged);
    assertThat(
            Ran.dateline(
                    "check",
                    "--topology",
                    damaged,
                    "--lfts",
                    at("after") + "/" + Dumps.LFTS,
                    "--path-sl",
                    at("after") + "/" + Dumps.PATH_SL)
                .exitCode())
        .isZero();
  }

  private static String[] with(String[] options, String... more) {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private String damaged() throws IOException {
    Ran ran = Ran.dateline("generate", "jellyfish", "24", "5", "2", "3", "--drop-links", "3:1");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    return Files.writeString(folder.resolve("damaged"), ran.out()).toString();
  }

  /** The share of pairs of LIDs whose SL is another one. */
  private double changed(Fabric fabric, String before, String after) throws IOException {
    LidMap lids = tables(after, fabric).lids();
    PathSl one = PathSlDump.read(folder.resolve(before).resolve(Dumps.PATH_SL));
    PathSl other = PathSlDump.read(folder.resolve(after).resolve(Dumps.PATH_SL));
    int pairs = 0;
    int changed = 0;
    for (int source : fabric.endPorts()) {
      for (int destination : fabric.endPorts()) {
        int from = lids.baseLid(source);
        int to = lids.baseLid(destination);
        pairs++;
        changed += one.sl(from, to) == other.sl(from, to) ? 0 : 1;
      }
    }
    return (double) changed / pairs;
  }

  /** One way from a switch to a switch, which balances nothing. */
  @Test
  void shouldNotGoOnFromTablesOfLash() throws IOException {
    route(TREE, "lash", "--dump", at("lash"));
    route(TREE, "minhop", "--previous", at("lash"), "--dump", at("after"));
    route(TREE, "minhop", "--dump", at("fresh"));

    assertThat(folder.resolve("after").resolve(Dumps.LFTS))
        .hasSameTextualContentAs(folder.resolve("fresh").resolve(Dumps.LFTS));
  }

  @Test
  void shouldDumpNoLayersWhereThereAreNone() throws IOException {
    route(TREE, "dfsssp", "--dump", at("dump"));
    assertThat(folder.resolve("dump").resolve(Dumps.LAYERS)).exists();
    route(TREE, "minhop", "--dump", at("dump"));
    assertThat(folder.resolve("dump").resolve(Dumps.LAYERS)).doesNotExist();
  }

  /** OpenSM has the file of lanes for them all. */
  @ParameterizedTest
  @ValueSource(strings = {"dfsssp", "lash", "nue"})
  void shouldDumpLanesAndForIbdmchkLevels(String engine) throws IOException {
    route(RANDOM, engine, "--set", "nue_max_num_vls=4", "--dump", at("dump"));
    Path dump = folder.resolve("dump");
    assertThat(dump.resolve(Dumps.SL2VL))
        .content()
        .contains("\n1   2   : 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15\n");
    assertThat(dump.resolve(Dumps.PSL)).doesNotExist();

    String[] named = {"--set", "nue_max_num_vls=4", "--dump", at("named"), "--only", "ibdmchk"};
    route(RANDOM, engine, named);
    assertThat(folder.resolve("named").toFile().list())
        .containsExactlyInAnyOrder(
            Dumps.SUBNET, Dumps.FDBS, Dumps.MULTICAST_FDBS, Dumps.SL2VL, Dumps.PSL);
    PathSl levels = PathSlDump.read(dump.resolve(Dumps.PATH_SL));
    Fabric fabric = TopologySpec.parse(RANDOM).generate();
    LidMap lids = tables("dump", fabric).lids();
    int source = adapters(fabric)[3];
    int destination = lids.baseLid(adapters(fabric)[17]);
    assertThat(folder.resolve("named").resolve(Dumps.PSL))
        .content()
        .contains(
            "%s %d %d\n"
                .formatted(
                    Guid.format(fabric.nodeGuid(fabric.nodeOf(source))),
                    destination,
                    levels.sl(lids.baseLid(source), destination)));

    // Lanes of other tables would be taken for those of these.
    route(RANDOM, "minhop", "--dump", at("dump"));
    assertThat(dump.resolve(Dumps.SL2VL)).doesNotExist();
  }

  @Test
  void shouldNameAFileOfLayersThatIsNone() throws IOException {
    route(TREE, "dfsssp", "--dump", at("dump"));
    Path file = folder.resolve("dump").resolve(Dumps.LAYERS);
    Files.writeString(file, "no layers");

    Ran ran =
        Ran.dateline("route", "--topology", TREE, "--engine", "dfsssp", "--previous", at("dump"));

    assertThat(ran.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err()).contains(file + " is no file of layers, or damaged");
  }
}
