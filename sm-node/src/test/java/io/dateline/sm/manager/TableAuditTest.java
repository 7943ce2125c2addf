package io.dateline.sm.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.ForwardingTables;
import io.dateline.fabric.Routing;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Smp;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.persistence.event.BlockCompression;
import io.dateline.persistence.event.LftEvent;
import io.dateline.routing.actors.programmer.TableReplica;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.replica.ReplicaView;
import io.dateline.sm.replica.SubnetReplica;
import io.dateline.sm.state.SubnetState;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What switches were told, as this node and as the journal have it. */
class TableAuditTest {
  private static final int MAX_LID = 12;
  private static final int LATE = 2; // the switch that a late owner may have written to

  private final Fabric wired = TopologySpec.parse("torus:2x2").generate();
  private final Simulator simulator = new Simulator(new SimulatedFabric(wired));
  private final MadExchange wire =
      Transactor.open(
          simulator.attach(wired.port(wired.switchCount(), 1)), ExchangeSettings.DEFAULT);

  /** Answers on the thread that asks. */
  private final MadExchange exchange =
      (MadExchange)
          Proxy.newProxyInstance(
              MadExchange.class.getClassLoader(),
              new Class<?>[] {MadExchange.class},
              (proxy, method, arguments) -> {
                if (!method.getName().equals("request")) {
                  return method.invoke(wire, arguments);
                }
                @SuppressWarnings("unchecked")
                Consumer<MadOutcome> onOutcome = (Consumer<MadOutcome>) arguments[1];
                onOutcome.accept(ask((MadRequest) arguments[0]));
                return null;
              });

  private final TableReplica journal = new TableReplica();
  private final List<Optional<String>> findings = new ArrayList<>();
  private boolean isCurrent = true;
  private long told = 1; // the next event of the switch that the late owner is of
  private SmContext context;
  private TableAudit audit;
  private PlayedShell shell;
  private HeavySweep active;

  @AfterEach
  void close() {
    wire.close();
    simulator.close();
  }

  private MadOutcome ask(MadRequest request) {
    CompletableFuture<MadOutcome> outcome = new CompletableFuture<>();
    wire.request(request, outcome::complete);
    return outcome.join();
  }

  /** A term has had its first sweep; switches hold empty tables, as they were told. */
  private void start() {
    TestSetup setup = new TestSetup(exchange);
    setup.workers =
        new PlayedWorkers() {
          @Override
          public CompletionStage<SubnetReplica.CaughtUp> catchUp(Duration patience) {
            return CompletableFuture.completedStage(
                new SubnetReplica.CaughtUp(
                    new ReplicaView(1, SubnetState.EMPTY, journal.freeze()), isCurrent));
          }
        };
    context = SmContext.begin(setup.make(), new Now(0, 0));
    active = sweep();
    context.situation().active = active;
    audit = new TableAudit(context);
    shell = new PlayedShell(context.out(), this::on);
    audit.termBegins(SubnetState.EMPTY);
    for (int node = 0; node < wired.switchCount(); node++) {
      tell(node, active.routing.tables().row(node));
    }
  }

  private HeavySweep sweep() {
    HeavySweep sweep = new HeavySweep(1, "test", 0);
    sweep.found = Discovery.run(exchange, DiscoveryKeys.NONE).toCompletableFuture().join();
    Fabric found = sweep.found.fabric();
    sweep.routes = new RouteBook(found, sweep.found.localPort());
    sweep.routing = Routing.singleLane("test", new ForwardingTables(found.switchCount(), MAX_LID));
    return sweep;
  }

  /** What the journal says. */
  private void tell(int node, byte[] row) {
    long guid = active.found.fabric().nodeGuid(node);
    long sequence = node == LATE ? told++ : 1;
    journal.apply(
        guid,
        sequence,
        new LftEvent.TablesTargeted(
            1, MAX_LID, new int[] {0}, BlockCompression.deflate(row), /* atMs= */ 0));
  }

  private byte[] otherRow() {
    byte[] row = active.routing.tables().row(LATE).clone();
    row[3] = 1;
    return row;
  }

  private void write(byte[] row) {
    assertThat(
            ask(
                MadRequest.of(
                    MadPacket.directed(
                        Smp.set(
                            active.routes.toNode(LATE),
                            AttributeId.LINEAR_FORWARDING_TABLE,
                            0,
                            0,
                            row)),
                    1)))
        .isInstanceOf(MadOutcome.Answered.class);
  }

  private void on(SmCommand command) {
    switch (command) {
      case TableAudit.JournalAsked asked -> audit.take(SubnetState.EMPTY, asked);
      case TableAudit.TablesRead read -> findings.add(audit.take(read));
      default -> throw new AssertionError(command);
    }
  }

  private void sweepEnds() {
    audit.sweepEnded(SubnetState.EMPTY);
    shell.settle();
  }

  @Test
  void shouldReadNothingWhereTheJournalSaysTheSame() {
    start();
    sweepEnds();
    assertThat(findings).isEmpty();
    assertThat(shell.said).isEmpty();
  }

  @Test
  void shouldFindWhatALateOwnerHasWritten() {
    start();
    tell(LATE, otherRow());
    write(otherRow());
    sweepEnds();

    assertThat(findings).singleElement().satisfies(finding -> assertThat(finding).isPresent());
    assertThat(findings.getFirst().get()).contains("1 of 1 blocks read back are not");
    HeavySweep next = sweep();
    audit.tellSuspects(next);
    assertThat(next.foreign.stream()).containsExactly(LATE);
  }

  /** Its Sets were refused: the switch knew another key by then. */
  @Test
  void shouldLeaveASwitchThatTookNothingFromTheLateOwner() {
    start();
    tell(LATE, otherRow());
    sweepEnds();

    assertThat(shell.said).hasSize(2);
    assertThat(findings).containsExactly(Optional.empty());
  }

  @Test
  void shouldAskAgainAfterTheNextSweepWhereTheJournalIsAway() {
    start();
    isCurrent = false;
    tell(LATE, otherRow());
    sweepEnds();
    assertThat(findings).isEmpty();

    isCurrent = true;
    sweepEnds();
    assertThat(findings).hasSize(1);
    sweepEnds();
    assertThat(findings).as("once a term").hasSize(1);
  }
}
