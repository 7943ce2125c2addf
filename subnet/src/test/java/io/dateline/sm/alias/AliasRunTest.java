package io.dateline.sm.alias;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.GuidInfo;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.Registered;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.registration.RegistrationBook;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Alias GUIDs of a simulated row of three switches with a host each, which can hold 32 GUIDs. */
class AliasRunTest {
  private static final ExchangeSettings PATIENCE = ExchangeSettings.DEFAULT.withPatience(200, 2);
  private static final long A = 0x0014_0500_0000_000AL;
  private static final long B = 0x0014_0500_0000_000BL;

  private final Fabric wired = TopologySpec.parse("torus:3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(wired));
  private final List<Mad> sets = new CopyOnWriteArrayList<>(); // of GUIDs, as they were sent
  private Predicate<Mad> isLost = mad -> false;
  private Predicate<Mad> isIgnored = mad -> false; // the port answers a Set with what it holds
  private Predicate<Mad> isWrong = mad -> false; // the port answers with no
  private Predicate<AliasGuid.Id> isLeftOut = id -> false;
  private final MadExchange exchange =
      Transactor.open(new Tapped(simulator.attach(wired.port(wired.switchCount(), 1))), PATIENCE);
  private final Discovered found = now(Discovery.run(exchange, DiscoveryKeys.NONE));
  private final Fabric fabric = found.fabric();
  private final int[] hosts =
      Arrays.stream(fabric.endPorts())
          .filter(port -> !fabric.isSwitch(fabric.nodeOf(port)))
          .toArray();

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  /** The own port; what is sent through it is seen, and may be lost or spoilt. */
  private final class Tapped implements MadTransport {
    private final MadTransport inner;

    Tapped(MadTransport inner) {
      this.inner = inner;
    }

    @Override
    public PortIdentity port() {
      return inner.port();
    }

    @Override
    public void start(Consumer<MadPacket> receiver) {
      inner.start(
          packet -> {
            if (isWrong.test(packet.mad())) {
              packet.mad().status(Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
            }
            receiver.accept(packet);
          });
    }

    @Override
    public void send(MadPacket packet) {
      Mad mad = packet.mad();
      if (mad.attributeId() == AttributeId.GUID_INFO && mad.method() == Mad.SET) {
        sets.add(mad.copy());
      }
      if (isIgnored.test(mad)) {
        inner.send(MadPacket.directed(mad.copy().method(Mad.GET)));
      } else if (!isLost.test(mad)) {
        inner.send(packet);
      }
    }

    @Override
    public void setSubnetManager(boolean isSm) {
      inner.setSubnetManager(isSm);
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  private static <T> T now(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private AliasGuid alias(int host, int index, long guid) {
    return new AliasGuid(new AliasGuid.Id(fabric.portGuid(hosts[host]), index), guid);
  }

  private static AliasBook book(AliasGuid... aliases) {
    return RegistrationBook.of(new Registered(List.of(), List.of(), List.of(aliases), 0)).aliases();
  }

  private AliasRun.Result run(AliasBook book, boolean isDoubted) {
    return now(
        AliasRun.of(
            exchange,
            fabric,
            found.attributes(),
            new RouteBook(fabric, found.localPort()),
            TermKeys.NONE,
            new AliasRun.Order(book, isDoubted, isLeftOut)));
  }

  private long held(int host, int index) {
    Mad answer = simulatedGet(host, index / AliasBook.BLOCK);
    return GuidInfo.of(Smp.data(answer)).guidBlock(index % AliasBook.BLOCK);
  }

  /** What the port itself says. */
  private Mad simulatedGet(int host, int block) {
    Mad get =
        Smp.get(
            new RouteBook(fabric, found.localPort()).toPort(hosts[host]),
            AttributeId.GUID_INFO,
            block,
            0);
    CompletableFuture<Mad> outcome = new CompletableFuture<>();
    exchange.request(
        MadRequest.of(MadPacket.directed(get), fabric.nodeGuid(fabric.nodeOf(hosts[host]))),
        answer -> outcome.complete(((MadOutcome.Answered) answer).reply()));
    return now(outcome);
  }

  @Test
  void shouldTellBlocksThatDifferAndNoOthers() {
    AliasBook book = book(alias(1, 1, A), alias(1, 9, B));
    AliasRun.Result first = run(book, false);

    assertThat(first.errors()).isEmpty();
    assertThat(sets).extracting(Mad::attributeModifier).containsExactly(0, 1);
    assertThat(held(1, 0)).isEqualTo(fabric.portGuid(hosts[1]));
    assertThat(held(1, 1)).isEqualTo(A);
    assertThat(held(1, 9)).isEqualTo(B);
    assertThat(run(book, false).sent()).isZero();
    assertThat(run(book, true).sent()).as("read again").isZero();
    assertThat(run(book(alias(1, 1, A), alias(1, 8, 0)), false).sent()).isEqualTo(1);
    assertThat(held(1, 9)).as("taken back").isZero();
    assertThat(sets).hasSize(3);
  }

  @Test
  void shouldReadWhatAnotherTermMayHaveTold() {
    run(book(alias(1, 1, A)), false);
    found.attributes().guidInfo()[hosts[1]] = new byte[GuidInfo.BYTES]; // as the journal has it
    assertThat(run(book(alias(1, 1, A)), true).sent()).isZero();
    found.attributes().guidInfo()[hosts[1]] = null;
    assertThat(run(book(alias(1, 1, A)), false).sent()).as("not known").isZero();
  }

  @Test
  void shouldTryAgainWhatWasNotAnswered() {
    isLost = mad -> mad.attributeId() == AttributeId.GUID_INFO && mad.method() == Mad.SET;
    AliasRun.Result lost = run(book(alias(1, 1, A), alias(2, 1, B)), false);
    assertThat(lost.failed()).isEqualTo(2);
    assertThat(lost.errors().getFirst()).contains("not answered");
    isLost = mad -> mad.attributeId() == AttributeId.GUID_INFO;
    AliasRun.Result unread = run(book(alias(1, 1, A)), true);
    assertThat(unread.failed()).isEqualTo(1);
    assertThat(unread.errors().getFirst()).contains("cannot be read");
    isLost = mad -> false;
    assertThat(run(book(alias(1, 1, A), alias(2, 1, B)), true).sent()).isEqualTo(2);
    assertThat(held(2, 1)).isEqualTo(B);
  }

  @Test
  void shouldTellARefusalFromSilence() {
    isWrong = mad -> mad.attributeId() == AttributeId.GUID_INFO;
    AliasRun.Result result = run(book(alias(1, 1, A)), false);
    AliasGuid.Id block = new AliasGuid.Id(fabric.portGuid(hosts[1]), 0);
    assertThat(result.refused()).containsExactly(block);
    assertThat(result.failed()).isZero();
    assertThat(result.errors().getFirst()).contains("refused with status");
    AliasRun.Result unread = run(book(alias(1, 1, A)), true);
    assertThat(unread.refused()).as("nor read").containsExactly(block);
    assertThat(unread.failed()).isZero();
    isWrong = mad -> false;
    isIgnored = mad -> mad.attributeId() == AttributeId.GUID_INFO && mad.method() == Mad.SET;
    AliasRun.Result ignored = run(book(alias(1, 1, B)), false);
    assertThat(ignored.refused()).containsExactly(block);
    assertThat(ignored.errors().getFirst()).contains("answered with others");
    isIgnored = mad -> false;
    isLeftOut = block::equals;
    assertThat(run(book(alias(1, 1, B)), false).sent()).as("not to be asked").isZero();
    isLeftOut = id -> false;
    assertThat(run(book(alias(1, 1, B)), false).sent()).as("asked again").isEqualTo(1);
    assertThat(held(1, 1)).isEqualTo(B);
  }

  @Test
  void shouldPassOverPortsThatAreNotThereOrHaveNoRoom() {
    byte[] info = found.attributes().portInfo()[hosts[1]];
    found.attributes().portInfo()[hosts[1]] = PortInfo.of(info.clone()).guidCap(8).bytes();
    AliasRun.Result result =
        run(book(alias(1, 9, A), new AliasGuid(new AliasGuid.Id(0xDEAD, 1), B)), false);
    assertThat(result.sent()).isZero();
    assertThat(result.errors()).hasSize(1);
    assertThat(result.errors().getFirst()).contains("room for 8 GUIDs");
  }

  private AliasLook.Result look(int... of) {
    return now(
        AliasLook.of(
            exchange,
            fabric,
            found.attributes(),
            new RouteBook(fabric, found.localPort()),
            TermKeys.NONE,
            Arrays.stream(of)
                .mapToObj(host -> fabric.portGuid(hosts[host]))
                .collect(Collectors.toSet())));
  }

  private int knownBytes(int host) {
    byte[] table = found.attributes().guidInfo()[hosts[host]];
    return table == null ? 0 : table.length;
  }

  @Test
  void shouldSeeWhatAnotherManagerHasGrantedInAnyBlock() {
    run(book(alias(1, 1, A), alias(1, 17, B)), false);
    found.attributes().guidInfo()[hosts[1]] = null;
    assertThat(look(1, 2).silent()).isEmpty();
    assertThat(knownBytes(1)).as("up to the last GUID").isEqualTo(3 * GuidInfo.BYTES);
    byte[] table = found.attributes().guidInfo()[hosts[1]];
    assertThat(GuidInfo.in(table, 0).guidBlock(1)).isEqualTo(A);
    assertThat(GuidInfo.in(table, 2 * GuidInfo.BYTES).guidBlock(1)).isEqualTo(B);
    assertThat(knownBytes(2)).isEqualTo(GuidInfo.BYTES);
  }

  @Test
  void shouldNameAPortThatDoesNotShowItsGuids() {
    isLost = mad -> mad.attributeId() == AttributeId.GUID_INFO && mad.attributeModifier() == 1;
    AliasLook.Result result = look(1);
    assertThat(result.silent()).containsExactly(fabric.portGuid(hosts[1]));
    assertThat(result.errors()).hasSize(1);
    isLost = mad -> false;
    isWrong = mad -> mad.attributeId() == AttributeId.GUID_INFO;
    assertThat(look(1).silent()).as("it answers that it cannot").isEmpty();
  }

  /** A table is known from its begin on: a block in the middle that was not read is not known. */
  @Test
  void shouldKnowNoBlockThatWasNotRead() {
    run(book(alias(1, 9, A)), false);
    found.attributes().guidInfo()[hosts[1]] =
        Arrays.copyOf(found.attributes().guidInfo()[hosts[1]], GuidInfo.BYTES);
    run(book(alias(1, 17, B)), false);
    byte[] table = found.attributes().guidInfo()[hosts[1]];
    assertThat(GuidInfo.in(table, GuidInfo.BYTES).guidBlock(1)).isEqualTo(A);

    found.attributes().guidInfo()[hosts[2]] = null;
    isLost = mad -> mad.attributeId() == AttributeId.GUID_INFO && mad.attributeModifier() == 1;
    AliasRun.Result result = run(book(alias(2, 17, B)), false);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(knownBytes(2)).isEqualTo(GuidInfo.BYTES);
  }

  @Test
  void shouldNotKnowWhatAPortHoldsThatDidNotAnswerASet() {
    isLost = mad -> mad.attributeId() == AttributeId.GUID_INFO && mad.method() == Mad.SET;
    AliasRun.Result result = run(book(alias(1, 1, A)), false);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(knownBytes(1)).isZero();
  }
}
