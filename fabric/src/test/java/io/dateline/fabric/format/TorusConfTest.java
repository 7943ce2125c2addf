package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.TorusShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TorusConfTest {
  private static final int PLUS_X = 0;
  private static final int MINUS_X = 1;
  private static final int PLUS_Y = 2;
  private static final int MINUS_Y = 3;
  private static final int PLUS_Z = 4;

  @TempDir Path folder;

  private TorusConf read(String text) throws IOException {
    return TorusConf.read(Files.writeString(folder.resolve("torus-2QoS.conf"), text));
  }

  /** The example of torus-2QoS.conf(5), with the minus signs that its web page has torn off. */
  @Test
  void shouldReadTheExampleOfTheManual() throws IOException {
    TorusConf conf =
        read(
            """
            # Look for a 2D (since x radix is one) 4x5 torus.
            torus 1 4 5
            # y is radix-4 torus dimension, need both
            # ym_link and yp_link configuration.
            yp_link 0x200000 0x200005  # sw @ y=0,z=0 -> sw @ y=1,z=0
            ym_link 0x200000 0x20000f  # sw @ y=0,z=0 -> sw @ y=3,z=0
            # z is not radix-4 torus dimension, only need one of
            # zm_link or zp_link configuration.
            zp_link 0x200000 0x200001  # sw @ y=0,z=0 -> sw @ y=0,z=1

            next_seed

            yp_link 0x20000b 0x200010  # sw @ y=2,z=1 -> sw @ y=3,z=1
            ym_link 0x20000b 0x200006  # sw @ y=2,z=1 -> sw @ y=1,z=1
            zp_link 0x20000b 0x20000c  # sw @ y=2,z=1 -> sw @ y=2,z=2

            y_dateline -2  # Move the dateline for this seed
            z_dateline -1  # back to its original position.

            port_order 7 10 8 11 9 12 25 28 26 29 27 30
            """);

    TorusShape shape = new TorusShape(List.of(1, 4, 5), List.of(true, true, true));
    assertThat(conf)
        .isEqualTo(
            new TorusConf(
                shape,
                List.of(
                    new TorusConf.Seed(
                        0x200000,
                        Map.of(PLUS_Y, 0x200005L, MINUS_Y, 0x20000fL, PLUS_Z, 0x200001L),
                        List.of(0, 0, 0)),
                    new TorusConf.Seed(
                        0x20000b,
                        Map.of(PLUS_Y, 0x200010L, MINUS_Y, 0x200006L, PLUS_Z, 0x20000cL),
                        List.of(0, -2, -1))),
                16,
                List.of(7, 10, 8, 11, 9, 12, 25, 28, 26, 29, 27, 30),
                32));
    assertThat(conf.seeds().getFirst().originPlace(shape)).isEqualTo(shape.place(0, 0, 0));
    assertThat(conf.seeds().getLast().originPlace(shape)).isEqualTo(shape.place(0, 2, 1));
    assertThat(conf.seeds().getLast().neighbourPlace(shape, MINUS_Y))
        .isEqualTo(shape.place(0, 1, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "mesh 3T 4 5, torus 3 4m 5m",
    "torus 3 4M 5M, torus 3 4m 5m",
    "torus 3t 4m 5m tokens behind are not looked at, torus 3 4m 5m",
    "\tmesh\t3t 0x4 05 \r, torus 3 4m 5m",
    "mesh 2t 2 1, torus 2 2m 1m"
  })
  void shouldReadSizes(String size, String shape) throws IOException {
    TorusConf conf = read(size + "\nxp_link 1 2\nyp_link 1 3\nzp_link 1 4\n");

    assertThat(conf.shape()).hasToString(shape);
  }

  @Test
  void shouldReadNumbersAsC() throws IOException {
    TorusConf conf =
        read("mesh 010 5 1\nxp_link 0x10 017\nyp_link 16 0xFFffFFffFFffFFff\nx_dateline -0x3\n");

    TorusConf.Seed seed = conf.seeds().getFirst();
    assertThat(conf.shape()).hasToString("torus 8m 5m 1m");
    assertThat(seed.originGuid()).isEqualTo(16);
    assertThat(seed.neighbours()).containsExactlyInAnyOrderEntriesOf(Map.of(0, 15L, 2, -1L));
    assertThat(seed.datelines()).containsExactly(-3, 0, 0);
    assertThat(seed.originPlace(conf.shape())).isEqualTo(3);
  }

  @Test
  void shouldTakeTheLastOfWhatIsSaidTwice() throws IOException {
    TorusConf conf =
        read(
            """
            torus 5 5 1
            portgroup_max_ports 4
            xp_link 7 8
            x_dateline 3
            yp_link 1 3
            xp_link 1 2
            x_dateline 1 and more
            max_changes 7
            portgroup_max_ports 0x20
            max_changes 0
            port_order 3 1 3 0 1 2
            port_order 2 9 # 4
            """);

    assertThat(conf.seeds())
        .containsExactly(new TorusConf.Seed(1, Map.of(0, 2L, 2, 3L), List.of(1, 0, 0)));
    assertThat(conf.portgroupMaxPorts()).isEqualTo(32);
    assertThat(conf.maxChanges()).isZero();
    assertThat(conf.portOrder()).containsExactly(2, 9);
  }

  @Test
  void shouldLeaveOutDuplicatePorts() throws IOException {
    TorusConf conf = read("torus 5 1 1\nxp_link 1 2\nport_order 3 1 3 0 1 2\n");

    assertThat(conf.portOrder()).containsExactly(3, 1, 0, 2);
    assertThat(conf.portgroupMaxPorts()).isEqualTo(TorusConf.PORTGROUP_MAX_PORTS);
    assertThat(conf.maxChanges()).isEqualTo(TorusConf.MAX_CHANGES);
  }

  @Test
  void shouldPassOverLinksOfADimensionThatIsNotUsed() throws IOException {
    TorusConf conf = read("torus 5 1 5\nxp_link 1 2\nyp_link 9 8\nzm_link 1 3\n");

    assertThat(conf.seeds().getFirst().neighbours()).containsOnlyKeys(PLUS_X, 5);
  }

  @Test
  void shouldLetANextSeedBeginTheFirstSeed() throws IOException {
    assertThat(read("torus 5 1 1\nnext_seed\nxp_link 1 2\n").seeds()).hasSize(1);
  }

  @Test
  void shouldPlaceBothNeighboursOfARingOfTwoAtTheSamePlace() throws IOException {
    TorusConf conf = read("mesh 2 5t 1\nxp_link 1 2\nxm_link 1 2\nyp_link 1 3\n");

    TorusConf.Seed seed = conf.seeds().getFirst();
    assertThat(seed.neighbourPlace(conf.shape(), PLUS_X)).isEqualTo(1);
    assertThat(seed.neighbourPlace(conf.shape(), MINUS_X)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|: there is no line with the size",
        "torus 5 5|:1: z radix expected, found the end of the line",
        "torus 5 0 5|:1: y radix 0 is not within 1 to",
        "torus 5 5 5x|:1: z radix expected, found '5x'",
        "torus -5 5 5|:1: x radix expected, found '-5'",
        "torus 1 1 1|:1: no dimension has more than one switch",
        "torus 200 200 200|:1: 8000000 switches are more than the 49151 LIDs",
        "torus 5 1 1;xp_link 1 2;mesh 5 1 1|:3: the size was given in line 1",
        "portgroup_max_ports 8;torus 5 1 1;xp_link 1 2|:1: torus or mesh has to come first",
        "Torus 5 1 1|:1: there is no keyword 'Torus'",
        "torus 5 1 1;xq_link 1 2|:2: there is no keyword 'xq_link'",
        "torus 5 1 1;xp_link 1|:2: the GUID of its neighbour expected, found the end",
        "torus 5 1 1;xp_link one 2|:2: the GUID of the seed's origin expected, found 'one 2'",
        "torus 5 1 1;xp_link 1 2;x_dateline 5|:3: x_dateline 5 is not within 0 to 4",
        "torus 5 1 1;xp_link 1 2;x_dateline -5|:3: x_dateline 5 is not within 0 to 4",
        "torus 5 1 1;xp_link 1 2;x_dateline - 2|:3: x_dateline expected, found the end",
        "torus 5 1 1;xp_link 1 2;y_dateline 1|:3: y_dateline 1 is not within 0 to 0",
        "torus 5 1 1;xp_link 1 2;portgroup_max_ports 0|:3: portgroup_max_ports 0 is not within",
        "torus 5 1 1;xp_link 1 2;portgroup_max_ports 255|:3: portgroup_max_ports 255 is not",
        "torus 5 1 1;xp_link 1 2;port_order 1 255|:3: port 255 is not within 0 to 254",
        "torus 5 1 1;xp_link 1 2;port_order 1 x|:3: port expected, found 'x'",
        "torus 5 1 1;xp_link 1 2;max_changes many|:3: max_changes expected",
        "torus 5 5 1|: there is no seed",
        "torus 5 5 1;xp_link 1 2|:2: insufficient configuration: the seed that begins here has"
            + " neither yp_link nor ym_link",
        "torus 5 1 1;xp_link 1 2;next_seed|:3: insufficient configuration",
        "torus 5 4 1;xp_link 1 2;ym_link 1 3|:2: insufficient configuration: the seed that begins"
            + " here needs both yp_link and ym_link",
        "torus 5 5 1;xp_link 1 2;yp_link 3 4|:3: all links of a seed begin at the same switch",
        "torus 5 5 1;xp_link 1 1;yp_link 1 4|:2: 0x0000000000000001 cannot be +x",
        "torus 5 5 1;xp_link 1 2;yp_link 1 2|:3: 0x0000000000000002 cannot be +y",
        "torus 5 5 1;xp_link 1 2;xm_link 1 2;yp_link 1 3|:3: 0x0000000000000002 cannot be -x",
        "torus 2 5 1;xp_link 1 2;xm_link 1 4;yp_link 1 3|:3: 0x0000000000000004 cannot be -x",
        "mesh 5 5 1;xm_link 1 2;yp_link 1 3|:2: the link leads out of the mesh: by its datelines"
            + " the seed begins at (0,0,0)"
      })
  void shouldSayWhatIsWrongAndWhere(String text, String message) {
    assertThatThrownBy(() -> read(text == null ? "" : text.replace(";", "\n") + "\n"))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("torus-2QoS.conf" + message);
  }

  @Test
  void shouldNotNeedBothLinksOfARadixOfFourThatIsAMesh() throws IOException {
    assertThat(read("torus 4m 5 1\nxp_link 1 2\nyp_link 1 3\n").seeds()).hasSize(1);
  }

  @Test
  void shouldTellAllThatIsWrongAtOnce() {
    assertThatThrownBy(() -> read("torus 5 5 1\nxp_link 1\nfoo\nyp_link 1 2\n"))
        .isInstanceOfSatisfying(
            FormatException.class,
            e ->
                assertThat(e.problems())
                    .extracting(FormatException.Problem::line)
                    .containsExactly(2, 3, 4));
  }
}
