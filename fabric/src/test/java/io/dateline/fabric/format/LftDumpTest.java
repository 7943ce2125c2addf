package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.FabricArbitraries;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.LidMap;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LftDumpTest {
  private static final Fabric FABRIC = PairFabric.fabric();
  private static final String DUMP = PairFabric.text("pair-lfts.dump");
  private static final int LEFT = 0;
  private static final int RIGHT = 1;

  @TempDir Path folder;

  @Test
  void shouldReadTablesAndLidsThatOpensmDumped() throws IOException {
    LftDump dump = read(DUMP);
    assertThat(dump.warnings()).isEmpty();
    ForwardingTables tables = dump.tables();
    assertThat(tables.maxLid()).isEqualTo(9);
    assertThat(tables.port(LEFT, 1)).isZero();
    assertThat(tables.port(LEFT, 3)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(tables.port(LEFT, 4)).isEqualTo(1);
    assertThat(tables.port(RIGHT, 4)).isEqualTo(3);
    LidMap lids = dump.lids();
    int host = FABRIC.endPortByGuid(0x400001);
    assertThat(lids.baseLid(host)).isEqualTo(4);
    assertThat(lids.lmc(host)).isEqualTo(1);
    assertThat(lids.baseLid(FABRIC.port(RIGHT, 0))).isEqualTo(2);
    assertThat(lids.lmc(FABRIC.port(RIGHT, 0))).isZero();
    assertThat(lids.port(9)).isEqualTo(FABRIC.endPortByGuid(0x400002));
  }

  @Test
  void shouldWriteTheVeryBytesThatOpensmWrites() throws IOException {
    LftDump dump = read(DUMP);
    StringBuilder written = new StringBuilder();
    LftDumpWriter.write(FABRIC, dump.lids(), dump.tables(), written);
    assertThat(written.toString()).isEqualTo(DUMP);
  }

  @Test
  void shouldReadWhatIbroutePrints() throws IOException {
    LftDump dump =
        read(
            """
            Unicast lids [0x0-0x9] of switch Lid 1 guid 0x0000000000200000 (left):
              Lid  Out   Destination
                   Port     Info\s
            0x0000 255 : (path #0 out of range)
            0x0001 000 : (Switch portguid 0x0000000000200000: 'left')
            0x0008 002 : (Channel Adapter portguid 0x0000000000400002: 'both')
            0x0009 002\s
            4 valid lids dumped\s
            Unicast lids [0x0-0x9] of switch DR path slid 65535; dlid 65535; 0,2 guid 0x300000 (right):
            8 1
            """);
    assertThat(dump.tables().port(LEFT, 9)).isEqualTo(2);
    assertThat(dump.tables().port(LEFT, 0)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(dump.tables().port(RIGHT, 8)).isEqualTo(1);
    assertThat(dump.lids().baseLid(FABRIC.endPortByGuid(0x400002))).isEqualTo(8);
    assertThat(dump.lids().baseLid(FABRIC.port(RIGHT, 0))).isZero();
  }

  @Test
  void shouldWarnOfSwitchesAndPortsThatTheTopologyLacks() throws IOException {
    LftDump dump = read(DUMP.replace("300000", "310000").replace("500001", "510001"));
    assertThat(dump.warnings())
        .containsExactly(
            "there is no switch 0x0000000000310000 in the topology",
            "LID 2 belongs to port GUID 0x0000000000310000, which is no end port of the topology",
            "LID 6 belongs to port GUID 0x0000000000510001, which is no end port of the topology");
    assertThat(dump.tables().port(LEFT, 4)).isEqualTo(1);
    assertThat(dump.tables().port(RIGHT, 4)).isEqualTo(ForwardingTables.NO_PORT);
  }

  /**
   * ConnectX-4 and later: port GUID = node GUID; here even equal to what ibsim makes of another.
   */
  @Test
  void shouldUnderstandThePortGuidsThatIbsimMakesUp() throws IOException {
    Fabric fabric =
        TopologyReader.read(
            "test.ib",
            new StringReader(
                """
                Switch 3 "S-0000000000200000"
                [1] "H-0000000000000051"[1](51)
                [2] "H-0000000000000052"[1](52)
                Ca 1 "H-0000000000000051"
                Ca 1 "H-0000000000000052"
                """));
    Path file =
        Files.writeString(
            folder.resolve("lfts"),
            """
            Unicast lids [0-3] of switch Lid 1 guid 0x0000000000200000 (''):
            0x0001 000 # Switch portguid 0x0000000000200000: ''
            0x0002 001 # Channel Adapter portguid 0x0000000000000052: ''
            0x0003 002 # Channel Adapter portguid 0x0000000000000053: ''
            3 lids dumped
            """);
    LftDump dump = LftDumpReader.read(file, fabric);
    assertThat(dump.lids().baseLid(fabric.endPortByGuid(0x51))).isEqualTo(2);
    assertThat(dump.lids().baseLid(fabric.endPortByGuid(0x52))).isEqualTo(3);
    assertThat(dump.warnings()).singleElement().asString().contains("as ibsim does");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "0x0002 002|0x0002 004|3: the switch has 3 ports, there is no port 4",
        "0x0002 002|0x0002 256|3: port number 256 is not within 0 to 255",
        "0x0002 002|0xc000 002|3: LID c000 is not within 0 to 49151",
        "0x0002 002|0x0002|3: port number expected, found '# Switch",
        "0x0002 002|0x0002 002 3|3: '#' or ':' expected behind the port number, found '3",
        "0x0002 002|002:|3: port number expected, found ':",
        "0x0007 002|0x0006 002|7: the switch's entry of LID 6 is already in line 6",
        "[0-9]|[0-99999]|1: last LID 99999 is not within 0 to 49151",
        "guid 0x0000000000200000 (|(|1: the heading of a switch has no guid",
        "9 lids dumped|7 lids dumped|10: the switch has 8 entries here, but 7 were dumped",
        "Unicast lids [0-9] of switch Lid 1|# Unicast|2: 'Unicast lids ..' of a switch expected",
        "0000300000 ('right')|0000200000 ('left')|11: switch 0x0000000000200000 occurs twice",
        "Lid 2 guid|Lid 1 guid|11: LID 1 belongs to port GUID 0x0000000000300000 here and to",
        "0x0001 003 #|0x0002 003 #|12: LID 2 belongs to port GUID 0x0000000000200000 here and",
      })
  void shouldNameThePlaceAndTheMistake(String right, String wrong, String expected)
      throws IOException {
    assertThat(DUMP).contains(right);
    String text = DUMP.replaceFirst(Pattern.quote(right), wrong);
    Path file = Files.writeString(folder.resolve("lfts"), text);
    assertThatThrownBy(() -> LftDumpReader.read(file, FABRIC))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(file + ":" + expected);
  }

  @Test
  void shouldRefuseAFileWithoutTables() throws IOException {
    Path file = Files.writeString(folder.resolve("lfts"), "\n");
    assertThatThrownBy(() -> LftDumpReader.read(file, FABRIC))
        .hasMessage(file + ": there is no forwarding table in this file");
  }

  @Test
  void shouldRefuseLidsThatNoLmcGives() throws IOException {
    Path file = Files.writeString(folder.resolve("lfts"), DUMP.replaceAll("0x0007 ", "0x0100 "));
    assertThatThrownBy(() -> LftDumpReader.read(file, FABRIC))
        .hasMessageContaining("the LIDs of port GUID 0x0000000000500001, 6 to 256, are no range");
  }

  @Provide
  Arbitrary<Fabric> fabrics() {
    return FabricArbitraries.fabrics();
  }

  @Property(tries = 200)
  void shouldReadWhatWasWritten(@ForAll("fabrics") Fabric fabric, @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    if (fabric.switchCount() == 0) {
      return;
    }
    LidMap lids = RandomLids.assign(fabric, random);
    ForwardingTables tables = new ForwardingTables(fabric.switchCount(), lids.maxLid());
    for (int node = 0; node < fabric.switchCount(); node++) {
      for (int lid = 1; lid <= lids.maxLid(); lid++) {
        // Every LID has a route somewhere, else nothing in the dump would name it.
        if (node == 0 || random.nextBoolean()) {
          tables.set(node, lid, random.nextInt(fabric.externalPortCount(node) + 1));
        }
      }
    }
    StringBuilder text = new StringBuilder();
    LftDumpWriter.write(fabric, lids, tables, text);
    Path file = Files.createTempFile("dateline", ".lfts");
    try {
      Files.writeString(file, text);
      LftDump dump = LftDumpReader.read(file, fabric);
      assertThat(dump.warnings()).isEmpty();
      assertThat(dump.tables()).isEqualTo(tables);
      for (int port : fabric.endPorts()) {
        assertThat(dump.lids().baseLid(port)).isEqualTo(lids.baseLid(port));
        assertThat(dump.lids().lmc(port)).isEqualTo(lids.lmc(port));
      }
    } finally {
      Files.delete(file);
    }
  }

  private LftDump read(String text) throws IOException {
    return LftDumpReader.read(Files.writeString(folder.resolve("lfts"), text), FABRIC);
  }
}
