package io.dateline.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.Guid;
import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.SmInfo;
import io.dateline.mad.transport.ExchangeSettings;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.MadTransport;
import io.dateline.mad.transport.Transactor;
import io.dateline.sm.discover.Discovered;
import io.dateline.sm.discover.Discovery;
import io.dateline.sm.discover.DiscoveryKeys;
import io.dateline.sm.link.RouteBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks on from a third port: who says that it is master, all the time, and which LIDs ports have.
 * What it says is what the fabric answers to SMPs that need no LID.
 */
final class ManagerWatch implements AutoCloseable {
  private static final long PATIENCE_S = 30;

  /**
   * ibsim drops what comes too fast, and behind its library opensm waits for ever for an answer.
   */
  private static final long PAUSE_NS = 20_000_000;

  private static final int ANSWER_MS = 100;

  private final MadExchange exchange;
  private final Fabric fabric;
  private final RouteBook routes;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final List<String> conflicts = new ArrayList<>();
  private final Thread thread;
  private final AtomicInteger samples = new AtomicInteger();

  /**
   * Begins to ask.
   *
   * @param guids the ports of those who may be master
   */
  ManagerWatch(MadTransport transport, long... guids) throws Exception {
    exchange = Transactor.open(transport, ExchangeSettings.DEFAULT);
    Discovered found = discover();
    fabric = found.fabric();
    routes = new RouteBook(fabric, found.localPort());
    thread = new Thread(() -> watch(guids), "manager-watch");
    thread.start();
  }

  private Discovered discover() throws Exception {
    return Discovery.run(exchange, DiscoveryKeys.NONE)
        .toCompletableFuture()
        .get(PATIENCE_S, TimeUnit.SECONDS);
  }

  /** LIDs that ports have now, by port GUID. */
  Map<Long, Integer> lids() throws Exception {
    Fabric now = discover().fabric();
    Map<Long, Integer> lids = new TreeMap<>();
    for (int port : now.endPorts()) {
      lids.put(now.portGuid(port), now.foundLid(port));
    }
    return lids;
  }

  /** What a subnet manager says it is, or nothing while it does not answer. */
  OptionalInt state(long guid) {
    return ask(guid).join();
  }

  /** A manager that says it is in this state. */
  boolean isIn(int state, long guid) {
    return state(guid).equals(OptionalInt.of(state));
  }

  private CompletableFuture<OptionalInt> ask(long guid) {
    DirectedRoute route = routes.toPort(fabric.endPortByGuid(guid));
    CompletableFuture<OptionalInt> answer = new CompletableFuture<>();
    exchange.request(
        new MadRequest(
            MadPacket.directed(Smp.get(route, AttributeId.SM_INFO, 0, 0)), guid, ANSWER_MS, 0),
        outcome ->
            answer.complete(
                outcome instanceof MadOutcome.Answered answered
                    ? OptionalInt.of(SmInfo.of(Smp.data(answered.reply())).smState())
                    : OptionalInt.empty()));
    return answer;
  }

  /** Two answers are not of the same moment: only twice in a row is it more than a handover. */
  private void watch(long[] guids) {
    List<String> before = List.of();
    while (!stopped.get()) {
      List<CompletableFuture<OptionalInt>> answers = new ArrayList<>();
      for (long guid : guids) {
        answers.add(ask(guid));
      }
      List<String> masters = new ArrayList<>();
      for (int i = 0; i < guids.length; i++) {
        if (answers.get(i).join().equals(OptionalInt.of(SmInfo.STATE_MASTER))) {
          masters.add(Guid.format(guids[i]));
        }
      }
      if (masters.size() > 1 && before.size() > 1) {
        synchronized (conflicts) {
          conflicts.add(masters.toString());
        }
      }
      before = masters;
      LockSupport.parkNanos(PAUSE_NS);
      samples.incrementAndGet();
    }
  }

  /** Never were two of them master at the same time. */
  void assertNeverTwoMasters() {
    synchronized (conflicts) {
      assertThat(conflicts).isEmpty();
    }
    assertThat(samples.get()).isGreaterThan(20);
  }

  @Override
  public void close() {
    stopped.set(true);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }
}
