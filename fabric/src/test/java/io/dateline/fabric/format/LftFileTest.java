package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.ForwardingTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LftFileTest {
  private static final String DUMP = PairFabric.text("pair-lfts.dump");

  @TempDir Path folder;

  private LftFile read(String text) throws IOException {
    return LftFile.read(Files.writeString(folder.resolve("lfts"), text));
  }

  private static int port(LftFile.Table table, int lid) {
    return lid < table.ports().length ? table.ports()[lid] & 0xFF : ForwardingTables.NO_PORT;
  }

  @Test
  void shouldReadWhatOpensmDumped() throws IOException {
    LftFile file = read(DUMP);

    assertThat(file.warnings()).isEmpty();
    assertThat(file.tables())
        .extracting(LftFile.Table::switchGuid)
        .containsExactly(0x200000L, 0x300000L);
    LftFile.Table left = file.tables().getFirst();
    assertThat(port(left, 1)).isZero();
    assertThat(port(left, 3)).isEqualTo(ForwardingTables.NO_PORT);
    assertThat(port(left, 4)).isEqualTo(1);
    assertThat(left.portGuids()[4]).isEqualTo(0x400001);
    assertThat(port(file.tables().getLast(), 4)).isEqualTo(3);
    assertThat(file.tables().getLast().portGuids()).isSameAs(left.portGuids());
  }

  @Test
  void shouldPassOverWhatIsNoTable() throws IOException {
    LftFile file =
        read(
            """
            made by hand
            0x0007 004 before any switch
            # 0x0001 1
            Unicast lids of the left switch guid 0x20 whatever follows
              # 0x0002 2
            4 004 not in hex
            0x0003 3
            \t0x0004\t004 # ? portguid 0x44: 'x'
            Multicast mlids [0xC000-0xC3FF] of switch Lid 1 guid 0x0000000000000021
            3 lids dumped
            """);

    assertThat(file.tables()).hasSize(1);
    LftFile.Table table = file.tables().getFirst();
    assertThat(table.switchGuid()).isEqualTo(0x20);
    assertThat(table.ports()).containsExactly(-1, -1, -1, 3, 4);
    assertThat(table.portGuids()[3]).isZero();
    assertThat(table.portGuids()[4]).isEqualTo(0x44);
    assertThat(file.warnings())
        .containsExactly("line 9 begins a multicast table, which is left out");
  }

  @Test
  void shouldTakeTheLastTableOfASwitchOnly() throws IOException {
    LftFile file =
        read("Unicast lids guid 0x20\n0x1 1\n0x2 2\nUnicast lids guid 0x20\n0x2 1\n0x2 3\n");

    assertThat(file.tables()).hasSize(1);
    assertThat(file.tables().getFirst().ports()).containsExactly(-1, -1, 3);
  }

  @Test
  void shouldKeepApartWhatTablesNameDifferently() throws IOException {
    LftFile file =
        read(
            """
            Unicast lids guid 0x20
            0x0001 1 # portguid 0x51:
            0x0002 1
            Unicast lids guid 0x21
            0x0001 1 # portguid 0x52:
            0x0003 1 # portguid 0x53:
            Unicast lids guid 0x22
            0x0002 1 # portguid 0x54:
            """);

    List<long[]> guids = file.tables().stream().map(LftFile.Table::portGuids).toList();
    assertThat(guids.get(0)[1]).isEqualTo(0x51);
    assertThat(guids.get(0)[2]).isZero();
    assertThat(guids.get(1)[1]).isEqualTo(0x52);
    assertThat(guids.get(1)[3]).isEqualTo(0x53);
    assertThat(guids.get(2)[2]).isEqualTo(0x54);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "0x0002 002|0x0002 255|3: port number 255 is not within 0 to 254",
        "0x0002 002|0xc000 002|3: LID c000 is not within 0 to 49151",
        "0x0002 002|0x0002|3: port number expected, found '# Switch",
        "portguid 0x0000000000200000|portguid none|2: the port GUID expected in hex",
        "guid 0x0000000000200000 (|(|1: the heading of a switch has no guid",
      })
  void shouldNameThePlaceAndTheMistake(String right, String wrong, String expected) {
    assertThat(DUMP).contains(right);
    assertThatThrownBy(() -> read(DUMP.replace(right, wrong)))
        .isInstanceOf(FormatException.class)
        .hasMessageStartingWith(folder.resolve("lfts") + ":" + expected);
  }

  @Test
  void shouldRefuseAFileWithoutTables() {
    assertThatThrownBy(() -> read("0x0001 1\n"))
        .hasMessageEndingWith("lfts: there is no forwarding table in this file");
  }

  @Test
  void shouldHaveADigestOfWhatItSays() throws IOException {
    String digest = read(DUMP).digest();

    assertThat(read("# other bytes\n" + DUMP).digest()).isEqualTo(digest);
    assertThat(read(DUMP.replace("0x0004 001", "0x0004 002")).digest()).isNotEqualTo(digest);
    assertThat(read(DUMP.replace("0x0004 001", "0x000a 001")).digest()).isNotEqualTo(digest);
    assertThat(read(DUMP.replace("portguid 0x0000000000400001", "portguid 0x40")).digest())
        .isNotEqualTo(digest);
    assertThat(read(DUMP.replace("guid 0x0000000000300000 (", "guid 0x31 (")).digest())
        .isNotEqualTo(digest);
  }
}
