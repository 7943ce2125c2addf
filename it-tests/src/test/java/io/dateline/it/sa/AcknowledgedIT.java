package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dateline.fabric.Fabric;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.TrapNumber;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Masters are killed amid joins, also by proxy, registrations, subscriptions, requests for alias
 * GUIDs and changes of partitions. After each the next one knows what was granted, once, and
 * nothing else; it reports; and no port is asked to register again.
 *
 * <p>{@code -Dacknowledged.kills=N} kills more masters, {@code -Dacknowledged.seed=S} has the hosts
 * ask the same again.
 */
class AcknowledgedIT {
  private static final int KILLS = Integer.getInteger("acknowledged.kills", 3);
  private static final long SEED = Long.getLong("acknowledged.seed", System.nanoTime());
  private static final int NODES = 3;
  private static final int HOSTS = 5;
  private static final int DWELL_MS = 1500;
  private static final int HOST_PAUSE_MS = 15;
  private static final int ORDER_PAUSE_MS = 60;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  private final ReadWriteLock turns = new ReentrantReadWriteLock(true); // written: nothing acts
  private final List<Future<?>> turnTakers = new ArrayList<>();
  private final AtomicLong granted = new AtomicLong();
  private final AtomicLong ordered = new AtomicLong();
  private final List<RandomHost> hosts = new ArrayList<>();
  private SimulatedSubnet subnet;
  private SmCluster cluster;
  private PortWatch watch;
  private int[] ports;
  private long reports;

  @FunctionalInterface
  private interface Act {
    void take() throws Exception;
  }

  private void begin(ScheduledExecutorService actors, int pauseMs, AtomicLong count, Act act) {
    Runnable turn =
        () -> {
          turns.readLock().lock();
          try {
            act.take();
            count.incrementAndGet();
          } catch (Exception e) {
            throw new IllegalStateException(e); // no more turns
          } finally {
            turns.readLock().unlock();
          }
        };
    turnTakers.add(actors.scheduleWithFixedDelay(turn, 0, pauseMs, TimeUnit.MILLISECONDS));
  }

  @Test
  void shouldStandOnceAfterEachMasterThatIsKilled() throws Exception {
    System.out.printf("-Dacknowledged.seed=%d -Dacknowledged.kills=%d%n", SEED, KILLS);
    try (SimulatedSubnet fabric = SimulatedSubnet.start("torus:3x3");
        SmCluster nodes = SmCluster.startPatient(folder, fabric, NODES);
        ScheduledExecutorService actors = Executors.newScheduledThreadPool(HOSTS + 1)) {
      subnet = fabric;
      cluster = nodes;
      cluster.awaitQuiet(PATIENCE);
      begin(actors);
      try (Registrant announcer = new Registrant(subnet.simulator(), port(NODES + HOSTS))) {
        killMasters(announcer);
      } catch (AssertionError | RuntimeException e) {
        cluster.tellLogs();
        throw e;
      } finally {
        actors.shutdownNow();
        hosts.forEach(RandomHost::close);
      }
      System.out.printf(
          "%d masters killed; %d times granted, %d orders, %d reports, %d blocks of P_Keys%n",
          KILLS, granted.get(), ordered.get(), reports, watch.pKeyBlocks());
    }
  }

  private int port(int adapter) {
    return subnet.fabric().port(subnet.fabric().switchCount() + adapter, 1);
  }

  private void begin(ScheduledExecutorService actors) {
    Fabric fabric = subnet.fabric();
    watch = new PortWatch(fabric);
    ports = IntStream.range(NODES, NODES + HOSTS).map(this::port).toArray();
    for (int adapter = 0; adapter < fabric.nodeCount() - fabric.switchCount(); adapter++) {
      watch.allow(port(adapter), 0xFFFF);
    }
    subnet.simulator().execute(simulated -> simulated.onSet(watch));
    for (int host = 0; host < HOSTS; host++) {
      Gid ward = new Gid(Gid.DEFAULT_PREFIX, fabric.portGuid(fabric.port(host, 0)));
      RandomHost one = new RandomHost(subnet.simulator(), ports[host], ward, host, SEED + host);
      hosts.add(one);
      begin(actors, HOST_PAUSE_MS, granted, one::act);
    }
    RandomOperator operator = new RandomOperator(cluster, fabric, ports, watch, SEED - 1);
    begin(actors, ORDER_PAUSE_MS, ordered, operator::act);
  }

  private void killMasters(Registrant announcer) throws Exception {
    Random random = new Random(SEED);
    CountDownLatch never = new CountDownLatch(1);
    for (int kill = 1; kill <= KILLS; kill++) {
      never.await(random.nextInt(DWELL_MS), TimeUnit.MILLISECONDS);
      int master =
          await("a master").atMost(PATIENCE).until(cluster::master, m -> m.isPresent()).getAsInt();
      cluster.kill(master);
      await("the next master").atMost(PATIENCE).until(() -> cluster.master().isPresent());
      cluster.launch(master);
      turns.writeLock().lock(); // each has its answer
      try {
        check(announcer, kill);
      } finally {
        turns.writeLock().unlock();
      }
      cluster.awaitMember(master);
    }
  }

  private void check(Registrant announcer, int kill) throws Exception {
    for (Future<?> taker : turnTakers) {
      if (taker.isDone()) {
        taker.get(); // throws what it failed with
      }
    }
    List<String> wrong = new ArrayList<>();
    for (RandomHost host : hosts) {
      wrong.addAll(host.wrong());
    }
    assertThat(wrong).as("after kill %d", kill).isEmpty();
    JsonNode status = cluster.node(cluster.master().getAsInt()).get("status").orElseThrow();
    assertThat(status.path("services").asInt())
        .as("services")
        .isEqualTo(hosts.stream().mapToInt(RandomHost::services).sum());
    assertThat(status.path("subscriptions").asLong())
        .as("subscriptions")
        .isEqualTo(hosts.stream().filter(RandomHost::isSubscribed).count());
    assertThat(status.path("multicastMembers").asInt())
        .as("members of groups")
        .isEqualTo(hosts.stream().mapToInt(RandomHost::memberships).sum());
    assertThat(status.path("aliasGuids").asInt())
        .as("alias GUIDs")
        .isEqualTo(hosts.stream().mapToInt(RandomHost::aliases).sum());
    assertThat(hosts.stream().flatMap(host -> host.chosen().stream()))
        .as("chosen once, after kill %d", kill)
        .doesNotHaveDuplicates();
    await("ports hold their alias GUIDs after kill " + kill).atMost(PATIENCE).until(this::areHeld);
    for (int port : ports) {
      assertThat(held(port)).as("P_Keys after kill %d", kill).isEqualTo(watch.held(port));
    }
    checkReports(announcer, new Gid(0xFF15_0000_0000_0000L, 0x20_0000L + kill));
    assertThat(watch.violations()).as("after kill %d", kill).isEmpty();
  }

  private boolean areHeld() {
    return IntStream.range(0, HOSTS)
        .allMatch(
            host ->
                hosts
                    .get(host)
                    .isHeld(subnet.simulator().call(simulated -> simulated.guids(ports[host]))));
  }

  private Set<Integer> held(int port) {
    Set<Integer> held = new HashSet<>();
    for (short key : subnet.simulator().call(simulated -> simulated.pKeys(port))) {
      held.add(Short.toUnsignedInt(key));
    }
    held.remove(0);
    return held;
  }

  /** Of a group that comes and goes each subscriber is told once, and no other host. */
  private void checkReports(Registrant announcer, Gid group) throws Exception {
    assertThat(announcer.join(group)).isZero();
    assertThat(announcer.leave(group)).isZero();
    for (RandomHost host : hosts) {
      if (host.isSubscribed()) {
        await("a report of the group that went")
            .atMost(PATIENCE)
            .until(() -> host.host().heard(TrapNumber.GROUP_DELETED, group) > 0);
      }
    }
    for (RandomHost host : hosts) {
      int times = host.isSubscribed() ? 1 : 0;
      assertThat(host.host().heard(TrapNumber.GROUP_CREATED, group)).isEqualTo(times);
      assertThat(host.host().heard(TrapNumber.GROUP_DELETED, group)).isEqualTo(times);
      reports += 2L * times;
    }
  }
}
