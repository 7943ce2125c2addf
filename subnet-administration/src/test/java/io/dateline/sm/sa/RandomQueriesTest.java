package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.sa.Sa;
import io.dateline.sm.change.ChangeRequest;
import io.dateline.sm.group.GroupRequest;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.ServiceRequest;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.subnet.SubnetView;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever is asked, the answer is well-formed, the same every time, and changes nothing. */
class RandomQueriesTest {
  private static final int QUERIES = 100_000;

  @Test
  void shouldAnswerEveryRandomQueryTheSameWayTwiceAndChangeNothing() {
    SubnetViewBuilder builder = SubnetViewBuilder.row(3, 2).lmc(1);
    builder.pKeys(builder.host(0), 0x8001, 0x7FFF).pKeys(builder.host(1), 0x8001);
    builder.manager(builder.host(0), new SmInfo().priority(3).bytes());
    for (int port = 0; port < builder.fabric.portCount(); port++) {
      builder.attributes.slToVl()[port] = new byte[16];
      builder.attributes.vlArbitration()[port] = new byte[256];
    }
    SubnetView view = builder.build();
    int before = fingerprint(view);
    Random random = new Random(41);
    int answered = 0;
    for (int i = 0; i < QUERIES; i++) {
      Mad mad = RandomMads.next(random);
      byte[] sent = mad.bytes().clone();
      SaRequest request = new SaRequest(mad, random.nextInt(20));
      SaAnswer answer = Ask.ADMINISTRATION.respond(view, Register.EMPTY, request);
      if (answer instanceof Reply reply) {
        Reply again = (Reply) Ask.ADMINISTRATION.respond(view, Register.EMPTY, request);
        assertThat(again.records()).isEqualTo(reply.records());
        assertThat(reply.method()).isEqualTo(Sa.responseMethod(mad.method()));
        assertThat(reply.records()).hasSize(reply.recordCount() * reply.attributeOffset() * 8);
        assertThat(reply.status() == 0 || reply.recordCount() == 0).isTrue();
        assertThat(mad.method() != Mad.GET || reply.recordCount() <= 1).isTrue();
        answered += reply.recordCount() > 0 ? 1 : 0;
      } else if (answer instanceof SaAnswer.Wanted wanted) {
        assertThat(isBegun(wanted.request())).isEqualTo(mad.method() == Mad.SET);
      } else {
        assertThat(Ask.ADMINISTRATION.respond(view, Register.EMPTY, request)).isEqualTo(answer);
      }
      assertThat(mad.bytes()).isEqualTo(sent);
    }
    assertThat(answered).as("queries that found something").isGreaterThan(QUERIES / 20);
    assertThat(fingerprint(view)).isEqualTo(before);
  }

  private static boolean isBegun(ChangeRequest request) {
    return switch (request) {
      case GroupRequest ofGroup -> ofGroup.isJoin();
      case ServiceRequest ofService -> ofService.isSet();
      default -> true; // the other method has none
    };
  }

  private static int fingerprint(SubnetView view) {
    SubnetView.Attributes attributes = view.attributes();
    return Arrays.deepHashCode(
        new Object[] {
          attributes.nodeInfo(),
          attributes.switchInfo(),
          attributes.portInfo(),
          attributes.guidInfo(),
          attributes.pKeys(),
          attributes.slToVl(),
          attributes.vlArbitration(),
          view.managers().get(0).smInfo(),
          view.routing().tables().hashCode()
        });
  }
}
