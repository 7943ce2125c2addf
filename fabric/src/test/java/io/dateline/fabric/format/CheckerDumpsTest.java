package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that ibdmchk reads, against what OpenSM wrote of the same fabric and tables. */
class CheckerDumpsTest {
  private static final Fabric FABRIC = PairFabric.fabric();

  @TempDir Path folder;

  @Test
  void shouldWriteTheFdbsThatOpensmWrites() throws IOException {
    LftDump dump = pairDump();
    assertThat(fdbs(dump.tables(), dump.lids())).isEqualTo(PairFabric.text("pair-opensm.fdbs"));
  }

  @Test
  void shouldSayWhatIsWrongWithAnEntry() throws IOException {
    LftDump dump = pairDump();
    ForwardingTables tables = dump.tables();
    tables.set(0, 2, ForwardingTables.NO_PORT);
    tables.set(0, 4, 2); // by the other switch, which sends it back
    tables.set(0, 6, 3); // no cable
    tables.set(0, 7, 1); // an end port that is not the one
    tables.set(0, 8, 0);
    assertThat(fdbs(tables, dump.lids()))
        .startsWith(
            """
            dump_ucast_routes: Switch 0x0000000000200000
            LID    : Port : Hops : Optimal
            0x0001 : 000  : 00   : yes
            0x0002 : UNREACHABLE
            0x0003 : UNREACHABLE
            0x0004 : 002  : 03   : No 1 hop path possible via port 2!
            0x0005 : 001  : 01   : yes
            0x0006 : 003  : HOPS UNKNOWN
            0x0007 : 001  : HOPS UNKNOWN
            0x0008 : 000  : HOPS UNKNOWN
            0x0009 : 002  : 02   : yes
            """);
  }

  /** All but the SM's mark, the revisions and the order of lines, which OpenSM hashes. */
  @Test
  void shouldWriteTheSubnetListThatOpensmWrites() throws IOException {
    StringBuilder written = new StringBuilder();
    SubnetListWriter.write(FABRIC, pairDump().lids(), written);
    String expected =
        PairFabric.text("pair-opensm-subnet.lst")
            .replace("SW-SM", "SW")
            .replace("Rev:000000A1", "Rev:00000000");
    assertThat(written.toString().lines())
        .containsExactlyInAnyOrderElementsOf(expected.lines().toList());
  }

  @Test
  void shouldKeepADescriptionWithBracesInItsPlace() throws IOException {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft left = builder.node(NodeType.SWITCH, 1, 2).description("a {b}\nc");
    Fabric.NodeDraft right = builder.node(NodeType.ROUTER, 2, 1).description("r");
    builder.link(left, 2, right, 1, LinkWidth.X2, LinkSpeed.NDR);
    Fabric fabric = builder.build();
    StringBuilder written = new StringBuilder();
    SubnetListWriter.write(fabric, new LidMap.Builder(fabric).build(), written);
    assertThat(written.toString().lines().toList())
        .first()
        .asString()
        .contains("{ SW Ports:02 ", " {a (b) c} LID:0000 PN:02 } { Rt Ports:01 ")
        .endsWith("PHY=2x LOG=ACT SPD=100");
  }

  /** An adapter with two ports has the levels of the first one. */
  @Test
  void shouldWriteALevelFromEachNodeToEachLid() throws IOException {
    LidMap lids =
        new LidMap.Builder(FABRIC)
            .assign(FABRIC.port(0, 0), 1, 0)
            .assign(FABRIC.endPortByGuid(0x400001), 4, 1)
            .assign(FABRIC.endPortByGuid(0x400002), 8, 0)
            .build();
    StringBuilder written = new StringBuilder();
    PslWriter.write(FABRIC, lids, (source, destination) -> source + destination & 7, written);
    assertThat(written)
        .hasToString(
            """
            0x0000000000200000 1 2
            0x0000000000200000 4 5
            0x0000000000200000 5 6
            0x0000000000200000 8 1
            0x0000000000400000 1 5
            0x0000000000400000 4 0
            0x0000000000400000 5 1
            0x0000000000400000 8 4
            """);
  }

  private LftDump pairDump() throws IOException {
    Path file = Files.writeString(folder.resolve("lfts"), PairFabric.text("pair-lfts.dump"));
    return LftDumpReader.read(file, FABRIC);
  }

  private static String fdbs(ForwardingTables tables, LidMap lids) throws IOException {
    StringBuilder written = new StringBuilder();
    FdbDumpWriter.write(FABRIC, lids, tables, written);
    return written.toString();
  }
}
