package io.dateline.fabric.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** NVIDIA's text on port groups, a row a sentence. */
class PortGroupsTest {
  /** The example of the text; its last group has the name of the first one. */
  private static final String EXAMPLE =
      """
      port-group
      name: grp3
      use: Subtract of groups grp1 and grp2
      subtract-rule: grp1, grp2
      end-port-group

      port-group
      name: grp1
      port-guid: 0x281 , 0x282 , 0x283
      end-port-group

      port-group
      name: grp2
      port-guid-range: 0x282 - 0x286
      port-name: hostname=server1 port= 1
      end-port-group

      port-group
      name: grp4
      port-name: hostname=kika port= 1 hca_idx= 1
      end-port-group

      port-group
      name: grp3
      union-rule: grp3, grp4
      end-port-group
      """;

  @TempDir private Path folder;

  private PortGroupFile read(String text) throws IOException {
    return PortGroupFile.read(Files.writeString(folder.resolve("groups"), text));
  }

  /** A group with this rule on the fabric: {@code node[port]} of each port. */
  private List<String> ports(String rule) throws IOException {
    return ports(read("port-group\nname: x\n" + rule + "\nend-port-group\n"), "x");
  }

  private static List<String> ports(PortGroupFile file, String group) {
    Fabric fabric = fabric();
    return PortGroups.of(file, fabric).groups().get(group).ports().stream()
        .mapToObj(
            port ->
                "%s[%d]"
                    .formatted(fabric.description(fabric.nodeOf(port)), fabric.portNumber(port)))
        .toList();
  }

  /** Two switches and five adapters, of which kuku has two ports. */
  private static Fabric fabric() {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft sw1 = builder.node(NodeType.SWITCH, 0x281, 8).description("SW1");
    Fabric.NodeDraft sw2 = builder.node(NodeType.SWITCH, 0x282, 8).description("left SW2");
    link(builder, sw1, 8, sw2, 8);
    link(builder, sw1, 1, adapter(builder, 0x283, 1, "server1 HCA-1"), 1);
    Fabric.NodeDraft kuku = adapter(builder, 0x284, 2, "kuku HCA-1");
    link(builder, sw1, 2, kuku, 1);
    link(builder, sw2, 2, kuku, 2);
    link(builder, sw2, 1, adapter(builder, 0x290, 1, "kuku mlx5_2"), 1);
    link(builder, sw2, 3, adapter(builder, 0x291, 1, "kika HCA-1"), 1);
    link(builder, sw2, 4, adapter(builder, 0x292, 1, "kukus"), 1);
    return builder.build();
  }

  private static Fabric.NodeDraft adapter(
      Fabric.Builder builder, long guid, int ports, String description) {
    Fabric.NodeDraft node = builder.node(NodeType.CA, guid, ports).description(description);
    for (int number = 1; number <= ports; number++) {
      node.portGuid(number, guid * 0x100 + number);
    }
    return node;
  }

  private static void link(
      Fabric.Builder builder, Fabric.NodeDraft one, int port, Fabric.NodeDraft other, int peer) {
    builder.link(one, port, other, peer, LinkWidth.X4, LinkSpeed.EDR);
  }

  @Test
  void shouldReadTheExampleOfTheText() throws Exception {
    PortGroupFile file = read(EXAMPLE);

    assertThat(ports(file, "grp1"))
        .hasSize(17)
        .contains("SW1[8]", "left SW2[1]", "server1 HCA-1[1]");
    assertThat(ports(file, "grp2")).hasSize(11).contains("left SW2[8]", "kuku HCA-1[2]");
    assertThat(ports(file, "grp3"))
        .as("what grp1 has and grp2 has not, and grp4")
        .hasSize(9)
        .contains("SW1[1]", "kika HCA-1[1]")
        .doesNotContain("left SW2[1]");
  }

  @Test
  void shouldHaveGroupsThatAreAlwaysThere() throws Exception {
    PortGroupFile none = read("");

    assertThat(ports(none, "ALL_SWITCHES")).hasSize(16).doesNotContain("SW1[0]");
    assertThat(ports(none, "ALL_CAS")).hasSize(6);
    assertThat(ports(none, "ALL")).hasSize(22);
    assertThat(ports(none, "ALL_ROUTERS")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          port-guid: 0x281@3                                   | SW1[3]
          port-guid: 0x281@1/5/7                               | SW1[1] SW1[5] SW1[7]
          port-guid: 0x281@2-4                                 | SW1[2] SW1[3] SW1[4]
          port-guid: 0x281@2-3/5/7-8                           | SW1[2] SW1[3] SW1[5] SW1[7] SW1[8]
          port-guid: 0x281@5-6/8, 0x283, 0x282/1/ 3/4          | SW1[5] SW1[6] SW1[8] left SW2[1] left SW2[3] left SW2[4] server1 HCA-1[1]
          port-guid: 0x28402                                   | kuku HCA-1[2]
          port-guid: 0x283 # the server                        | server1 HCA-1[1]
          port-guid: 0x281 @ 3 - 4 / 6                         | SW1[3] SW1[4] SW1[6]
          port-guid-range: 0x290- 0x292                        | kuku mlx5_2[1] kika HCA-1[1] kukus[1]
          port-guid-range: 0x290-0x292                         | kuku mlx5_2[1] kika HCA-1[1] kukus[1]
          port-name: hostname=kuku; port=2; hca_idx=1          | kuku HCA-1[2]
          port-name: hostname=kuku                             | kuku HCA-1[1] kuku HCA-1[2] kuku mlx5_2[1]
          port-name: hostname=kuku; hca_idx=2                  | kuku mlx5_2[1]
          port-name: hostname=kuku; port=2; hca_idx=1 , hostname=server1; port=1, hostname=kika | server1 HCA-1[1] kuku HCA-1[2] kika HCA-1[1]
          port-name: hostname=SW1                              |
          port-regexp: SW:3                                    | SW1[3]
          port-regexp: k[iu]k                                  | kuku HCA-1[1] kuku HCA-1[2] kuku mlx5_2[1] kika HCA-1[1] kukus[1]
          subtract-rule: ALL_CAS, ALL_SWITCHES                 | server1 HCA-1[1] kuku HCA-1[1] kuku HCA-1[2] kuku mlx5_2[1] kika HCA-1[1] kukus[1]
          """)
  void shouldTakeEachRuleAsTheTextHasIt(String rule, String ports) throws Exception {
    assertThat(String.join(" ", ports(rule))).isEqualTo(ports == null ? "" : ports);
  }

  @Test
  void shouldTellWhichRuleAPortIsThereBy() throws Exception {
    Fabric fabric = fabric();
    PortGroupFile file =
        read("port-group\nname: x\nport-guid: 0x283\nport-regexp: server\nend-port-group\n");

    assertThat(PortGroups.of(file, fabric).groups().get("x").rules())
        .containsOnlyKeys("port-guid: 0x283", "port-regexp: server")
        .allSatisfy((rule, ports) -> assertThat(ports.length).isEqualTo(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          use: a                                     | :1: the group has no name
          name: x                                    | :1: group x has no rule
          name: ALL;port-guid: 1                     | :2: group ALL is always there
          name: ALL_ROUTERS;port-guid: 1             | :2: group ALL_ROUTERS is always there
          name: a:b;port-guid: 1                     | :2: the value of name has a colon
          name: x;use: a:b;port-guid: 1              | :3: the value of use has a colon
          name: x;name: y;port-guid: 1               | :3: name is given twice
          name: x;port-guid 1                        | :3: there is no qualifier 'port-guid 1'
          name: x;port-guid-list: 1                  | :3: there is no qualifier 'port-guid-list'
          name: x;port-guid: 0x28y                   | :3: GUID expected, found '0x28y'
          name: x;port-guid: 0x28 3                  | :3: GUID expected, found '0x28 3'
          name: x;port-guid: 281 282                 | :3: GUID expected, found '281 282'
          name: x;port-guid: 0x283@1 2               | :3: port '1 2' is not a number
          name: x;port-guid-range: 0x28 3-0x289      | :3: GUID expected, found '0x28 3'
          name: x;port-guid: 0x283@0                 | :3: port '0' is not a number from 1 to 254
          name: x;port-guid: 0x283@5-2               | :3: ports 5-2 go backwards
          name: x;port-guid-range: 0x283-0x289, 0x290-0x295 | :3: port-guid-range takes one range
          name: x;port-guid-range: 0x283-0x289@1     | :3: port-guid-range takes no ports
          name: x;port-guid-range: 0x289-0x283       | :3: the range of GUIDs goes backwards
          name: x;port-name: port=1                  | :3: 'port=1' has no hostname
          name: x;port-name: hostname=a host=b       | :3: hostname=, port= or hca_idx= expected
          name: x;port-name: hostname=a hostname=b   | :3: 'hostname=a hostname=b' has hostname twice
          name: x;port-name: hostname=a port=1 PORT=2 | :3: 'hostname=a port=1 PORT=2' has port twice
          name: x;port-regexp: (a                    | :3: '(a' is no regular expression
          name: x;port-regexp: a:b:1                 | :3: an expression is missing, or has a colon
          name: x;union-rule: y                      | :3: union-rule takes two groups
          name: x;union-rule: ALL, ALL_CAS, y        | :3: union-rule takes two groups
          name: x;subtract-rule: ALL, y              | :3: group x: there is no group y
          name: x;subtract-rule: ALL, x              | :3: groups refer to each other in a circle: x, x
          """)
  void shouldFailWhereTheTextSaysSo(String qualifiers, String why) {
    String text = "port-group\n" + qualifiers.replace(';', '\n') + "\nend-port-group\n";

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "port-group\nname: x\nport-guid: 1\n",
        "name: x\n",
        "end-port-group\n",
        "port-group\nname: x\nport-guid: 1\nport-group\nname: y\nport-guid: 1\nend-port-group\n",
        "port-group:\nname: x\nport-guid: 1\nend-port-group:\n"
      })
  void shouldFailWhereParagraphsDoNotBeginAndEnd(String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(FormatException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          port-guid: 1                 | 4: the port-group of line 1 has no end-port-group
          port-guid: 1;end-port-grup   | 4: 'end-port-grup' is not end-port-group
          """)
  void shouldTellOnceThatAGroupDoesNotEnd(String rest, String why) {
    String text =
        "port-group\nname: a\n%s\nport-group\nname: b\nunion-rule: a, ALL\nend-port-group\n"
            .formatted(rest.replace(';', '\n'));

    assertThatThrownBy(() -> read(text)).hasMessageEndingWith(":" + why);
  }

  @Test
  void shouldNameACircleOfManyGroups() {
    String text =
        """
        port-group
        name: a
        union-rule: b, ALL
        end-port-group
        port-group
        name: b
        subtract-rule: c, ALL
        end-port-group
        port-group
        name: c
        union-rule: ALL, a
        end-port-group
        """;

    assertThatThrownBy(() -> read(text))
        .hasMessageContaining("groups refer to each other in a circle: a, b, c, a");
  }

  /** One after the other would need as deep a stack. */
  @Test
  void shouldRefuseTooManyGroupsInARow() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < 50_000; at++) {
      text.append(
          "port-group\nname: g%d\nunion-rule: ALL, g%d\nend-port-group\n".formatted(at, at + 1));
    }
    text.append("port-group\nname: g50000\nport-guid: 0x1\nend-port-group\n");
    Path file = Files.writeString(folder.resolve("many"), text);
    assertThatThrownBy(() -> PortGroupFile.read(file))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("more than 500 groups refer to each other in a row");
  }

  /** Each means the one before: to look at the last one first takes a stack. */
  @Test
  void shouldTakeANameThatIsGivenAgainAndAgain() throws IOException {
    StringBuilder text =
        new StringBuilder("port-group\nname: x\nport-guid: 0x283\nend-port-group\n");
    text.repeat("port-group\nname: x\nunion-rule: x, x\nend-port-group\n", 50_000);

    assertThat(ports(read(text.toString()), "x")).containsExactly("server1 HCA-1[1]");
  }

  /** Each blank is looked at once: from each one before it would take hours. */
  @Test
  void shouldReadManyBlanksInARow() throws IOException {
    String blanks = " ".repeat(3_000_000);

    assertThat(ports("port-guid: 0x281" + blanks + "@" + blanks + "3")).containsExactly("SW1[3]");
    assertThat(ports("port-name: hostname" + blanks + "=server1" + blanks + "port=1"))
        .containsExactly("server1 HCA-1[1]");
    assertThatThrownBy(() -> ports("port-guid: 0x281" + blanks + "3"))
        .hasMessageContaining(":3: GUID expected");
  }

  @Test
  void shouldRefuseBracketsWithinBracketsWithoutEnd() {
    String text = "port-group\nname: x\nport-regexp: " + "(".repeat(500_000) + "\nend-port-group\n";

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining(":3: ");
  }

  @Test
  void shouldGiveUpOnANameThatAnExpressionTakesTooLongFor() throws IOException {
    Fabric.Builder builder = new Fabric.Builder();
    Fabric.NodeDraft one = builder.node(NodeType.SWITCH, 1, 1).description("x".repeat(64));
    link(builder, one, 1, builder.node(NodeType.SWITCH, 2, 1).description("xxxxxxxxxxy"), 1);
    PortGroupFile file =
        read("port-group\nname: a\nport-regexp: %sy\nend-port-group\n".formatted("x*".repeat(16)));
    PortGroups groups = PortGroups.of(file, builder.build());

    assertThat(groups.groups().get("a").ports().cardinality()).isEqualTo(1);
    assertThat(groups.warnings())
        .singleElement()
        .asString()
        .startsWith("group a: 'port-regexp: x*")
        .contains("takes too long for the name 'xxxxx");
  }
}
