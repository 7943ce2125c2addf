package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.MultiPathRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;
import io.dateline.sm.registration.Register;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.subnet.SubnetView;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * MultiPathRecord (IBA Vol 1, 15.2.5.20) over three switches in a row with two hosts each: switches
 * have LIDs 1 to 3, hosts 4 to 9, port GUIDs 0x1001, 0x1011 ...; the requester is LID 4.
 */
class MultiPathRecordsTest {
  private static final long[] GUIDS = {0x1001, 0x1011, 0x1021, 0x1031, 0x1041, 0x1051};

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(3, 2);

  @Test
  void shouldGiveThePathsBetweenEverySourceAndEveryDestination() {
    Ask ask = ask(guids(0, 1), guids(4, 5, 2));
    assertThat(ask.in(view(), 4))
        .extracting(Reply::method, Reply::status)
        .containsExactly(Mad.GET_MULTI_RESP, 0);
    assertThat(paths(ask, view())).containsExactly("4-8", "4-9", "4-6", "5-8", "5-9", "5-6");
  }

  @Test
  void shouldAnswerAsAPathRecordWould() {
    Ask ask = ask(guids(0), guids(5)).with(MultiPathRecord.SL, 0).with(MultiPathRecord.T_CLASS, 7);
    Ask same =
        Ask.table(AttributeId.PATH_RECORD)
            .with(PathRecord.SLID, 4)
            .with(PathRecord.DLID, 9)
            .with(PathRecord.SL, 0)
            .with(PathRecord.T_CLASS, 7);
    assertThat(ask.in(view(), 4).records()).isEqualTo(same.in(view(), 4).records());
  }

  @Test
  void shouldBoundAllPathsTogetherByNumbPath() {
    for (int wanted : new int[] {0, 1, 3, 100}) {
      Ask ask = ask(guids(0, 1), guids(4, 5, 2)).with(MultiPathRecord.NUMB_PATH, wanted);
      assertThat(paths(ask, view())).hasSize(Math.min(wanted, 6));
    }
    SubnetView many = builder.lmc(3).build();
    assertThat(ask(guids(0, 1), guids(2, 3, 4)).in(many, 8).recordCount())
        .as("384 are there, NumbPath has seven bits")
        .isEqualTo(127);
  }

  /** As a host with two ports asks before it migrates between two paths. */
  @Test
  void shouldPairTwoSourcesWithTwoDestinationsWhenTwoPathsAreAskedFor() {
    Ask ask = ask(guids(0, 1), guids(4, 5)).with(MultiPathRecord.NUMB_PATH, 2);
    assertThat(paths(ask, view())).containsExactly("4-8", "5-9");
    assertThat(paths(ask(guids(0, 4), guids(5, 1)).with(MultiPathRecord.NUMB_PATH, 2), view()))
        .as("the pairs that cross fewer links")
        .containsExactly("4-5", "8-9");
  }

  @Test
  void shouldPairEndsAnewInEachRoundWhenIndependentPathsAreAskedFor() {
    Ask ask = ask(guids(0, 1, 2), guids(3, 4, 5)).with(MultiPathRecord.INDEPENDENCE_SELECTOR, 1);
    List<String> paths = paths(ask, view());
    assertThat(paths).hasSize(9).doesNotHaveDuplicates();
    for (int round = 0; round < 9; round += 3) {
      assertThat(paths.subList(round, round + 3))
          .extracting(path -> path.substring(2))
          .containsExactlyInAnyOrder("7", "8", "9");
    }
  }

  @Test
  void shouldGiveIndependentPathsDifferentLids() {
    SubnetView many = builder.lmc(1).build(); // hosts have LIDs 4, 6, 8 ... 14
    Ask ask = ask(guids(0, 1), guids(4, 5)).with(MultiPathRecord.NUMB_PATH, 2);
    assertThat(paths(ask, many)).containsExactly("4-12", "7-15");
  }

  @Test
  void shouldHonourTheComponentsOfAPath() {
    Ask ask =
        ask(guids(0), guids(5))
            .with(MultiPathRecord.MTU_SELECTOR, Selector.LESS_THAN)
            .with(MultiPathRecord.MTU, 5);
    assertThat(Ask.records(ask.in(view(), 4), PathRecord::in))
        .singleElement()
        .satisfies(path -> assertThat(path.mtu()).isEqualTo(4));
    assertThat(ask(guids(0), guids(5)).with(MultiPathRecord.P_KEY, 0x8123).in(view(), 4))
        .extracting(Reply::status, Reply::recordCount)
        .containsExactly(0, 0);
    assertThat(status(ask.with(MultiPathRecord.MTU, 0))).isEqualTo(SaStatus.REQ_INVALID);
  }

  @Test
  void shouldWithholdPathsOfOtherPartitions() {
    builder.pKeys(builder.host(5), 0x8001).pKeys(builder.host(4), 0x8001, 0xFFFF);
    assertThat(paths(ask(guids(0, 4), guids(5, 1)), view())).containsExactly("4-5", "8-5");
  }

  /** With filters that fit none each pair of LIDs is looked at. */
  @Test
  void shouldBeCheapOnlyWhereItLooksAtFewPairsOfLids() {
    SubnetView most = builder.lmc(7).build();
    Ask large = ask(guids(0, 1, 2, 3), guids(0, 1, 2, 3, 4));
    assertThat(looks(large, most)).isEqualTo(327_680);
    assertThat(isCheap(large, most)).isFalse();
    assertThat(isCheap(ask(guids(0), guids(5)), most)).isFalse();

    SubnetView few = builder.lmc(1).build();
    assertThat(isCheap(large, few)).isTrue();
    assertThat(large.in(few, 4).recordCount()).isEqualTo((int) looks(large, few)).isEqualTo(80);
    assertThat(isCheap(large, builder.lmc(0).build())).isTrue();
    Ask tooMany = ask(guids(0), guids(5)).with(MultiPathRecord.DGID_COUNT, 255);
    assertThat(isCheap(tooMany, most)).as("refused at once").isTrue();
  }

  private static long looks(Ask ask, SubnetView view) {
    return new MultiPathRecords()
        .looks(new SaRequest(ask.mad(), 4), SubnetIndex.of(view), Register.EMPTY);
  }

  private static boolean isCheap(Ask ask, SubnetView view) {
    return ask.isCheapIn(view, Register.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(ints = {Mad.GET, Mad.SET, Mad.GET_TABLE, Mad.GET_TRACE_TABLE, Mad.DELETE})
  void shouldHaveNoOtherMethod(int method) {
    Ask ask = ask(guids(0), guids(5));
    ask.mad().method(method);
    assertThat(status(ask)).isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
  }

  @Test
  void shouldSayWhatIsWrongWithAQuestion() {
    Ask plain = ask(guids(0), guids(5));
    SaHeader.of(plain.mad()).rmppFlags(0);
    assertThat(status(plain)).as("not by RMPP").isEqualTo(SaStatus.REQ_INVALID);
    for (Field count : List.of(MultiPathRecord.SGID_COUNT, MultiPathRecord.DGID_COUNT)) {
      Ask without = ask(guids(0), guids(5));
      SaHeader header = SaHeader.of(without.mad());
      header.componentMask(header.componentMask() & ~count.mask());
      assertThat(status(without)).isEqualTo(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
      assertThat(status(ask(guids(0), guids(5)).with(count, 0))).isEqualTo(SaStatus.REQ_INVALID);
      assertThat(status(ask(guids(0), guids(5)).with(count, 11)))
          .as("more than a segment holds")
          .isEqualTo(SaStatus.REQ_INVALID);
    }
    assertThat(status(ask(guids(0), guids(5)).with(MultiPathRecord.SERVICE_ID8_MSB, 1)))
        .isEqualTo(SaStatus.REQ_INSUFFICIENT_COMPONENTS);
    assertThat(status(ask(new long[] {0xDEAD}, guids(5)))).isEqualTo(SaStatus.REQ_INVALID_GID);
    Ask foreign = ask(guids(0), guids(5));
    foreign.mad().u16(Mad.SA_DATA + MultiPathRecord.BYTES, 0xFEC1);
    assertThat(status(foreign)).isEqualTo(SaStatus.REQ_INVALID_GID);
  }

  private SubnetView view() {
    return builder.build();
  }

  private int status(Ask ask) {
    return ask.in(view(), 4).status();
  }

  private static long[] guids(int... hosts) {
    long[] guids = new long[hosts.length];
    for (int i = 0; i < hosts.length; i++) {
      guids[i] = GUIDS[hosts[i]];
    }
    return guids;
  }

  private static Ask ask(long[] sources, long[] destinations) {
    Ask ask =
        Ask.method(Mad.GET_MULTI, AttributeId.MULTI_PATH_RECORD)
            .with(MultiPathRecord.SGID_COUNT, sources.length)
            .with(MultiPathRecord.DGID_COUNT, destinations.length);
    SaHeader.of(ask.mad())
        .rmppVersion(Rmpp.VERSION)
        .rmppType(Rmpp.TYPE_DATA)
        .rmppFlags(Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST)
        .segmentNumber(1);
    ByteBuffer gids = ByteBuffer.wrap(ask.mad().bytes());
    gids.position(Mad.SA_DATA + MultiPathRecord.BYTES);
    for (long[] ends : new long[][] {sources, destinations}) {
      for (long guid : ends) {
        gids.putLong(Gid.DEFAULT_PREFIX).putLong(guid);
      }
    }
    return ask;
  }

  private static List<String> paths(Ask ask, SubnetView view) {
    return Ask.records(ask.in(view, 4), PathRecord::in).stream()
        .map(path -> path.slid() + "-" + path.dlid())
        .toList();
  }
}
