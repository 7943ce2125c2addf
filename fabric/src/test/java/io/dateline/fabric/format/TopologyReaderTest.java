package io.dateline.fabric.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.FabricText;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyReaderTest {
  private static final String PAIR =
      """
      Switch 8 "S-0000000000000010" # "left" base port 0 lid 1 lmc 0
      [1] "S-0000000000000020"[2] # "right" lid 2 4xQDR

      Switch 8 "S-0000000000000020" # "right" base port 0 lid 2 lmc 0
      [2] "S-0000000000000010"[1] # "left" lid 1 4xQDR
      """;

  @Test
  void shouldReadWhatIbnetdiscoverPrints() throws IOException {
    Fabric fabric =
        read(
            """
            #
            # Topology file: generated on Sat Nov 21 10:47:42 2026
            #
            # Initiated from node 0000000000200003 port 0000000000200003

            vendid=0x2c9
            devid=0xbd36
            sysimgguid=0x200013
            switchguid=0x200003(200004)
            Switch\t36 "S-0000000000200003"\t\t# "a # \"b\"" enhanced port 0 lid 5 lmc 3
            [7]\t"H-000000000100000c"[2](100000f) \t\t# "host" lid 6 12xHDR
            [8]\t"S-0000000000200003"[9]\t\t# "a # \"b\"" lid 5 4xXDR
            [9]\t"S-0000000000200003"[8]\t\t# "a # \"b\"" lid 5 4xXDR

            vendid=0x2c9
            devid=0x673c
            sysimgguid=0x100000f
            caguid=0x100000c
            Ca\t2 "H-000000000100000c"\t\t# "host"
            [2](100000f) \t"S-0000000000200003"[7]\t\t# lid 6 lmc 1 "a # \"b\"" lid 5 12xHDR

            vendid=0x8f1
            devid=0x1
            sysimgguid=0x3
            rtguid=0x3
            Rt\t1 "R-0000000000000003"\t\t# "far"
            """);
    assertThat(fabric.nodeCount()).isEqualTo(3);
    assertThat(fabric.description(0)).isEqualTo("a # \"b\"");
    assertThat(fabric.vendorId(0)).isEqualTo(0x2c9);
    assertThat(fabric.deviceId(0)).isEqualTo(0xbd36);
    assertThat(fabric.systemImageGuid(0)).isEqualTo(0x200013);
    assertThat(fabric.hasEnhancedPort0(0)).isTrue();
    int management = fabric.port(0, 0);
    assertThat(fabric.portGuid(management)).isEqualTo(0x200004);
    assertThat(fabric.foundLid(management)).isEqualTo(5);
    assertThat(fabric.foundLmc(management)).isEqualTo(3);
    assertThat(fabric.peer(fabric.port(0, 8))).isEqualTo(fabric.port(0, 9));
    assertThat(fabric.speed(fabric.port(0, 8))).isEqualTo(LinkSpeed.XDR);

    int host = fabric.nodeByGuid(0x100000c);
    int hostPort = fabric.port(host, 2);
    assertThat(fabric.peer(hostPort)).isEqualTo(fabric.port(0, 7));
    assertThat(fabric.portGuid(hostPort)).isEqualTo(0x100000f);
    assertThat(fabric.foundLid(hostPort)).isEqualTo(6);
    assertThat(fabric.foundLmc(hostPort)).isEqualTo(1);
    assertThat(fabric.width(hostPort)).isEqualTo(LinkWidth.X12);
    assertThat(fabric.peer(fabric.port(host, 1))).isEqualTo(Fabric.NONE);

    int router = fabric.nodeByGuid(3);
    assertThat(fabric.type(router)).isEqualTo(NodeType.ROUTER);
    assertThat(fabric.description(router)).isEqualTo("far");
  }

  @Test
  void shouldPassOverChassisLinesExternalPortsAndTrailingComments() throws IOException {
    Fabric fabric =
        read(
            """
            Chassis 1 (guid 0x2c9020041acd8)
            Spine Nodes
            sysimgguid=0x10\t\t# Chassis 1
            switchguid=0x10(10)\t# Spine 2 Chip 1
            Switch\t8 "S-0000000000000010"\t\t# "left" base port 0 lid 1 lmc 0
            [1][ext 3]\t"S-0000000000000020"[2][ext 4]\t\t# "right" lid 2 4xQDR s=4 w=2 v=4

            Non-Chassis Nodes
            Switch\t8 "S-0000000000000020"\t\t# "right" base port 0 lid 2 lmc 0
            [2][ext 4]\t"S-0000000000000010"[1][ext 3]\t\t# "left" lid 1 4xQDR s=4 w=2 v=4
            """);
    assertThat(fabric.peer(fabric.port(0, 1))).isEqualTo(fabric.port(1, 2));
    assertThat(fabric.systemImageGuid(0)).isEqualTo(0x10);
  }

  @Test
  void shouldTakeACableThatOneEndLists() throws IOException {
    Fabric fabric =
        read(
            """
            Switch 8 "S-0000000000000010"
            [1] "H-0000000000000020"[1](77) # "host" lid 9 4xEDR
            [2] "H-0000000000000020"[2]
            Ca 2 "H-0000000000000020"
            """);
    int listed = fabric.port(1, 1);
    assertThat(fabric.peer(listed)).isEqualTo(fabric.port(0, 1));
    assertThat(fabric.portGuid(listed)).isEqualTo(0x77);
    assertThat(fabric.foundLid(listed)).isEqualTo(9);
    assertThat(fabric.speed(listed)).isEqualTo(LinkSpeed.EDR);
    int bare = fabric.port(1, 2);
    assertThat(fabric.portGuid(bare)).isEqualTo(0x22);
    assertThat(fabric.width(bare)).isEqualTo(LinkWidth.X4);
    assertThat(fabric.speed(bare)).isEqualTo(LinkSpeed.SDR);
  }

  @Test
  void shouldTakeTheGuidOfTheIdWhereTheAttributeNamesTheChassis() throws IOException {
    assertThat(read("switchguid=0x99(99)\n" + PAIR).nodeGuid(0)).isEqualTo(0x10);
  }

  @Test
  void shouldTakeTheAttributeWhereTheIdIsAName() throws IOException {
    Fabric fabric = read("switchguid=0x99\nSwitch 2 \"core\"\n[1] \"core\"[2]\n");
    assertThat(fabric.nodeGuid(0)).isEqualTo(0x99);
    assertThat(fabric.peer(fabric.port(0, 2))).isEqualTo(fabric.port(0, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[1] |[9] |2: the node has 8 ports, there is no port 9",
        "[1] |[255] |2: port number 255 is not within 1 to 254",
        "[1] |[99999999999999999999] |2: port number 99999999999999999999 is not within 1 to 254",
        "[1] |[0] |2: port number 0 is not within 1 to 254",
        "[1] |[x] |2: port number expected, found 'x]",
        "[1] |(1) |2: a node, a port or an attribute expected, found '(1)",
        "\"[2] #|\"[200] #|2: node \"S-0000000000000020\" has 8 ports, there is no port 200",
        "\"[2] #|\"[3] #|5: port 2 leads to port 1 of",
        "0020\"[2]|0030\"[2]|2: port 1 leads to node \"S-0000000000000030\", which is not in",
        "0020\"[2]|0020[2]|2: '[' expected before the port number",
        "2 4xQDR|2 4xBDR|2: width and speed such as 4xQDR expected, found '4xBDR'",
        "2 4xQDR|2 3xQDR|2: width and speed such as 4xQDR expected, found '3xQDR'",
        "2 4xQDR|49152 4xQDR|2: LID 49152 is not unicast",
        "\"right\" lid 2 4|\"right lid 2 4|2: the description of the other end has no closing quote",
        "lid 1 lmc 0|lid 1 lmc 8|1: LMC 8 is not within 0 to 7",
        "Switch 8 \"S-0000000000000010|Switch 255 \"S-0000000000000010|1: number of ports 255",
        "Switch 8 \"S-0000000000000010|Switch 8 \"S-0000000000000000|1: node \"S-0000000000000000\"",
        "Switch 8 \"S-0000000000000010|Switch 8 \"S-00000000000000g0|1: nothing more expected after",
        "Switch 8 \"S-0000000000000020|Switch 8 \"S-0000000000000010|4: node GUID 0x00000000000000",
        "Switch 8 \"S-0000000000000020|Swatch 8 \"S-0000000000000020|4: a node, a port or an",
      })
  void shouldNameThePlaceAndTheMistake(String right, String wrong, String expected) {
    assertThat(PAIR).contains(right);
    String text = PAIR.replaceFirst(Pattern.quote(right), wrong);
    FormatException refused = catchThrowableOfType(FormatException.class, () -> read(text));
    assertThat(refused).isNotNull();
    assertThat(refused.getMessage()).contains("test.ib:" + expected);
  }

  @Test
  void shouldReportEveryProblemOfAFile() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    [1] "S-0000000000000010"[1]
                    [2] "S-0000000000000010"[2]
                    Switch 4 "S-0000000000000010"
                    [1] "S-0000000000000099"[1]
                    [2 "S-0000000000000010"[3]
                    devid=x
                    """))
        .hasMessage(
            """
            test.ib:1: a port without a node: its Switch, Ca or Rt line is missing
            test.ib:5: ']' expected after the port number, found '"S-0000000000000010"[3]'
            test.ib:6: devid expected in hex, found 'x'
            test.ib:4: port 1 leads to node "S-0000000000000099", which is not in this file"""
                .stripTrailing());
  }

  @Test
  void shouldNotBlameTheNeighboursOfANodeItDidNotUnderstand() {
    FormatException refused =
        catchThrowableOfType(
            FormatException.class,
            () ->
                read(PAIR.replace("Switch 8 \"S-0000000000000020", "Switch \"S-0000000000000020")));
    assertThat(refused.problems()).hasSize(1);
    assertThat(refused.problems().getFirst().line()).isEqualTo(4);
  }

  @Test
  void shouldRefuseTwoEndPortsWithOneGuid() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    Switch 8 "S-0000000000000010"
                    [1] "H-0000000000000020"[1]
                    [2] "H-0000000000000030"[1](21)
                    Ca 1 "H-0000000000000020"
                    Ca 1 "H-0000000000000030"
                    """))
        .hasMessage(
            "test.ib:5: port GUID 0x0000000000000021 is also that of a port of the node in line 4");
  }

  @Test
  void shouldRefuseAPortWithTwoCables() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    Switch 8 "S-0000000000000010"
                    [1] "S-0000000000000020"[1]
                    [2] "S-0000000000000020"[1]
                    Switch 8 "S-0000000000000020"
                    """))
        .hasMessage("test.ib:3: port 1 of node \"S-0000000000000020\" has two cables");
  }

  @Test
  void shouldRefuseAFileWithoutNodes() {
    assertThatThrownBy(() -> read("# nothing\n"))
        .isInstanceOf(FormatException.class)
        .hasMessage("test.ib: there is no node in this file");
  }

  @Test
  void shouldGiveUpOnJunkAfterABoundedNumberOfProblems(@TempDir Path folder) throws IOException {
    byte[] junk = new byte[1 << 20];
    new Random(1).nextBytes(junk);
    Path file = Files.write(folder.resolve("junk.ib"), junk);
    FormatException refused =
        catchThrowableOfType(FormatException.class, () -> TopologyReader.read(file));
    assertThat(refused.problems()).hasSize(LineScanner.PROBLEMS_MAX + 1);
    assertThat(refused.getMessage().getBytes(StandardCharsets.UTF_8).length).isLessThan(20_000);
  }

  /** shared/cases/03: as when a link comes up anew between two questions. */
  @ParameterizedTest
  @CsvSource({"4xSDR, 4x, SDR", "1xFDR10, 1x, FDR10", "4xHDR, 4x, QDR"})
  void shouldTakeTheLesserRateWhereTheEndsDiffer(
      String first, String width, String speed, @TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(folder.resolve("pair.ib"), PAIR.replaceFirst("2 4xQDR", "2 " + first));
    List<String> warnings = new ArrayList<>();
    Fabric fabric = TopologyReader.read(file, warnings::add);
    int port = fabric.port(0, 1);
    assertThat(fabric.width(port).label()).isEqualTo(width);
    assertThat(fabric.speed(port).label()).isEqualTo(speed);
    assertThat(warnings)
        .containsExactly(
            "%s:5: one end of the link has 4xQDR and the other %s in line 2; it is taken for %s%s"
                .formatted(file, first, width, speed));
  }

  /** shared/cases/08. */
  @Test
  void shouldPassOverAByteOrderMark() throws IOException {
    assertThat(FabricText.linkCount(read("\uFEFF" + PAIR))).isEqualTo(1);
  }

  /** shared/cases/07: ibdiagnet's own form. */
  @Test
  void shouldPassOverLabelsOfPorts() throws IOException {
    Fabric fabric =
        read(
            """
            switchguid=0xa0(a0)
            Switch 65 "S-00000000000000a0" # "leaf" enhanced port 0 lid 1 lmc 0
            [1](1/1/1) "H-00000000000000b0"[1](b1) # "node mlx5_0" lid 2 4xNDR
            caguid=0xb0
            Ca 1 "H-00000000000000b0" # "node mlx5_0"
            [1](B9D0F0/0/0/1)(b1) "S-00000000000000a0"[1] # lid 2 lmc 0 "leaf" lid 1 4xNDR
            """);
    int port = fabric.port(1, 1);
    assertThat(fabric.peer(port)).isEqualTo(fabric.port(0, 1));
    assertThat(fabric.portGuid(port)).isEqualTo(0xb1);
    assertThatThrownBy(() -> read("Switch 2 \"S-00000000000000a0\"\n[1](1g) \"x\"[1]\n"))
        .hasMessageContaining("')' expected after the port GUID");
  }

  @Test
  void shouldKeepItsOwnNameForTheFileInMessages(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("broken.ib"), "Switch\n");
    assertThatThrownBy(() -> TopologyReader.read(file))
        .hasMessage(file + ":1: number of ports expected, found the end of the line");
  }

  @Test
  void shouldReadAPlugThatLeadsAPortBackToItself() throws IOException {
    Fabric fabric = read("Switch 2 \"S-0000000000000010\"\n[1] \"S-0000000000000010\"[1]\n");
    assertThat(fabric.peer(fabric.port(0, 1))).isEqualTo(fabric.port(0, 1));
    assertThat(FabricText.linkCount(fabric)).isEqualTo(1);
  }

  private static Fabric read(String text) throws IOException {
    return TopologyReader.read("test.ib", new StringReader(text));
  }
}
