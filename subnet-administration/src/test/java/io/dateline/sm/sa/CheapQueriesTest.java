package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.MulticastForwardingTableRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.mad.sa.SlToVlMappingTableRecord;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.persistence.event.MulticastGroup.Terms;
import io.dateline.persistence.event.Registered;
import io.dateline.persistence.event.RegisteredService;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is answered on the thread that it came on: nothing that a client can make long. */
class CheapQueriesTest {
  private static final long MGID_HIGH = 0xFF12_0000_0000_0000L;
  private static final long TRUSTED = 1;
  private static final int LIMIT = SubnetAdministration.CHEAP_LOOKS;

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);
  private final SubnetView view = builder.build();

  private static Ask paths(Field source, Field destination) {
    return with(with(Ask.get(AttributeId.PATH_RECORD), source), destination);
  }

  private static Ask with(Ask ask, Field end) {
    return end.bits() == Gid.BYTES * 8 ? ask.with(end, Gid.DEFAULT_PREFIX, 1) : ask.with(end, 1);
  }

  private static boolean isCheap(Ask ask, SubnetView view) {
    return ask.isCheapIn(view, Register.EMPTY);
  }

  /** A filter that fits none has each pair of LIDs looked at: 16,384 with LMC 7. */
  @Test
  void shouldCountPairsOfLids() {
    for (int lmc = 0; lmc <= 7; lmc++) {
      SubnetView some = builder.lmc(lmc).build();
      assertThat(isCheap(paths(PathRecord.SGID, PathRecord.DGID), some))
          .as("LMC %d", lmc)
          .isEqualTo(lmc <= 4);
      assertThat(isCheap(paths(PathRecord.SLID, PathRecord.DGID), some)).isTrue();
      assertThat(isCheap(paths(PathRecord.SGID, PathRecord.DLID), some)).isTrue();
      assertThat(isCheap(paths(PathRecord.SLID, PathRecord.DLID), some)).isTrue();
    }
    SubnetView most = builder.lmc(7).build();
    SaRequest request = new SaRequest(paths(PathRecord.SGID, PathRecord.DGID).mad(), 1);
    PathRecords paths = new PathRecords(1 << 20, () -> null);
    assertThat(paths.looks(request, SubnetIndex.of(most), Register.EMPTY)).isEqualTo(16_384);
    Ask group = Ask.get(AttributeId.PATH_RECORD).with(PathRecord.SGID, Gid.DEFAULT_PREFIX, 1);
    assertThat(isCheap(group.with(PathRecord.DGID, MGID_HIGH, 1), most)).isTrue();
  }

  private static Register register(int groups, int members, int services) {
    Terms terms = new Terms(1, 0xFFFF, 4, 3, 18, 0, 0, 0, 0, 2);
    List<Member> in =
        LongStream.rangeClosed(1, members).mapToObj(guid -> new Member(guid, 1, false)).toList();
    return new Register(
        GroupBook.of(
            IntStream.range(0, groups)
                .mapToObj(i -> new MulticastGroup(MGID_HIGH, i, 0xC000 + i, terms, false, in))
                .toList()),
        RegistrationBook.of(
            new Registered(
                LongStream.range(0, services)
                    .mapToObj(
                        guid ->
                            new RegisteredService(
                                new RegisteredService.Id(7, Gid.DEFAULT_PREFIX, guid, 0xFFFF),
                                new byte[RegisteredService.CONTENT_BYTES],
                                RegisteredService.FOR_EVER,
                                guid))
                    .toList(),
                List.of())),
        ChangeGate.CLOSED);
  }

  @Test
  void shouldCountMembersOfAGroupThatAreAllShown() {
    Register few = register(1, LIMIT, 0);
    Register many = register(1, LIMIT + 1, 0);
    Ask ask = Ask.table(AttributeId.MC_MEMBER_RECORD).with(McMemberRecord.MGID, MGID_HIGH, 0);
    assertThat(ask.isCheapIn(view, many)).as("shows the group alone").isTrue();
    ask.smKey(TRUSTED);
    assertThat(ask.isCheapIn(view, few)).isTrue();
    assertThat(ask.isCheapIn(view, many)).isFalse();
    ask.with(McMemberRecord.PORT_GID, Gid.DEFAULT_PREFIX, 9);
    assertThat(ask.isCheapIn(view, many)).as("of one member").isTrue();
  }

  @Test
  void shouldCountGroupsThatMayHaveTheLidAskedFor() {
    Ask ask = paths(PathRecord.SLID, PathRecord.DLID).with(PathRecord.DLID, 0xC001);
    assertThat(ask.isCheapIn(view, register(LIMIT, 1, 0))).isTrue();
    assertThat(ask.isCheapIn(view, register(LIMIT + 1, 1, 0))).isFalse();
  }

  @Test
  void shouldCountServicesOfOneServiceId() {
    Ask ask = Ask.get(AttributeId.SERVICE_RECORD).with(ServiceRecord.SERVICE_ID, 7);
    assertThat(ask.isCheapIn(view, register(0, 0, LIMIT))).isTrue();
    assertThat(ask.isCheapIn(view, register(0, 0, LIMIT + 1))).isFalse();
    Ask other = Ask.get(AttributeId.SERVICE_RECORD).with(ServiceRecord.SERVICE_ID, 8);
    assertThat(other.isCheapIn(view, register(0, 0, LIMIT + 1))).isTrue();
  }

  /** Each LID of the range is one that the subscriber has to be allowed to hear of. */
  @Test
  void shouldCountLidsThatASubscriptionIsAbout() {
    assertThat(isCheap(subscription(1, 0), view)).isTrue();
    assertThat(isCheap(subscription(1, 1 + LIMIT), view)).isTrue();
    assertThat(isCheap(subscription(1, 2 + LIMIT), view)).isFalse();
    assertThat(isCheap(subscription(0xFFFF, 0xFFFF), view)).isTrue();
  }

  private static Ask subscription(int begin, int end) {
    return Ask.method(Mad.SET, AttributeId.INFORM_INFO)
        .with(InformInfo.LID_RANGE_BEGIN, begin)
        .with(InformInfo.LID_RANGE_END, end);
  }

  @Test
  void shouldNotAnswerAtOnceForAllMapsOrBlocksOfASwitch() {
    Ask maps =
        Ask.table(AttributeId.SL_TO_VL_MAPPING_TABLE_RECORD)
            .with(SlToVlMappingTableRecord.LID, 1)
            .with(SlToVlMappingTableRecord.INPUT_PORT_NUM, 1);
    assertThat(isCheap(maps, view)).isFalse();
    assertThat(isCheap(maps.with(SlToVlMappingTableRecord.OUTPUT_PORT_NUM, 2), view)).isTrue();
    Ask blocks =
        Ask.table(AttributeId.MULTICAST_FORWARDING_TABLE_RECORD)
            .with(MulticastForwardingTableRecord.LID, 1)
            .with(MulticastForwardingTableRecord.POSITION, 0);
    assertThat(isCheap(blocks, view)).isFalse();
    assertThat(isCheap(blocks.with(MulticastForwardingTableRecord.BLOCK_NUM, 0), view)).isTrue();
  }

  /** What has no end that is named is cheap where all that there is is little. */
  @Test
  void shouldCountAllThatThereIs() {
    Ask groups = Ask.table(AttributeId.MC_MEMBER_RECORD);
    assertThat(groups.isCheapIn(view, register(LIMIT / 2, 1, 0))).isTrue();
    assertThat(groups.isCheapIn(view, register(LIMIT / 2, 2, 0))).isFalse();
    Ask services = Ask.table(AttributeId.SERVICE_RECORD);
    assertThat(services.isCheapIn(view, register(0, 0, LIMIT))).isTrue();
    assertThat(services.isCheapIn(view, register(0, 0, LIMIT + 1))).isFalse();
    Ask paths = Ask.table(AttributeId.PATH_RECORD);
    assertThat(isCheap(paths, SubnetViewBuilder.row(1, 15).build())).isTrue();
    assertThat(isCheap(paths, SubnetViewBuilder.row(1, 16).build())).isFalse();
    assertThat(isCheap(paths, SubnetViewBuilder.row(1, 15).lmc(1).build())).isFalse();
  }
}
