package io.dateline.sm.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** doc/QoS_management_in_OpenSM.txt, and what OpenSM's parser makes of what that leaves open. */
class PolicyFileTest {
  private static final String DEFAULT =
      """
      qos-ulps
        default : 0
      end-qos-ulps
      """;

  @TempDir Path folder;

  @Test
  void shouldHaveADigestOfWhatCounts() throws Exception {
    String digest = read(DEFAULT).policy().digest();

    assertThat(digest).hasSize(64);
    assertThat(read("# said otherwise\n\n" + DEFAULT.replace("  ", " ")).policy().digest())
        .isEqualTo(digest);
    assertThat(read(DEFAULT.replace('0', '1')).policy().digest()).isNotEqualTo(digest);
  }

  @Test
  void shouldReadAllThereIs() throws Exception {
    PolicyFile file =
        read(
            """
            # all keywords
            port-groups
              port-group # by GUID
                name: Storage
                use: our, SRP: targets
                port-guid: 0x10000000000001, 0x10000000000005-0x1000000000FFFA
                port-guid : 0x1000000000FFFF
              end-port-group

              port-group
                name: Virtual Servers
                port-name: vs1 HCA-1/P1, "sw #1, left/p2"
              end-port-group
              port-group
                name: Others
                pkey: 0x9234, 0x10-0x1F
                node-type: ca, SELF
              end-port-group
            end-port-groups
            qos-setup
              vlarb-tables
                vlarb-scope
                  group: Storage
                  vlarb-high: 0:255,1:127
                  vl-high-limit: 10
                end-vlarb-scope
              end-vlarb-tables
              sl2vl-tables
                sl2vl-scope
                  across-to: Storage
                  from: *
                  to: 1-4
                  sl2vl-table: 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,7
                end-sl2vl-scope
              end-sl2vl-tables
            end-qos-setup
            qos-levels
              qos-level
                name: DEFAULT
                sl: 0
              end-qos-level
              qos-level
                name: Whole Set
                use: all
                sl: 0xF
                mtu-limit: 4
                rate-limit: 5
                packet-life: 8
                path-bits: 2,4,8-32
                pkey: 0x1234
              end-qos-level
            end-qos-levels
            qos-match-rules
              qos-match-rule
                use: by all
                qos-class: 7-9,11
                source: virtual servers, Others
                destination: "Storage"
                service-id: 0x000000000001FFFF-0x0000000000010000
                pkey: 0x0F00-0x0FFF
                qos-level-name: WholeSet
              end-qos-match-rule
              qos-match-rule
                source: Storage
                qos-level-name: default
              end-qos-match-rule
            end-qos-match-rules
            """);

    PortGroup storage =
        PortGroup.ofGuids(
            NumberRanges.of(0x10000000000001L)
                .and(NumberRanges.of(0x10000000000005L, 0x1000000000FFFAL))
                .and(NumberRanges.of(0x1000000000FFFFL)));
    MatchRule first = file.policy().rules().getFirst();
    assertThat(first.destinations())
        .singleElement()
        .isEqualTo(
            new PortGroup(
                "Storage",
                storage.portGuids(),
                Set.of(),
                NumberRanges.NONE,
                Set.of(),
                Set.of(),
                false));
    assertThat(first.sources())
        .containsExactly(
            new PortGroup(
                "Virtual Servers",
                NumberRanges.NONE,
                Set.of(new PortName("vs1 HCA-1", 1), new PortName("sw #1, left", 2)),
                NumberRanges.NONE,
                Set.of(),
                Set.of(),
                false),
            new PortGroup(
                "Others",
                NumberRanges.NONE,
                Set.of(),
                NumberRanges.of(0x1234).and(NumberRanges.of(0x10, 0x1F)),
                Set.of(),
                Set.of(NodeType.CA),
                true));
    assertThat(first.qosClasses()).hasToString("0x7-0x9,0xb");
    assertThat(first.serviceIds()).isEqualTo(NumberRanges.of(0x10000, 0x1FFFF));
    assertThat(first.pKeys()).isEqualTo(NumberRanges.of(0xF00, 0xFFF));
    assertThat(first.level())
        .isEqualTo(new QosLevel("Whole Set", 15, 4, 5, 8, NumberRanges.of(0x1234)));
    assertThat(file.policy().rules()).hasSize(2);
    assertThat(file.policy().rules().get(1).level()).isSameAs(file.policy().fallback());
    assertThat(file.policy().fallback().packetLife()).isEqualTo(QosLevel.NOT_GIVEN);
    assertThat(file.warnings())
        .containsExactly(
            conf() + ":23: vlarb-scope has no effect, options qos_* say what lanes are",
            conf() + ":30: sl2vl-scope has no effect, options qos_* say what lanes are",
            conf() + ":49: path-bits have no effect, as with OpenSM");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sdp : 3                    | 0x10000-0x1ffff",
        "SDP, port-num 1,0x10-17: 3 | 0x10001,0x10010-0x10011",
        "rds : 3                    | 0x10648ca",
        "rds , port-num 25000 : 3   | 0x10661a8",
        "iser : 3                   | 0x1060cbc",
        "iSER,port-num 900 : 3      | 0x1060384",
        "any, service-id 0x6234 : 3 | 0x6234",
      })
  void shouldKnowProtocolsByTheirServiceIds(String line, String ids) throws Exception {
    MatchRule rule = simple(line);
    assertThat(rule)
        .isEqualTo(MatchRule.ofServices(rule.serviceIds(), QosLevel.ofSl(3)))
        .extracting(MatchRule::serviceIds)
        .hasToString(ids);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ipoib : 3                | 0x7fff",
        "ipoib, pkey 0x8001 : 3   | 0x1",
        "any, pkey 0x0ABC,1-2 : 3 | 0x1-0x2,0xabc",
        "any, pkey 0x7FFF,0x8000:3| 0x0,0x7fff",
      })
  void shouldKnowPartitionsByTheirPKeys(String line, String keys) throws Exception {
    MatchRule rule = simple(line);
    assertThat(rule)
        .isEqualTo(MatchRule.ofPKeys(rule.pKeys(), QosLevel.ofSl(3)))
        .extracting(MatchRule::pKeys)
        .hasToString(keys);
  }

  @Test
  void shouldKnowPortsByTheirGuids() throws Exception {
    List<PortGroup> ports = List.of(PortGroup.ofGuids(NumberRanges.of(0xABC, 0xFFFFF)));
    QosLevel level = QosLevel.ofSl(3);
    for (String protocol : List.of("srp", "any")) {
      assertThat(simple(protocol + ", target-port-guid 0x0ABC-0xFFFFF : 3"))
          .isEqualTo(MatchRule.ofEnds(List.of(), ports, level));
    }
    assertThat(simple("any, source-port-guid 0x0ABC-0xFFFFF : 3"))
        .isEqualTo(MatchRule.ofEnds(ports, List.of(), level));
    assertThat(simple("any, source-target-port-guid 0x0ABC-0xFFFFF : 3"))
        .isEqualTo(MatchRule.ofEnds(ports, ports, level));
  }

  /** The same document, section 6. */
  @Test
  void shouldTrySimpleRulesAfterTheOthersInTheFilesOrder() throws Exception {
    PolicyFile file =
        read(
            """
            qos-ulps
              default : 7
              rds : 1
              sdp : 2
            end-qos-ulps
            qos-match-rules
              qos-match-rule
                qos-class: 1
                qos-level-name: Last
              end-qos-match-rule
            end-qos-match-rules
            qos-levels
              qos-level
                name: Last
                sl: 3
              end-qos-level
            end-qos-levels
            """);
    assertThat(file.policy().rules())
        .extracting(rule -> rule.level().sl())
        .containsExactly(3, 1, 2);
    assertThat(file.policy().fallback().sl()).isEqualTo(7);
  }

  @Test
  void shouldTakeTheLevelOfThatNameBeforeTheSimpleDefault() throws Exception {
    assertThat(
            read(DEFAULT
                    + """
                        qos-levels
                          qos-level
                            name: default
                            sl: 4
                          end-qos-level
                        end-qos-levels
                        """)
                .policy()
                .fallback()
                .sl())
        .isEqualTo(4);
  }

  @Test
  void shouldKnowPartitionsByTheNamesThatTheSubnetHas() throws Exception {
    QosPolicy policy =
        read("""
                port-groups
                  port-group
                    name: parts
                    partition: Part1, Part2
                  end-port-group
                end-port-groups
                qos-levels
                  qos-level
                    name: DEFAULT
                    sl: 0
                  end-qos-level
                end-qos-levels
                qos-match-rules
                  qos-match-rule
                    source: parts
                    qos-level-name: DEFAULT
                  end-qos-match-rule
                end-qos-match-rules
                """)
            .policy();
    assertThat(policy.partitions()).containsExactly("Part1", "Part2");
    QosPolicy resolved =
        policy.resolved(name -> name.equals("Part1") ? OptionalInt.of(5) : OptionalInt.empty());
    assertThat(resolved.rules().getFirst().sources().getFirst().pKeys())
        .isEqualTo(NumberRanges.of(5));
    assertThat(resolved.partitions()).isEmpty();
  }

  /** OpenSM has no port-num in a group, either: it is of simple rules. */
  @Test
  void shouldTellAllThatIsWrongWithItsLine() {
    assertProblems(
        """
        port-groups
          port-group
            port-guid: 0xZ
            port-num: 1
            port-name: nobody
            node-type: TCA
          end-port-group
        qos-levels
          qos-level
            name: A
            name: B
            mtu-limit: 6
            rate-limit: 1
            packet-life:
            pkey: 0x10000
          end-qos-level
          qos-level
            name: a
            sl: 16
        end-qos-levels
        qos-match-rules
          qos-match-rule
            source: Nobody, Noone
            qos-class: 1-2-3,4096
            qos-level-name: C
          end-qos-match-rule
          qos-match-rule
            qos-class: 4096
          end-qos-match-rule
        end-qos-match-rules
        qos-level
        end-qos-level
        end-qos-setup
        hello
        qos-ulps
          sdp, port-num 65536 : 1
          any, colour 3 : 1
          sdp 1
          ipoib : 16
        """,
        "3: port GUID expected, found '0xZ'",
        "4: there is no 'port-num' in a port-group",
        "5: 'nobody' is no port name, such as 'vs1 HCA-1/P1'",
        "6: 'TCA' is no node type: there are CA, SWITCH, ROUTER, ALL and SELF",
        "7: this port-group has no name",
        "8: before this, port-groups of line 1 has no end-port-groups",
        "11: this qos-level has more than one name",
        "12: MTU code 6 is not within 1 to 5",
        "13: rate code 1 is not within 2 to 24",
        "14: packet-life needs ': ' and a value",
        "15: P_Key 0x10000 is larger than 0xffff",
        "16: this qos-level has no sl",
        "19: SL 16 is not within 0 to 15",
        "20: before this, qos-level of line 17 has no end-qos-level",
        "24: QoS class '1-2-3' is no range",
        "28: QoS class 4096 is larger than 0xfff",
        "29: this qos-match-rule has no qos-level-name",
        "31: qos-level has to stand in qos-levels",
        "32: this qos-level has no name",
        "33: there is no qos-setup that could end here",
        "34: there is no section 'hello'",
        "36: port 65536 is larger than 0xffff",
        "37: there is no 'any, colour'",
        "38: ': SL' expected at the end of the line",
        "39: SL 16 is not within 0 to 15",
        "35: qos-ulps has no end-qos-ulps",
        "0: there is neither a qos-level DEFAULT nor a 'default : SL' in qos-ulps",
        "23: there is no port-group 'Nobody'",
        "23: there is no port-group 'Noone'",
        "25: there is no qos-level 'C'");
  }

  @Test
  void shouldHaveNamesOnce() {
    assertProblems(
        """
        port-groups
          port-group
            name: Storage
          end-port-group
          port-group
            name: storage
          end-port-group
        end-port-groups
        qos-levels
          qos-level
            name: DEFAULT
            sl: 1
          end-qos-level
          qos-level
            name: Default
            sl: 1
          end-qos-level
        end-qos-levels
        qos-ulps
          default : 1
          default : 2
        end-qos-ulps
        """,
        "7: there is a port-group 'storage' before this one",
        "17: there is a qos-level 'Default' before this one",
        "21: the default was given in line 20");
  }

  /** OpenSM drops the whole policy then (AC10). */
  @Test
  void shouldWantADefaultAlsoOfSimpleRules() {
    assertProblems(
        "qos-ulps\nsdp : 1\nend-qos-ulps\n",
        "0: there is neither a qos-level DEFAULT nor a 'default : SL' in qos-ulps");
  }

  private void assertProblems(String text, String... problems) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOfSatisfying(
            FormatException.class,
            wrong ->
                assertThat(wrong.problems())
                    .extracting(problem -> problem.line() + ": " + problem.sentence())
                    .containsExactly(problems));
  }

  private MatchRule simple(String line) throws IOException {
    List<MatchRule> rules =
        read("qos-ulps\ndefault : 0\n" + line + "\nend-qos-ulps").policy().rules();
    assertThat(rules).hasSize(1);
    return rules.getFirst();
  }

  private Path conf() {
    return folder.resolve("qos-policy.conf");
  }

  private PolicyFile read(String text) throws IOException {
    return PolicyFile.read(Files.writeString(conf(), text));
  }
}
