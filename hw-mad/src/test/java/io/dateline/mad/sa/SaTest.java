package io.dateline.mad.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.SwitchInfo;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SaTest {
  @Test
  void shouldPutTheHeaderWhereIbaPutsIt() {
    PathRecord record = new PathRecord().dgid(new Gid(3, 4));
    Mad mad = Sa.request(Mad.GET, AttributeId.PATH_RECORD, 0, 4, 0x1122, record.bytes());

    // IBA Vol 1, 15.2.1.1: SM_Key at byte 36, ComponentMask at 48, data at 56.
    assertThat(mad.u64(36)).isEqualTo(0x1122);
    assertThat(mad.u64(48)).isEqualTo(4);
    assertThat(PathRecord.in(mad.bytes(), Mad.SA_DATA)).isEqualTo(record);
    assertThat(PathRecord.of(Sa.data(mad))).isEqualTo(record);
    assertThat(mad.classVersion()).isEqualTo(2);
    SaHeader.of(mad).attributeOffset(8).segmentNumber(0xFFFF_FFFFL);
    assertThat(mad.u16(44)).isEqualTo(8);
    assertThat(mad.u32(28)).isEqualTo(-1);
  }

  @Test
  void shouldAnswerWithTheTransactionOfTheRequest() {
    Mad request =
        Sa.request(Mad.GET_TABLE, AttributeId.LINK_RECORD, 0, 1, 7, new LinkRecord().bytes());
    request.transactionId(0x1234_5678_9ABCL);

    Mad response = Sa.response(request, SaStatus.NO_RECORDS);

    assertThat(response.method()).isEqualTo(Mad.GET_TABLE_RESP);
    assertThat(response.transactionId()).isEqualTo(0x1234_5678_9ABCL);
    assertThat(response.attributeId()).isEqualTo(AttributeId.LINK_RECORD);
    assertThat(response.status()).isEqualTo(0x0300);
    assertThat(SaHeader.of(response).componentMask()).isEqualTo(1);
    assertThat(SaHeader.of(response).smKey()).isZero();
    assertThat(SaHeader.of(response).isRmppActive()).isFalse();
  }

  @Test
  void shouldAnswerASetWithGetResp() {
    assertThat(Sa.responseMethod(Mad.SET)).isEqualTo(Mad.GET_RESP);
    assertThat(Sa.responseMethod(Mad.GET)).isEqualTo(Mad.GET_RESP);
    assertThat(Sa.responseMethod(Mad.DELETE)).isEqualTo(Mad.DELETE_RESP);
    assertThat(Sa.responseMethod(Mad.REPORT)).isEqualTo(Mad.REPORT_RESP);
    assertThat(Sa.responseMethod(Mad.GET_MULTI)).isEqualTo(Mad.GET_MULTI_RESP);
  }

  @Test
  void shouldCopyAnAttributeIntoItsRecord() {
    SwitchInfo info = new SwitchInfo().linearFdbTop(0xBFFF).enhancedPort0(true);
    SwitchInfoRecord record = new SwitchInfoRecord().lid(3).switchInfo(info);

    info.linearFdbTop(1);

    assertThat(record.switchInfo().linearFdbTop()).isEqualTo(0xBFFF);
    assertThat(record.switchInfo().enhancedPort0()).isTrue();
    assertThat(record.lid()).isEqualTo(3);
  }

  /** What OpenSM 3.3.23 answered on ibsim, and what saquery of infiniband-diags 44 printed. */
  @Test
  void shouldReadRecordsAsSaqueryDoes() {
    Mad nodes =
        captured(
            """
            0103 0292 0000 0000 0001 0000 66b6 0089 0011 0000 0000 0000 0000 0100 0000 0000
            0000 0000 0000 0000 0000 0000 000e 0000 0000 0000 0000 0000 0001 0000 0101 0102
            0000 0000 0010 0000 0000 0000 0010 0000 0000 0000 0010 0001 0040 0000 0000 00a1
            0100 0000 482d 3030 3030 3030 3030 3030 3230 3030 3030 0000 0000 0000 0000 0000
            """);
    Mad paths =
        captured(
            """
            0103 0292 0000 0000 0001 0000 7df6 c840 0035 0000 0000 0000 0000 0100 0000 0000
            0000 0000 0000 0000 0000 0000 0008 0000 0000 0000 0000 0000 0000 0000 0000 0000
            fe80 0000 0000 0000 0000 0000 0020 0000 fe80 0000 0000 0000 0000 0000 0020 0000
            0002 0002 0000 0000 0080 ffff 0000 8383 8000 0000 0000 0000 0000 0000 0000 0000
            fe80 0000 0000 0000 0000 0000 0020 0000 fe80 0000 0000 0000 0000 0000 0010 0001
            0002 0001 0000 0000 0080 ffff 0000 8383 9200 0000 0000 0000 0000 0000 0000 0000
            """);

    assertThat(nodes.method()).isEqualTo(Mad.GET_TABLE_RESP);
    assertThat(SaHeader.of(nodes).attributeOffset() * 8).isEqualTo(112);
    NodeRecord node = NodeRecord.in(nodes.bytes(), Mad.SA_DATA);
    assertThat(node.lid()).isEqualTo(1);
    assertThat(node.nodeInfo().portGuid()).isEqualTo(0x100001);
    assertThat(node.nodeInfo().partitionCap()).isEqualTo(64);
    assertThat(node.nodeInfo().localPortNum()).isEqualTo(1);
    assertThat(node.nodeDescription().nodeString()).isEqualTo("H-0000000000200000");

    int stride = SaHeader.of(paths).attributeOffset() * 8;
    assertThat(PathRecord.in(paths.bytes(), Mad.SA_DATA + stride))
        .hasToString(
            "PathRecord[serviceId8Msb=0x00 serviceId56Lsb=0x00000000000000"
                + " dgid=fe80:0:0:0:0:0:20:0 sgid=fe80:0:0:0:0:0:10:1 dlid=2 slid=1 rawTraffic=0"
                + " flowLabel=0x00000 hopLimit=0 tClass=0x00 reversible=1 numbPath=0 pKey=0xffff"
                + " qosClass=0x000 sl=0 mtuSelector=2 mtu=3 rateSelector=2 rate=3"
                + " packetLifeTimeSelector=2 packetLifeTime=18 preference=0]");
  }

  private static Mad captured(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
    return Mad.wrap(Arrays.copyOf(bytes, Mad.BYTES));
  }
}
