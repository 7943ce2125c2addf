package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.link.PortSets;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.subnet.SubnetView;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node whose journal is away, and what it has read of a torus of nine switches before. */
class StandInTest {
  private static final long GENERATION = 5;
  private static final int MASTER_LID = 3;

  private final Fabric fabric = TopologySpec.parse("torus:3x3").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(fabric));
  private final int own = fabric.port(fabric.nodeCount() - 1, 1);
  private final MadExchange exchange =
      Transactor.open(simulator.attach(own), ExchangeSettings.DEFAULT);
  private final SubnetSettings settings = SubnetSettings.of(ConfigFactory.load());
  private final SmStanding standing =
      new SmStanding(fabric.portGuid(own), ServiceKeys.set(1, 1), () -> 0);
  private final Queue<Runnable> computing = new ArrayDeque<>();
  private final List<SubnetView> views = new CopyOnWriteArrayList<>();
  private final List<Register> registers = new CopyOnWriteArrayList<>();
  private final List<SubnetStatus> statuses = new CopyOnWriteArrayList<>();
  private final ForwardingTables tables =
      new ForwardingTables(fabric.switchCount(), fabric.endPorts().length);
  private ReplicaView read = ReplicaView.EMPTY;
  private final StandIn standIn = new StandIn(setup());

  private SubnetManagerSetup setup() {
    TestSetup setup = new TestSetup(exchange);
    setup.replicated = () -> read;
    setup.known = new KnownSubnet(() -> settings, exchange.port().portGuid());
    setup.computing = computing::add;
    setup.standing = standing;
    setup.onView = views::add;
    setup.onRegister = registers::add;
    setup.onStatus = statuses::add;
    return setup.make();
  }

  StandInTest() throws Exception {
    setMaster(MASTER_LID);
    standing.appear();
  }

  @AfterEach
  void close() {
    exchange.close();
    simulator.close();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /** Gives the own port another MasterSMLID. */
  private void setMaster(int lid) throws Exception {
    PortInfo info = simulator.call(simulated -> simulated.portInfo(own));
    info.portState(0).portPhysicalState(0).linkSpeedEnabled(0).linkWidthEnabled(0).masterSmLid(lid);
    PortSets sets = new PortSets();
    sets.add(
        new RouteBook(fabric, own).toPort(own),
        fabric.nodeGuid(fabric.nodeOf(own)),
        AttributeId.PORT_INFO,
        fabric.portNumber(own),
        0,
        info.bytes(),
        answer -> {});
    assertThat(get(sets.send(exchange)).failures()).isEmpty();
  }

  private ReplicaView journaled(byte spoiled) throws Exception {
    return JournaledSubnet.read(exchange, fabric, tables, GENERATION, spoiled);
  }

  /** Goes on until nothing is under way: what is asked last is answered last. */
  private void settle() throws Exception {
    while (!computing.isEmpty()) {
      computing.poll().run();
    }
    get(Discovery.run(exchange, DiscoveryKeys.NONE));
  }

  @Test
  void shouldAnswerWhatWasReadAndSaySo() throws Exception {
    read = journaled((byte) 0);
    standIn.journalIsAway("refused");
    settle();

    assertThat(standIn.answers()).isTrue();
    assertThat(standing.answersQuestions()).isTrue();
    assertThat(standing.state()).isEqualTo(SmState.STANDBY);
    assertThat(views).hasSize(1);
    assertThat(views.getFirst().generation()).isEqualTo(GENERATION);
    assertThat(views.getFirst().routing().tables()).isEqualTo(tables);
    assertThat(registers)
        .as("known, and nobody can join")
        .containsExactly(
            new Register(read.subnet().groups(), RegistrationBook.EMPTY, ChangeGate.CLOSED));
    assertThat(statuses.getLast().role())
        .isEqualTo("waiting for the journal: refused; answers as of generation 5");
    assertThat(statuses.getLast().term()).isEqualTo(1);
    assertThat(sets()).as("the test has set its port up").isEqualTo(1);

    standIn.journalIsAway("still refused");
    assertThat(statuses.getLast().role())
        .isEqualTo("waiting for the journal: still refused; answers as of generation 5");
    assertThat(views).as("once").hasSize(1);
  }

  /** Sets that went out of the own port. */
  private long sets() {
    return exchange.stats().sent().entrySet().stream()
        .filter(sent -> sent.getKey().startsWith("Set("))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  @Test
  void shouldNotAnswerWhereTheOwnPortHasAnotherMasterNow() throws Exception {
    read = journaled((byte) 0);
    setMaster(MASTER_LID + 1);
    standIn.journalIsAway("refused");
    settle();

    assertThat(standIn.answers()).isFalse();
    assertThat(standing.answersQuestions()).isFalse();
    assertThat(views).isEmpty();
    standIn.journalIsAway("refused");
    assertThat(computing).as("it looks again").hasSize(1);
  }

  @Test
  void shouldNotAnswerWithTablesThatAreNotThoseThatWereActivated() throws Exception {
    read = journaled((byte) 1);
    standIn.journalIsAway("refused");
    settle();

    assertThat(standIn.answers()).isFalse();
    assertThat(views).isEmpty();
  }

  @Test
  void shouldNotAnswerBeforeAnythingWasRead() throws Exception {
    standIn.journalIsAway("refused");
    settle();

    assertThat(standIn.answers()).isFalse();
    assertThat(statuses).isEmpty();
  }

  @Test
  void shouldLeaveTheWordToATermThatBeginsMeanwhile() throws Exception {
    read = journaled((byte) 0);
    standIn.journalIsAway("refused");
    standIn.end();
    settle();

    assertThat(standIn.answers()).isFalse();
    assertThat(standing.answersQuestions()).isFalse();
    assertThat(views).isEmpty();
    standIn.journalIsAway("refused");
    assertThat(computing).isEmpty();
  }

  @Test
  void shouldLeaveTheWordToAManagerThatIsInCharge() throws Exception {
    read = journaled((byte) 0);
    standing.enter(SmState.MASTER);
    standIn.journalIsAway("refused");

    assertThat(computing).isEmpty();
  }
}
