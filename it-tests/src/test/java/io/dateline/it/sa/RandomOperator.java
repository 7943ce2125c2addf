package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.Fabric;
import io.dateline.it.kit.SmCluster;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Gives partitions to ports and takes them back, at random, by orders to the master. */
final class RandomOperator {
  private static final int PARTITIONS = 4;
  private static final int FIRST = 0x10;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final List<String> MEMBERSHIPS = List.of("full", "limited", "remove");

  /** What is removed was there: the master that removed it died before it said so. */
  private static final String REMOVED = "was not given";

  private final SmCluster cluster;
  private final Fabric fabric;
  private final int[] ports;
  private final PortWatch watch;
  private final Random random;

  /** An operator that has ordered nothing yet. */
  RandomOperator(SmCluster cluster, Fabric fabric, int[] ports, PortWatch watch, long seed) {
    this.cluster = cluster;
    this.fabric = fabric;
    this.ports = ports.clone();
    this.watch = watch;
    random = new Random(seed);
  }

  /** Orders one thing, of each master until one says that it is done. */
  void act() {
    int base = FIRST + random.nextInt(PARTITIONS);
    int port = ports[random.nextInt(ports.length)];
    boolean isMember = watch.held(port).stream().anyMatch(key -> (key & 0x7FFF) == base);
    String membership = MEMBERSHIPS.get(random.nextInt(isMember ? 3 : 2));
    Set<Integer> keys =
        switch (membership) {
          case "full" -> Set.of(0x8000 | base);
          case "limited" -> Set.of(base);
          default -> Set.of();
        };
    keys.forEach(key -> watch.allow(port, key));
    String order =
        "{\"pKey\":\"0x%04x\",\"%s\":[\"0x%016x\"]}"
            .formatted(base, membership, fabric.portGuid(port));
    AtomicReference<String> last = new AtomicReference<>("no master");
    try {
      Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> isDone(order, last));
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("order " + order + ": " + last.get(), e);
    }
    watch.settle(port, base, keys);
  }

  private boolean isDone(String order, AtomicReference<String> last) {
    OptionalInt master = cluster.master();
    if (master.isEmpty()) {
      return false;
    }
    try {
      HttpResponse<String> answer = cluster.node(master.getAsInt()).order("partitions", order);
      last.set(answer.statusCode() + " " + answer.body());
      assertThat(answer.statusCode()).as(last.get()).isNotEqualTo(400);
      return answer.statusCode() == 200 || answer.body().contains(REMOVED);
    } catch (IOException e) {
      last.set(e.toString()); // it was killed
      return false;
    }
  }
}
