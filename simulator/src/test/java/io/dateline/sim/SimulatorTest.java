package io.dateline.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.NodeInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimulatorTest {
  private final Fabric fabric = Bench.build();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int host1 = fabric.port(fabric.nodeByGuid(Bench.HOST1), 1);

  @AfterEach
  void close() {
    simulator.close();
  }

  private static MadRequest nodeInfo() {
    Mad get = Smp.get(Bench.TO_SWITCH2, AttributeId.NODE_INFO, 0, 0);
    return MadRequest.of(MadPacket.directed(get), Bench.SWITCH2);
  }

  @Test
  void shouldAnswerAProgramInThisProcess() throws Exception {
    SimulatedPort port = simulator.attach(host1);
    assertThat(port.port().nodeGuid()).isEqualTo(Bench.HOST1);
    assertThat(port.port().portGuid()).isEqualTo(Bench.HOST1 + 1);
    try (MadExchange exchange = Transactor.open(port, ExchangeSettings.DEFAULT)) {
      CompletableFuture<MadOutcome> outcome = new CompletableFuture<>();
      exchange.request(nodeInfo(), outcome::complete);

      MadOutcome.Answered answered = (MadOutcome.Answered) outcome.get(10, TimeUnit.SECONDS);
      assertThat(NodeInfo.of(Smp.data(answered.reply())).nodeGuid()).isEqualTo(Bench.SWITCH2);
    }
  }

  @Test
  void shouldAnswerEveryRequestOfManyEvenWhereMadsAreLost() throws Exception {
    simulator.execute(simulated -> simulated.loss(0.05, 3));
    int count = 5000;
    CountDownLatch done = new CountDownLatch(count);
    AtomicInteger answered = new AtomicInteger();
    ExchangeSettings patient = ExchangeSettings.DEFAULT.withPatience(20, 20).withWindows(512, 512);
    try (MadExchange exchange = Transactor.open(simulator.attach(host1), patient)) {
      for (int i = 0; i < count; i++) {
        exchange.request(
            nodeInfo(),
            outcome -> {
              if (outcome instanceof MadOutcome.Answered) {
                answered.incrementAndGet();
              }
              done.countDown();
            });
      }
      assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(answered).hasValue(count);
      assertThat(exchange.stats().retries()).isPositive();
    }
  }

  @Test
  void shouldLetAPortBeAnSmWhileItsProgramIsAttached() {
    SimulatedPort port = simulator.attach(host1);
    port.setSubnetManager(true);
    assertThat(isSm()).isTrue();

    port.close();

    assertThat(isSm()).isFalse();
  }

  private boolean isSm() {
    int mask = simulator.call(simulated -> simulated.portInfo(host1).capabilityMask());
    return (mask & CapabilityMask.IS_SM) != 0;
  }

  @Test
  void shouldTellWhyAProgramCannotBeAttached() {
    assertThatThrownBy(() -> simulator.attach(fabric.port(0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    simulator.close();
    assertThatThrownBy(() -> simulator.attach(host1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldObeyTheConsole() {
    assertThat(simulator.command("Unlink \"S-0000000000200001\"[3]")).isEqualTo("unlinked 1");
    assertThat(simulator.command("unlink 'S'[3]")).startsWith("error: no node ''S''");
    assertThat(simulator.command("Relink \"switch one\"")).isEqualTo("relinked 1");
    assertThat(simulator.command("down 0x200002")).isEqualTo("down");
    assertThat(simulator.command("show \"switch two\"")).contains("off").contains("[4] state 1");
    assertThat(simulator.command("up \"switch two\"")).isEqualTo("up");
    assertThat(simulator.command("Unlink \"host two\"")).isEqualTo("unlinked 1");
    assertThat(simulator.command("Link \"host two\"[1] \"switch two\"[2]")).isEqualTo("linked");
    assertThat(simulator.command("drop 0.5 7")).isEqualTo("dropping 0.5");
    assertThat(simulator.command("drop 0")).isEqualTo("dropping 0");
    assertThat(simulator.command("duplicate 1.0")).isEqualTo("duplicating 1.0");
    assertThat(simulator.command("delay 3")).isEqualTo("delaying 3 ms");
    assertThat(simulator.command("trap 129 \"switch one\"[1]")).isEqualTo("reported");
    assertThat(simulator.command("stats")).startsWith("SimulationStats[");
    assertThat(simulator.command("  ")).isEmpty();
    assertThat(simulator.command("help")).contains("unlink NODE[PORT]");
  }

  @Test
  void shouldSayWhatIsWrongWithACommand() {
    assertThat(simulator.command("jump")).isEqualTo("error: no command 'jump'; help lists them");
    assertThat(simulator.command("down")).contains("missing after 'down'");
    assertThat(simulator.command("down nobody")).contains("no node 'nobody'");
    assertThat(simulator.command("unlink \"switch one\"[9]")).contains("has ports 1 to 4");
    assertThat(simulator.command("link \"host one\"[1] \"host two\"[1]")).contains("a cable");
    assertThat(simulator.command("drop often")).contains("not a rate: 'often'");
    assertThat(simulator.command("drop 1.5")).contains("a rate is 0 to 1");
    assertThat(simulator.command("delay -3")).contains("0 ms or more");
    assertThat(simulator.command("trap 128 \"switch one\"[1]")).contains("129 to 131");
    assertThat(simulator.command("unlink \"switch one[3]")).contains("cannot read");
  }
}
