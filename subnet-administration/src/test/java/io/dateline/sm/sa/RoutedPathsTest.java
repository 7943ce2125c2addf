package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LinkSpeed;
import io.dateline.fabric.LinkWidth;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.fabric.format.PrefixRoutes.Route;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;
import io.dateline.sm.registration.Register;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/**
 * PathRecords to other subnets: a switch of LID 1, a host of LID 2, and two routers of LIDs 3 and 4
 * with port GUIDs 0x201 and 0x301.
 */
class RoutedPathsTest {
  private static final long OTHER = 0xFEC0_0000_0000_0001L;
  private static final long SECOND_ROUTER = 0x301;
  private static final Gid FAR = new Gid(OTHER, 0xABCD);

  private final SubnetViewBuilder builder = SubnetViewBuilder.of(fabric());
  private PrefixRoutes routes = PrefixRoutes.NONE;
  private final SubnetAdministration administration =
      new SubnetAdministration(
          new SaSettings(() -> 1, 16, 1 << 20, 1, 1 << 20, true, () -> routes, () -> false));

  @Test
  void shouldGiveThePathToTheRouterThatIsNamed() {
    routes = new PrefixRoutes(List.of(route(OTHER, SECOND_ROUTER)));
    PathRecord path = only(to(FAR));
    assertThat(path.dgid()).isEqualTo(FAR);
    assertThat(path.dlid()).isEqualTo(4);
    assertThat(path.sgid().interfaceId()).isEqualTo(0x101);
    assertThat(path.hopLimit()).as("packets need a GRH").isEqualTo(255);
    assertThat(path.reversible()).isTrue();
    assertThat(status(to(new Gid(OTHER + 1, 1)))).isEqualTo(SaStatus.REQ_INVALID_GID);
    assertThat(only(to(FAR).with(PathRecord.DLID, 4)).dlid()).isEqualTo(4);
    assertThat(status(to(FAR).with(PathRecord.DLID, 3))).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldTakeTheFirstRouterWhereAnyWillDo() {
    routes = new PrefixRoutes(List.of(new Route(OptionalLong.empty(), OptionalLong.empty())));
    assertThat(only(to(FAR)).dlid()).isEqualTo(3);
    assertThat(only(to(FAR).with(PathRecord.DLID, 4)).dlid()).isEqualTo(4);
    builder.pKeys(builder.fabric.endPortByGuid(0x201), 0x8001);
    assertThat(only(to(FAR)).dlid()).as("of another partition").isEqualTo(4);
    assertThat(only(to(new Gid(Gid.DEFAULT_PREFIX, 0x201 + 0x100))).hopLimit())
        .as("within the subnet")
        .isZero();
  }

  /** What lies beyond the router is not known here. */
  @Test
  void shouldHaveTheRateOfThePathToTheRouter() {
    for (long router : new long[] {0x201, SECOND_ROUTER}) {
      routes = new PrefixRoutes(List.of(route(OTHER, router)));
      PathRecord far = only(to(FAR));
      PathRecord near = only(to(new Gid(Gid.DEFAULT_PREFIX, router)));
      assertThat(far.rate()).isEqualTo(near.rate());
      assertThat(far.mtu()).isEqualTo(near.mtu());
      assertThat(far.sl()).isEqualTo(near.sl());
      assertThat(far.packetLifeTime()).isEqualTo(near.packetLifeTime());
    }
    int slow = LinkRate.of(LinkWidth.X1, LinkSpeed.EDR);
    assertThat(only(to(FAR)).rate()).as("of the second router's link").isEqualTo(slow);
    Ask faster =
        to(FAR).with(PathRecord.RATE_SELECTOR, Selector.GREATER_THAN).with(PathRecord.RATE, slow);
    assertThat(status(faster)).isEqualTo(SaStatus.NO_RECORDS);
  }

  @Test
  void shouldFindNoPathWhereTheRouterIsNotThere() {
    for (long guid : new long[] {0xDEAD, 0x101}) {
      routes = new PrefixRoutes(List.of(route(OTHER, guid)));
      assertThat(status(to(FAR))).isEqualTo(SaStatus.NO_RECORDS);
    }
  }

  @Test
  void shouldTakeNoSourceOnAnotherSubnet() {
    routes = new PrefixRoutes(List.of(new Route(OptionalLong.empty(), OptionalLong.empty())));
    assertThat(
            status(
                Ask.get(AttributeId.PATH_RECORD)
                    .with(PathRecord.SGID, OTHER, 0x101)
                    .with(PathRecord.DLID, 3)))
        .isEqualTo(SaStatus.REQ_INVALID_GID);
  }

  @Test
  void shouldFollowTheRoutesAsTheyChange() {
    assertThat(status(to(FAR))).isEqualTo(SaStatus.REQ_INVALID_GID);
    routes = new PrefixRoutes(List.of(route(OTHER, SECOND_ROUTER)));
    assertThat(status(to(FAR))).isZero();
  }

  private static Fabric fabric() {
    Fabric.Builder fabric = new Fabric.Builder();
    Fabric.NodeDraft node = fabric.node(NodeType.SWITCH, 0x10, 3);
    Fabric.NodeDraft host = fabric.node(NodeType.CA, 0x100, 1);
    Fabric.NodeDraft first = fabric.node(NodeType.ROUTER, 0x200, 1);
    Fabric.NodeDraft second = fabric.node(NodeType.ROUTER, 0x300, 1);
    fabric.link(node, 1, host, 1, LinkWidth.X4, LinkSpeed.EDR);
    fabric.link(node, 2, first, 1, LinkWidth.X4, LinkSpeed.EDR);
    fabric.link(node, 3, second, 1, LinkWidth.X1, LinkSpeed.EDR);
    return fabric.build();
  }

  private static Route route(long prefix, long guid) {
    return new Route(OptionalLong.of(prefix), OptionalLong.of(guid));
  }

  private static Ask to(Gid destination) {
    return Ask.get(AttributeId.PATH_RECORD)
        .with(PathRecord.SLID, 2)
        .with(PathRecord.DGID, destination.prefix(), destination.interfaceId());
  }

  private Reply reply(Ask ask) {
    SubnetView view = builder.build();
    return (Reply) administration.respond(view, Register.EMPTY, new SaRequest(ask.mad(), 2));
  }

  private int status(Ask ask) {
    return reply(ask).status();
  }

  private PathRecord only(Ask ask) {
    List<PathRecord> records = Ask.records(reply(ask), PathRecord::in);
    assertThat(records).hasSize(1);
    return records.get(0);
  }
}
