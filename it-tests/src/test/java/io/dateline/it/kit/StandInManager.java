package io.dateline.it.kit;

import static org.awaitility.Awaitility.await;

import io.dateline.fabric.Fabric;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.Transactor;
import io.dateline.sim.Simulator;
import io.dateline.sm.link.RouteBook;
import io.dateline.sm.manager.SmControl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * Another subnet manager that says of itself what the test wants, tells ours what the test wants,
 * and notes what it is told. It never writes to the fabric.
 */
public final class StandInManager implements AutoCloseable {
  /** A status that every refusal of Set(SMInfo) has. */
  public static final int REFUSED = Mad.STATUS_INVALID_FIELD;

  /** What it was told. */
  record Told(SmControl control, SmInfo by) {}

  private final MadExchange exchange;
  private final Fabric fabric;
  private final RouteBook routes;
  private static final int ANSWER_MS = 1_000;
  private static final int RETRIES = 20;

  private final List<Told> told = new CopyOnWriteArrayList<>();
  private volatile long guid;
  private volatile int priority;
  private volatile int state;
  private volatile long smKey = 1;
  private volatile int answer;

  /** One at an end port, which does not yet say that it is there. */
  public StandInManager(Simulator simulator, int port) {
    fabric = simulator.call(simulated -> simulated.fabric());
    guid = fabric.portGuid(port);
    routes = new RouteBook(fabric, port);
    exchange = Transactor.open(simulator.attach(port), ExchangeSettings.DEFAULT);
    exchange.onUnsolicited(this::answer);
  }

  /** Shows itself on the fabric, which raises a trap, in a state and with a priority. */
  public void show(int newState, int newPriority) {
    state = newState;
    priority = newPriority;
    exchange.setSubnetManager(true);
  }

  /** Takes itself off the fabric and shows itself again, so that it is looked at at once. */
  public void showAgain() {
    exchange.setSubnetManager(false);
    exchange.setSubnetManager(true);
  }

  public void become(int newState) {
    state = newState;
  }

  /** Says that it is at the port of another GUID from now on. */
  public void claim(long portGuid) {
    guid = portGuid;
  }

  public void smKey(long value) {
    smKey = value;
  }

  /** With which status it answers what it is told from now on. */
  public void answerWith(int status) {
    answer = status;
  }

  private SmInfo smInfo() {
    return new SmInfo().guid(guid).smKey(smKey).priority(priority).smState(state);
  }

  private void answer(MadPacket packet) {
    Mad mad = packet.mad();
    if (mad.attributeId() != AttributeId.SM_INFO || mad.isResponse()) {
      return;
    }
    int status = 0;
    if (mad.method() == Mad.SET) {
      status = answer;
      told.add(
          new Told(SmControl.of(mad.attributeModifier()).orElseThrow(), SmInfo.of(Smp.data(mad))));
    }
    Mad reply = mad.copy().method(Mad.GET_RESP).status(status);
    if (reply.isDirectedRoute()) {
      reply.u16(4, Mad.DIRECTION_BIT | status);
    }
    smInfo().copyTo(reply.bytes(), Mad.SMP_DATA);
    exchange.send(packet.reply(reply));
  }

  /** Waits until it is told something, and returns how. */
  public SmInfo awaitTold(SmControl control) {
    await(control.name())
        .atMost(Duration.ofSeconds(30))
        .until(() -> told.stream().anyMatch(one -> one.control() == control));
    return told.stream().filter(one -> one.control() == control).findFirst().orElseThrow().by();
  }

  public List<SmControl> told() {
    return told.stream().map(Told::control).toList();
  }

  /** Tells the one at an end port something, and returns the status of the answer. */
  public int tell(int port, SmControl control) {
    return ask(
            port,
            route -> Smp.set(route, AttributeId.SM_INFO, control.modifier(), 0, smInfo().bytes()))
        .status();
  }

  /** What the one at an end port says of itself. */
  public SmInfo look(int port) {
    return SmInfo.of(Smp.data(ask(port, route -> Smp.get(route, AttributeId.SM_INFO, 0, 0))));
  }

  private Mad ask(int port, Function<DirectedRoute, Mad> question) {
    CompletableFuture<Mad> reply = new CompletableFuture<>();
    exchange.request(
        new MadRequest(
            MadPacket.directed(question.apply(routes.toPort(port))),
            fabric.portGuid(port),
            ANSWER_MS,
            RETRIES),
        outcome -> {
          switch (outcome) {
            case MadOutcome.Answered answered -> reply.complete(answered.reply());
            case MadOutcome.Refused refused -> reply.complete(refused.reply());
            default -> reply.completeExceptionally(new IllegalStateException(outcome.toString()));
          }
        });
    return reply.join();
  }

  /** It dies. */
  @Override
  public void close() {
    exchange.close();
  }
}
