package io.dateline.sim;

import static io.dateline.sim.Bench.TO_HOST3;
import static io.dateline.sim.Bench.TO_SWITCH2;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.BadMKeyDetails;
import io.dateline.mad.attribute.Notice;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.attribute.TrapNumber;
import io.dateline.mad.transport.MadPacket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** IBA Vol 1, 14.2.4. */
class MKeyGuardTest {
  private static final long KEY = 0xABCDEF;

  private final Bench bench = new Bench();

  private void protect(DirectedRoute route, int level, int leaseSeconds) {
    bench.bringUp();
    assertThat(
            bench.setPortInfo(
                route, 0, i -> i.mKey(KEY).mKeyProtectBits(level).mKeyLeasePeriod(leaseSeconds)))
        .isZero();
  }

  private Mad get(DirectedRoute route, long key) {
    return bench.smp(Smp.get(route, AttributeId.PORT_INFO, 0, key));
  }

  private Mad set(DirectedRoute route, long key) {
    byte[] data =
        bench
            .simulated
            .portInfo(bench.port(Bench.HOST3, 1))
            .portState(0)
            .portPhysicalState(0)
            .hoqLife(11)
            .bytes();
    return bench.smp(Smp.set(route, AttributeId.PORT_INFO, 0, key, data));
  }

  @ParameterizedTest
  @CsvSource({"0,true,true", "1,true,false", "2,false,false", "3,false,false"})
  void shouldTreatGetsWithoutTheKeyByLevel(int level, boolean answers, boolean showsKey) {
    protect(TO_HOST3, level, 0);

    Mad reply = get(TO_HOST3, KEY + 1);

    assertThat(reply != null).isEqualTo(answers);
    if (answers) {
      assertThat(PortInfo.of(Smp.data(reply)).mKey()).isEqualTo(showsKey ? KEY : 0);
    }
    assertThat(PortInfo.of(Smp.data(get(TO_HOST3, KEY))).mKey()).isEqualTo(KEY);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldRefuseSetsWithoutTheKeyAtEveryLevel(int level) {
    protect(TO_HOST3, level, 0);
    PortInfo before = bench.simulated.portInfo(bench.port(Bench.HOST3, 1));

    assertThat(set(TO_HOST3, KEY + 1)).isNull();

    PortInfo after = bench.simulated.portInfo(bench.port(Bench.HOST3, 1));
    assertThat(after.mKeyViolations()).isEqualTo(1);
    assertThat(after.mKeyViolations(0)).isEqualTo(before);
    assertThat(bench.simulated.stats().refusedSets()).isEqualTo(1);
    assertThat(set(TO_HOST3, KEY).status()).isZero();
  }

  @Test
  void shouldGuardAllOfASwitchByTheKeyOfItsPort0() {
    protect(TO_SWITCH2, 1, 0);

    Mad refused =
        bench.smp(Smp.set(TO_SWITCH2, AttributeId.LINEAR_FORWARDING_TABLE, 0, 0, new byte[64]));
    assertThat(refused).isNull();
    assertThat(bench.simulated.route(bench.switch2, Bench.LID_HOST3)).isEqualTo(1);
  }

  @Test
  void shouldFallToLevel0WhenTheLeaseRunsOut() {
    protect(TO_HOST3, 2, 3);
    bench.simulated.advance(10_000);
    assertThat(get(TO_HOST3, 0)).isNull();
    bench.simulated.advance(12_999);
    assertThat(get(TO_HOST3, 0)).isNull();

    bench.simulated.advance(13_000);

    assertThat(PortInfo.of(Smp.data(get(TO_HOST3, 0))).mKey()).isEqualTo(KEY);
    assertThat(set(TO_HOST3, 0)).isNull();
  }

  @Test
  void shouldKeepTheLeaseWhereTheKeyIsUsed() {
    protect(TO_HOST3, 2, 3);
    assertThat(get(TO_HOST3, 0)).isNull();
    assertThat(get(TO_HOST3, KEY)).isNotNull();

    bench.simulated.advance(60_000);

    assertThat(get(TO_HOST3, 0)).isNull();
  }

  @Test
  void shouldTellTheSubnetManagerOnceUntilRepressed() {
    protect(TO_HOST3, 1, 0);
    bench.host1.received.clear();
    Mad bad = Smp.set(TO_HOST3, AttributeId.PORT_INFO, 1, 0xBAD, new byte[64]);
    for (int i = 0; i < 2; i++) {
      bench.simulated.send(bench.host1.attachment, MadPacket.directed(bad.copy()));
    }

    assertThat(bench.host1.received).hasSize(1);
    Notice notice = Notice.of(Smp.data(bench.host1.received.remove().mad()));
    assertThat(notice.trapNumber()).isEqualTo(TrapNumber.BAD_M_KEY);
    BadMKeyDetails details = (BadMKeyDetails) notice.details();
    assertThat(details.mKey()).isEqualTo(0xBAD);
    assertThat(details.method()).isEqualTo(Mad.SET);
    assertThat(details.drHopCount()).isEqualTo(3);
    assertThat(details.drNoticeReturnPath(0)).isEqualTo(1);
    assertThat(details.drNoticeReturnPath(1)).isEqualTo(3);
  }
}
