package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.PathSl;
import io.dateline.fabric.Routing;
import io.dateline.fabric.SlToVl;
import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.fabric.format.TorusConf;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.ClassPortInfo;
import io.dateline.mad.attribute.Mtu;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;
import io.dateline.routing.LaneOptions;
import io.dateline.routing.RoutingOptions;
import io.dateline.routing.RoutingOutcome;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.TorusOptions;
import io.dateline.routing.registry.Engines;
import io.dateline.sm.qos.PolicyFile;
import io.dateline.sm.qos.QosPolicy;
import io.dateline.sm.registration.Register;
import io.dateline.sm.subnet.SubnetView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PathRecords under a QoS policy, over three switches in a row with two hosts each: switches have
 * LIDs 1 to 3, hosts 4 to 9, port GUIDs 0x1001, 0x1011 ...; the requester is LID 4.
 */
class PathLevelsTest {
  private static final int RATE_100 = 16;

  @TempDir Path folder;

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(3, 2);

  @Test
  void shouldGiveTheDefaultWhereNoRuleMatches() throws Exception {
    simple("any, service-id 7 : 3");
    assertThat(only(between(4, 9)).sl()).isEqualTo(5);
    assertThat(only(service(between(4, 9), 8)).sl()).isEqualTo(5);
  }

  @Test
  void shouldTakeTheFirstRuleThatMatches() throws Exception {
    simple(
        """
        any, service-id 7-9 : 1
        any, source-port-guid 0x1001 : 2
        any, target-port-guid 0x1051 : 3
        any, service-id 6 : 4
        """);
    assertThat(only(service(between(4, 9), 7)).sl()).isEqualTo(1);
    assertThat(only(service(between(4, 9), 6)).sl()).isEqualTo(2);
    assertThat(only(between(5, 9)).sl()).isEqualTo(3);
    assertThat(only(service(between(5, 8), 6)).sl()).isEqualTo(4);
    assertThat(only(between(9, 4)).sl()).isEqualTo(5);
  }

  @Test
  void shouldKnowServiceIdsOfSixtyFourBits() throws Exception {
    simple("any, service-id 0xF000000000000001 : 1");
    assertThat(only(service(between(4, 9), 0xF000000000000001L)).sl()).isEqualTo(1);
    assertThat(only(service(between(4, 9), 1)).sl()).isEqualTo(5);
  }

  @Test
  void shouldMatchWhatIsAskedForOnly() throws Exception {
    simple("ipoib : 1\nany, pkey 0 : 2\nany, service-id 0 : 3");
    assertThat(only(between(4, 9)).sl()).isEqualTo(5);
    assertThat(only(between(4, 9).with(PathRecord.P_KEY, 0xFFFF)).sl()).isEqualTo(1);
    assertThat(only(service(between(4, 9), 0)).sl()).isEqualTo(3);
  }

  @Test
  void shouldWantAllCriteriaOfARule() throws Exception {
    policy(
        """
        port-groups
          port-group
            name: left
            port-name: host 0/P1, host 1/p1, "host 0/P2", nobody/P1, switch 0/P2
          end-port-group
          port-group
            name: switches
            node-type: SWITCH
          end-port-group
        end-port-groups
        qos-match-rules
          qos-match-rule
            source: left, switches
            destination: left
            qos-class: 1-3
            qos-level-name: One
          end-qos-match-rule
        end-qos-match-rules
        """
            + level("One", 1)
            + level("DEFAULT", 5));
    assertThat(only(between(4, 5).with(PathRecord.QOS_CLASS, 3)).sl()).isEqualTo(1);
    assertThat(only(between(2, 5).with(PathRecord.QOS_CLASS, 1)).sl()).isEqualTo(1);
    assertThat(only(between(2, 1).with(PathRecord.QOS_CLASS, 1)).sl()).isEqualTo(1);
    assertThat(only(between(4, 5).with(PathRecord.QOS_CLASS, 4)).sl()).isEqualTo(5);
    assertThat(only(between(4, 5)).sl()).isEqualTo(5);
    assertThat(only(between(4, 6).with(PathRecord.QOS_CLASS, 3)).sl()).isEqualTo(5);
    assertThat(only(between(6, 4).with(PathRecord.QOS_CLASS, 3)).sl()).isEqualTo(5);
  }

  @Test
  void shouldKnowPortsByTheirPartitions() throws Exception {
    builder.pKeys(builder.host(0), 0xFFFF, 0x8005).pKeys(builder.host(1), 0xFFFF, 0x0006);
    policy(group("pkey: 0x8006, 5") + level("In", 1) + level("DEFAULT", 5));
    assertThat(only(between(4, 9)).sl()).isEqualTo(1);
    assertThat(only(between(5, 9)).sl()).isEqualTo(1);
    assertThat(only(between(6, 9)).sl()).isEqualTo(5);
  }

  @Test
  void shouldKnowItsOwnPort() throws Exception {
    builder.manager(builder.host(1), new byte[0]);
    policy(group("node-type: SELF") + level("In", 1) + level("DEFAULT", 5));
    assertThat(only(between(5, 9)).sl()).isEqualTo(1);
    assertThat(only(between(4, 9)).sl()).isEqualTo(5);
  }

  @Test
  void shouldLimitMtuAndRateAndSetThePacketLife() throws Exception {
    limited("mtu-limit: 3\nrate-limit: 4\npacket-life: 7");
    PathRecord path = only(between(4, 9));
    assertThat(path.mtu()).isEqualTo(Mtu.MTU_1024);
    assertThat(path.rate()).isEqualTo(4);
    assertThat(path.packetLifeTime()).isEqualTo(7);
    assertThat(only(between(4, 4)).packetLifeTime()).isZero();
  }

  @Test
  void shouldLimitNoPathThatCanDoLess() throws Exception {
    builder.portInfo(builder.host(5)).mtuCap(Mtu.MTU_512);
    limited("mtu-limit: 4\nrate-limit: 22"); // 600 Gb/s
    PathRecord path = only(between(4, 9));
    assertThat(path.mtu()).isEqualTo(Mtu.MTU_512);
    assertThat(path.rate()).isEqualTo(RATE_100);
    assertThat(path.packetLifeTime()).isEqualTo(SubnetViewBuilder.SUBNET_TIMEOUT_CODE);
  }

  @Test
  void shouldOfferALimitedPathAsOneThatCannotDoMore() throws Exception {
    limited("mtu-limit: 3");
    Ask more = between(4, 9).with(PathRecord.MTU_SELECTOR, Selector.GREATER_THAN);
    assertThat(status(more.with(PathRecord.MTU, Mtu.MTU_1024))).isEqualTo(SaStatus.NO_RECORDS);
    Ask less = between(4, 9).with(PathRecord.MTU_SELECTOR, Selector.LESS_THAN);
    assertThat(only(less.with(PathRecord.MTU, Mtu.MTU_1024)).mtu()).isEqualTo(Mtu.MTU_512);
  }

  @Test
  void shouldFindNoPathOnAServiceLevelThatTheLevelContradicts() throws Exception {
    simple("");
    assertThat(only(between(4, 9).with(PathRecord.SL, 5)).sl()).isEqualTo(5);
    assertThat(status(between(4, 9).with(PathRecord.SL, 0))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(4, 9).with(PathRecord.SL, 4))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldFindNoPathOnALevelWithoutALane() throws Exception {
    builder.slToVl(
        (node, input, output, sl) -> node == 1 && output == 2 && sl == 5 ? SlToVl.DROP : 0);
    simple("");
    assertThat(status(between(4, 9))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(only(between(4, 6)).sl()).as("turns off before").isEqualTo(5);
    assertThat(only(between(9, 4)).reversible()).isFalse();
  }

  /** Engines with layers look at nothing else. */
  @Test
  void shouldGiveTheServiceLevelOfALayerWhateverTheLevelIs() throws Exception {
    PathSl layers = (source, destination) -> source < destination ? 0 : 3;
    builder.pathSl(layers);
    simple("");
    assertThat(only(between(4, 9)).sl()).isZero();
    assertThat(only(between(9, 4)).sl()).isEqualTo(3);
    assertThat(status(between(9, 4).with(PathRecord.SL, 3)))
        .as("the level's is another one")
        .isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(9, 4).with(PathRecord.SL, 5)))
        .as("the layer is another one")
        .isEqualTo(SaStatus.NO_RECORDS);
  }

  @ParameterizedTest
  @CsvSource({"9, 8", "15, 8", "8, 8", "3, 0", "7, 0", "0, 0"})
  void shouldTakeBitThreeOfTheLevelOnATorus(int sl, int bit) throws Exception {
    SubnetViewBuilder torus = SubnetViewBuilder.of(TopologySpec.parse("torus:4x5x1").generate());
    PathSl levels = torusRouting(torus).pathSl();
    SubnetView plain = torus.pathSl(levels).build();
    SubnetView levelled = torus.policy(read("qos-ulps\ndefault: " + sl + "\nend-qos-ulps")).build();
    int pairs = 0;
    for (int source = 1; source <= plain.lids().maxLid(); source++) {
      for (int destination = 1; destination <= plain.lids().maxLid(); destination++) {
        Ask ask = between(source, destination);
        int before = ask.recordsIn(plain, PathRecord::in).getFirst().sl();
        assertThat(ask.recordsIn(levelled, PathRecord::in).getFirst().sl()).isEqualTo(before | bit);
        pairs++;
      }
    }
    assertThat(pairs).isEqualTo(40 * 40);
  }

  @Test
  void shouldGrantARequestedLevelOnATorusOnlyWhereItIsThePathsOwn() throws Exception {
    builder.pathSl(SubnetViewBuilder.TORUS_LEVELS);
    policy(level("DEFAULT", 11));
    assertThat(only(between(4, 9).with(PathRecord.SL, 11)).sl()).isEqualTo(11);
    policy(level("DEFAULT", 9));
    assertThat(only(between(4, 9)).sl()).isEqualTo(11);
    assertThat(status(between(4, 9).with(PathRecord.SL, 9))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(4, 9).with(PathRecord.SL, 11))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldGiveAKeyOfTheLevel() throws Exception {
    builder.pKeys(builder.host(0), 0xFFFF, 0x8009, 0x8003, 0x0002);
    builder.pKeys(builder.host(5), 0xFFFF, 0x0002, 0x0003, 0x8009);
    limited("pkey: 0x8002-0x9");
    assertThat(only(between(4, 9)).pKey()).as("two limited members share none").isEqualTo(0x8003);
    assertThat(only(between(9, 4)).pKey()).isEqualTo(0x0003);
    assertThat(only(between(4, 4)).pKey()).as("as a full member").isEqualTo(0x8003);
    assertThat(only(between(4, 9).with(PathRecord.P_KEY, 0x8009)).pKey()).isEqualTo(0x8009);
    assertThat(status(between(4, 9).with(PathRecord.P_KEY, 0xFFFF))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(only(between(4, 9).with(PathRecord.RAW_TRAFFIC, 1)).pKey()).isZero();
    assertThat(status(between(4, 8))).isEqualTo(SaStatus.NO_RECORDS);
  }

  /** The way back has a level of its own. */
  @Test
  void shouldSayThatThereIsNoWayBackWhereItsLevelHasNone() throws Exception {
    policy(
        """
        port-groups
          port-group
            name: there
            port-guid: 0x1051
          end-port-group
        end-port-groups
        qos-match-rules
          qos-match-rule
            source: there
            qos-level-name: One
          end-qos-match-rule
        end-qos-match-rules
        """
            + level("One", 1).replace("sl:", "pkey: 9\nsl:")
            + level("DEFAULT", 5));
    assertThat(only(between(4, 8)).reversible()).isTrue();
    assertThat(only(between(4, 9)).reversible()).isFalse();
    assertThat(status(between(4, 9).with(PathRecord.REVERSIBLE, 1))).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(status(between(9, 4))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldGiveEveryPathOfATableItsOwnLevel() throws Exception {
    simple("any, target-port-guid 0x1001-0x1011 : 1\nany, source-port-guid 0x1011 : 2");
    List<PathRecord> all =
        Ask.records(Ask.table(AttributeId.PATH_RECORD).in(builder.build(), 4), PathRecord::in);
    assertThat(all).hasSize(81);
    for (PathRecord path : all) {
      int expected = path.dlid() == 4 || path.dlid() == 5 ? 1 : path.slid() == 5 ? 2 : 5;
      assertThat(path.sl()).as("%s", path).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSayThatItHasLevels(boolean hasQos) {
    SubnetAdministration administration =
        new SubnetAdministration(
            new SaSettings(
                () -> 1, 16, 1 << 20, 1, 1 << 20, true, () -> PrefixRoutes.NONE, () -> hasQos));
    SaAnswer.Reply reply =
        (SaAnswer.Reply)
            administration.respond(
                builder.build(),
                Register.EMPTY,
                new SaRequest(Ask.get(AttributeId.CLASS_PORT_INFO).mad(), 4));
    assertThat(ClassPortInfo.of(reply.records()).capabilityMask2() & 2).isEqualTo(hasQos ? 2 : 0);
  }

  private Routing torusRouting(SubnetViewBuilder torus) throws IOException {
    Fabric fabric = torus.fabric;
    Path conf =
        Files.writeString(
            folder.resolve("torus-2QoS.conf"),
            """
            torus 4 5 1
            xp_link 0x200000 0x200005
            xm_link 0x200000 0x20000f
            yp_link 0x200000 0x200001
            """
                .replace("0x200000", guid(fabric, "sw_0_0_0"))
                .replace("0x200005", guid(fabric, "sw_1_0_0"))
                .replace("0x20000f", guid(fabric, "sw_3_0_0"))
                .replace("0x200001", guid(fabric, "sw_0_1_0")));
    RoutingOutcome outcome =
        Engines.named("torus-2QoS")
            .orElseThrow()
            .route(
                new RoutingRequest(
                    fabric,
                    torus.build().lids(),
                    RoutingOptions.DEFAULTS
                        .with(new TorusOptions(Optional.of(TorusConf.read(conf))))
                        .with(LaneOptions.QOS),
                    null));
    return ((RoutingOutcome.Routed) outcome).routing();
  }

  private static String guid(Fabric fabric, String description) {
    for (int node = 0; node < fabric.switchCount(); node++) {
      if (fabric.description(node).equals(description)) {
        return "0x" + Long.toHexString(fabric.nodeGuid(node));
      }
    }
    throw new IllegalArgumentException(description);
  }

  /** Default SL 5, and these simple rules. */
  private void simple(String rules) throws IOException {
    policy("qos-ulps\ndefault : 5\n" + rules + "\nend-qos-ulps");
  }

  /** SL 0 for all, with limits. */
  private void limited(String entries) throws IOException {
    policy(level("DEFAULT", 0).replace("sl:", entries + "\nsl:"));
  }

  private static String level(String name, int sl) {
    return "qos-levels\nqos-level\nname: %s\nsl: %d\nend-qos-level\nend-qos-levels\n"
        .formatted(name, sl);
  }

  /** A group, and a rule that paths from it have level In. */
  private static String group(String entry) {
    return """
    port-groups
      port-group
        name: some
        %s
      end-port-group
    end-port-groups
    qos-match-rules
      qos-match-rule
        source: some
        qos-level-name: In
      end-qos-match-rule
    end-qos-match-rules
    """
        .formatted(entry);
  }

  private void policy(String text) throws IOException {
    builder.policy(read(text));
  }

  private QosPolicy read(String text) throws IOException {
    return PolicyFile.read(Files.writeString(folder.resolve("policy"), text)).policy();
  }

  private static Ask between(int sourceLid, int destinationLid) {
    return Ask.get(AttributeId.PATH_RECORD)
        .with(PathRecord.SLID, sourceLid)
        .with(PathRecord.DLID, destinationLid);
  }

  private static Ask service(Ask ask, long id) {
    return ask.with(PathRecord.SERVICE_ID8_MSB, id >>> 56)
        .with(PathRecord.SERVICE_ID56_LSB, id & 0xFF_FFFF_FFFF_FFFFL);
  }

  private PathRecord only(Ask ask) {
    List<PathRecord> records = Ask.records(ask.in(builder.build(), 4), PathRecord::in);
    assertThat(records).hasSize(1);
    return records.getFirst();
  }

  private int status(Ask ask) {
    return ask.in(builder.build(), 4).status();
  }
}
