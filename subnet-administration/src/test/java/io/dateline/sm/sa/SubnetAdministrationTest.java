package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Guid;
import io.dateline.fabric.NodeType;
import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.ClassPortInfo;
import io.dateline.mad.sa.NodeRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sm.registration.Register;
import io.dateline.sm.sa.SaAnswer.DropReason;
import io.dateline.sm.sa.SaAnswer.Dropped;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every attribute (IBA Vol 1, 15.2.2, 15.4). */
class SubnetAdministrationTest {
  private final SubnetView view = SubnetViewBuilder.row(2, 2).build();

  @Test
  void shouldDropRequestFromUnknownLid() {
    assertThat(Ask.get(AttributeId.NODE_RECORD).answerTo(view, 999))
        .isEqualTo(new Dropped(DropReason.UNKNOWN_REQUESTER));
    assertThat(Ask.get(AttributeId.NODE_RECORD).answerTo(view, 0xFFFF))
        .isEqualTo(new Dropped(DropReason.UNKNOWN_REQUESTER));
  }

  @Test
  void shouldDropRequestWithWrongSmKey() {
    assertThat(Ask.get(AttributeId.NODE_RECORD).smKey(2).answerTo(view, 1))
        .isEqualTo(new Dropped(DropReason.WRONG_SM_KEY));
  }

  @Test
  void shouldServeRequestWithSmKeyZeroOrRight() {
    Ask ask = Ask.get(AttributeId.NODE_RECORD).with(NodeRecord.LID, 1);
    assertThat(ask.statusIn(view)).isZero();
    assertThat(ask.smKey(SaSettings.DEFAULTS.saKey().getAsLong()).statusIn(view)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0x81, 0x92, Mad.SEND, Mad.TRAP, Mad.REPORT, Mad.TRAP_REPRESS, 0, 0x7F})
  void shouldDropWhatIsNoRequest(int method) {
    assertThat(Ask.method(method, AttributeId.NODE_RECORD).answerTo(view, 1))
        .isEqualTo(new Dropped(DropReason.NOT_A_REQUEST));
  }

  @Test
  void shouldDropOtherClasses() {
    Ask ask = Ask.get(AttributeId.NODE_RECORD);
    ask.mad().u8(1, 9);
    assertThat(ask.answerTo(view, 1)).isEqualTo(new Dropped(DropReason.WRONG_CLASS));
  }

  /** IBA Vol 1, 13.4.7: of the base version (byte 0) and of the class version (byte 2). */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void shouldSayThatAVersionIsNotSupported(int headerByte) {
    for (int version : new int[] {0, 3, 9, 0x80}) {
      Ask ask = Ask.table(AttributeId.NODE_RECORD);
      ask.mad().u8(headerByte, version);
      assertThat(ask.in(view))
          .extracting(Reply::method, Reply::status, Reply::recordCount)
          .containsExactly(Mad.GET_TABLE_RESP, Mad.STATUS_BAD_VERSION, 0);
      assertThat(isCheap(ask)).as("refused at once").isTrue();
    }
    Ask response = Ask.method(Mad.GET_RESP, AttributeId.NODE_RECORD);
    response.mad().u8(headerByte, 9);
    assertThat(response.answerTo(view, 1)).isEqualTo(new Dropped(DropReason.NOT_A_REQUEST));
  }

  @ParameterizedTest
  @ValueSource(ints = {AttributeId.INFORM_INFO, AttributeId.MULTI_PATH_RECORD, 0x0016, 0xABCD})
  void shouldSayThatAnAttributeIsNotSupported(int attributeId) {
    assertThat(Ask.get(attributeId).in(view))
        .extracting(Reply::method, Reply::status, Reply::attributeOffset)
        .containsExactly(Mad.GET_RESP, Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE, 0);
    assertThat(Ask.table(attributeId).statusIn(view))
        .isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
  }

  @Test
  void shouldSayThatAMethodIsNotSupported() {
    assertThat(Ask.method(Mad.SET, AttributeId.NODE_RECORD).in(view))
        .extracting(Reply::method, Reply::status)
        .containsExactly(Mad.GET_RESP, Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
    assertThat(Ask.method(Mad.DELETE, AttributeId.PATH_RECORD).in(view))
        .extracting(Reply::method, Reply::status)
        .containsExactly(Mad.DELETE_RESP, Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
    assertThat(Ask.method(Mad.GET_MULTI, AttributeId.PATH_RECORD).in(view))
        .extracting(Reply::method, Reply::status)
        .containsExactly(Mad.GET_MULTI_RESP, Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
  }

  @Test
  void shouldShowSubscriptionsAndMakeThemOtherwise() {
    int attributeId = AttributeId.INFORM_INFO_RECORD;
    assertThat(Ask.table(attributeId).in(view))
        .extracting(Reply::method, Reply::status, Reply::recordCount)
        .containsExactly(Mad.GET_TABLE_RESP, 0, 0);
    assertThat(Ask.get(attributeId).statusIn(view)).isEqualTo(SaStatus.NO_RECORDS);
    assertThat(Ask.method(Mad.SET, attributeId).statusIn(view))
        .isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
    assertThat(Ask.method(Mad.DELETE, attributeId).statusIn(view))
        .isEqualTo(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
  }

  @Test
  void shouldDescribeItselfInClassPortInfo() {
    Reply reply = Ask.get(AttributeId.CLASS_PORT_INFO).in(view);
    ClassPortInfo info = ClassPortInfo.of(reply.records());
    assertThat(reply.method()).isEqualTo(Mad.GET_RESP);
    assertThat(info.baseVersion()).isEqualTo(1);
    assertThat(info.classVersion()).isEqualTo(2);
    assertThat(info.respTimeValue()).isEqualTo(16);
    assertThat(info.capabilityMask()).isEqualTo(0x2600);
    assertThat(info.capabilityMask2()).isEqualTo(0xB4E8);
  }

  @Test
  void shouldCallOtherMethodsOfClassPortInfoInvalid() {
    assertThat(Ask.table(AttributeId.CLASS_PORT_INFO).statusIn(view))
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(Ask.method(Mad.SET, AttributeId.CLASS_PORT_INFO).statusIn(view))
        .isEqualTo(SaStatus.REQ_INVALID);
  }

  @Test
  void shouldSayNoRecordsWhenAGetFindsNone() {
    assertThat(Ask.get(AttributeId.NODE_RECORD).with(NodeRecord.LID, 77).in(view))
        .extracting(Reply::method, Reply::status, Reply::recordCount)
        .containsExactly(Mad.GET_RESP, SaStatus.NO_RECORDS, 0);
  }

  @Test
  void shouldSayTooManyRecordsWhenAGetFindsSeveral() {
    assertThat(Ask.get(AttributeId.NODE_RECORD).in(view))
        .extracting(Reply::status, Reply::recordCount)
        .containsExactly(SaStatus.TOO_MANY_RECORDS, 0);
  }

  @Test
  void shouldAnswerAnEmptyTableWithSuccessAndOffsetZero() {
    assertThat(Ask.table(AttributeId.NODE_RECORD).with(NodeRecord.LID, 77).in(view))
        .extracting(Reply::method, Reply::status, Reply::attributeOffset, Reply::recordCount)
        .containsExactly(Mad.GET_TABLE_RESP, 0, 0, 0);
  }

  @Test
  void shouldPadRecordsToEightBytes() {
    Reply reply = Ask.table(AttributeId.NODE_RECORD).in(view); // 108 bytes each
    assertThat(reply.attributeOffset()).isEqualTo(14);
    assertThat(reply.records()).hasSize(6 * 112);
    assertThat(reply.recordCount()).isEqualTo(6);
  }

  @Test
  void shouldRefuseATableBeyondItsBound() {
    SubnetAdministration small =
        new SubnetAdministration(
            new SaSettings(
                () -> 1, 16, 6 * 112, 1, 6 * 112, true, () -> PrefixRoutes.NONE, () -> false));
    SubnetView fits = SubnetViewBuilder.row(2, 2).build();
    SubnetView tooLarge = SubnetViewBuilder.row(2, 3).build();
    SaRequest request = new SaRequest(Ask.table(AttributeId.NODE_RECORD).mad(), 1);
    assertThat(((Reply) small.respond(fits, Register.EMPTY, request)).recordCount()).isEqualTo(6);
    assertThat(small.respond(tooLarge, Register.EMPTY, request))
        .isInstanceOfSatisfying(
            Reply.class,
            reply -> {
              assertThat(reply.status()).isEqualTo(SaStatus.NO_RESOURCES);
              assertThat(reply.records()).isEmpty();
            });
  }

  @Test
  void shouldGiveEveryNodeOfALargeSubnetInOneTable() {
    SubnetView large = SubnetViewBuilder.row(100, 252).build();
    Reply reply = Ask.table(AttributeId.NODE_RECORD).in(large);
    assertThat(reply.recordCount()).isEqualTo(25_300);
    assertThat(Ask.records(reply, NodeRecord::in).stream().map(NodeRecord::lid).distinct())
        .hasSize(25_300);
  }

  /** A program that sees the first segment of a table alone, as behind ibsim, sees an adapter. */
  @Test
  void shouldTellOfAdaptersBeforeSwitches() {
    List<NodeRecord> nodes = Ask.table(AttributeId.NODE_RECORD).recordsIn(view, NodeRecord::in);
    assertThat(nodes).extracting(node -> node.nodeInfo().nodeType()).isSorted();
    assertThat(nodes.getFirst().nodeInfo().nodeType()).isEqualTo(NodeType.CA.code());
  }

  @Test
  void shouldAnswerFromTheViewItIsGivenWhateverItWasAskedBefore() {
    SubnetView other = SubnetViewBuilder.row(3, 1).build();
    Ask ask = Ask.table(AttributeId.NODE_RECORD);
    assertThat(ask.in(view).recordCount()).isEqualTo(6);
    assertThat(ask.in(other).recordCount()).isEqualTo(6);
    SubnetView third = SubnetViewBuilder.row(1, 1).build();
    assertThat(ask.in(third).recordCount()).isEqualTo(2);
    assertThat(ask.in(view).recordCount()).isEqualTo(6);
  }

  @Test
  void shouldKnowWhichQueriesLookAtTheWholeSubnet() {
    assertThat(isCheap(Ask.get(AttributeId.NODE_RECORD).with(NodeRecord.LID, 1))).isTrue();
    assertThat(isCheap(Ask.table(AttributeId.NODE_RECORD))).as("a small one").isTrue();
    SubnetView large = SubnetViewBuilder.row(50, 2).build();
    for (Ask ask :
        List.of(
            Ask.table(AttributeId.NODE_RECORD),
            Ask.get(AttributeId.PATH_RECORD).with(PathRecord.DLID, 1))) {
      assertThat(ask.isCheapIn(large, Register.EMPTY)).isFalse();
    }
    assertThat(
            isCheap(
                Ask.get(AttributeId.PATH_RECORD)
                    .with(PathRecord.SLID, 1)
                    .with(PathRecord.DGID, 0, 5)))
        .isTrue();
    assertThat(isCheap(Ask.table(0xABCD))).as("refused at once").isTrue();
    assertThat(isCheap(Ask.method(Mad.GET_MULTI, AttributeId.MULTI_PATH_RECORD)))
        .as("between a few ports")
        .isTrue();
  }

  private boolean isCheap(Ask ask) {
    return ask.isCheapIn(view, Register.EMPTY);
  }

  @Test
  void shouldFindNoNodeByAGuidThatIsNotThere() {
    for (String name : new String[] {"nodeInfo.nodeGuid", "nodeInfo.portGuid"}) {
      assertThat(
              Ask.get(AttributeId.NODE_RECORD)
                  .with(NodeRecord.LAYOUT.field(name), Guid.parse("0xdead"))
                  .statusIn(view))
          .isEqualTo(SaStatus.NO_RECORDS);
    }
  }
}
