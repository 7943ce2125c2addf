package io.dateline.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dateline.mad.Mad;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.sim.observe.PathClient;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application at host3, and scripted subnet administrations at host1 and host2. */
class PathClientTest {
  private static final int LIDS = 5;

  private final Bench bench = new Bench();
  private Simulator simulator;
  private PathClient client;

  @BeforeEach
  void bringUp() {
    bench.bringUp();
    bench.simulated.setSubnetManager(bench.host1.attachment, false);
    simulator = new Simulator(bench.simulated);
  }

  @AfterEach
  void close() {
    client.close();
    simulator.close();
  }

  /** Answers with an SL for each DLID, or with an error status where that is negative. */
  private SimulatedPort serve(int port, IntUnaryOperator serviceLevel) {
    SimulatedPort administration = simulator.attach(port);
    administration.start(
        packet -> {
          PathRecord asked = PathRecord.of(Sa.data(packet.mad()));
          int sl = serviceLevel.applyAsInt(asked.dlid());
          Mad answer = Sa.response(packet.mad(), sl < 0 ? Mad.STATUS_INVALID_FIELD : 0);
          byte[] path = new PathRecord().slid(asked.slid()).dlid(asked.dlid()).sl(sl & 0xF).bytes();
          System.arraycopy(path, 0, answer.bytes(), Mad.SA_DATA, path.length);
          administration.send(packet.reply(answer));
        });
    administration.setSubnetManager(true);
    return administration;
  }

  private void ask() {
    client = new PathClient(simulator, bench.port(Bench.HOST3, 1));
  }

  /** The port of host3 names another master. */
  private void hostThreeGoesTo(int lid) {
    int status =
        simulator.call(
            unused -> bench.setPortInfo(Bench.TO_HOST3, 0, info -> info.masterSmLid(lid)));
    assertThat(status).isZero();
  }

  private void awaitAllPairs(int reign) {
    await().until(() -> client.reign().number() == reign && client.reign().pairs() == LIDS);
  }

  @Test
  void shouldAskForAllPairsAndThenGoOn() {
    serve(bench.port(Bench.HOST1, 1), dlid -> 3);
    ask();

    awaitAllPairs(1);
    long answeredAtNs = client.answeredAtNs();

    assertThat(client.pairsAsked()).isEqualTo(LIDS);
    assertThat(client.pairs()).isEqualTo(LIDS);
    assertThat(client.answeredBy()).isEqualTo(Bench.LID_HOST1);
    await().until(() -> client.answeredAtNs() > answeredAtNs);
    assertThat(client.differences()).isEmpty();
  }

  @Test
  void shouldTellHowLongNobodyAnsweredBeforeTheNextMaster() {
    SimulatedPort first = serve(bench.port(Bench.HOST1, 1), dlid -> 3);
    serve(bench.port(Bench.HOST2, 1), dlid -> 3);
    ask();
    awaitAllPairs(1);

    first.close();
    long silentNs = System.nanoTime();
    await().until(() -> System.nanoTime() - client.answeredAtNs() > 50_000_000);
    assertThat(client.reign().number()).isEqualTo(1);
    hostThreeGoesTo(Bench.LID_HOST2);
    awaitAllPairs(2);

    assertThat(client.answeredBy()).isEqualTo(Bench.LID_HOST2);
    assertThat(client.reign().silenceNs())
        .isBetween(50_000_000L, System.nanoTime() - silentNs + 50_000_000);
    assertThat(client.reign().differing()).isZero();
  }

  @Test
  void shouldNoticeAnotherServiceLevel() {
    serve(bench.port(Bench.HOST1, 1), dlid -> 3);
    serve(bench.port(Bench.HOST2, 1), dlid -> dlid == 2 ? 4 : 3);
    ask();
    awaitAllPairs(1);

    hostThreeGoesTo(Bench.LID_HOST2);
    awaitAllPairs(2);

    assertThat(client.reign().differing()).isEqualTo(1);
    assertThat(client.differences()).hasSize(1).first().asString().startsWith("3 -> 2: ");
  }

  @Test
  void shouldTakeARefusalForNoAnswer() {
    serve(bench.port(Bench.HOST1, 1), dlid -> dlid == 2 ? -1 : 3);
    ask();

    await().until(() -> client.reign().pairs() == LIDS - 1);
    long answeredAtNs = client.answeredAtNs();

    await().until(() -> simulator.call(simulated -> simulated.stats().sent()) > 200);
    assertThat(client.pairs()).isEqualTo(LIDS - 1);
    assertThat(client.answeredAtNs()).isEqualTo(answeredAtNs);
  }
}
