package io.dateline.it.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.JournalProcess;
import io.dateline.it.kit.JournaledTerms;
import io.dateline.it.kit.Namespaces;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.WriterWatch;
import io.dateline.sim.observe.PathClient;
import io.dateline.sim.observe.SubnetImage;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults at random, one upon the other, on three nodes under the load of an application; after each
 * of them: one writer, paths and LIDs that stand, a journal that tells the truth. Every {@link
 * #CALM_EVERY} faults everything is mended, and the subnet has to be in order again.
 *
 * <p>{@code -Dfaults.count=N} makes more or fewer, {@code -Dfaults.seed=S} repeats the faults of a
 * run; when exactly each strikes, no seed tells.
 */
@Tag("alone")
class FaultRunIT {
  private static final int COUNT = Integer.getInteger("faults.count", 60);
  private static final long SEED = Long.getLong("faults.seed", System.nanoTime());
  private static final String TOPOLOGY = System.getProperty("faults.topology", "torus:4x4");
  private static final int CALM_EVERY = 20;
  private static final int NODES = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration AT_ONCE = Duration.ofMillis(300);

  @TempDir Path folder;

  private final long beganNs = System.nanoTime();
  private SimulatedSubnet subnet;
  private SmCluster cluster;
  private PathClient client;
  private WriterWatch watch;
  private JournalTruth truth;
  private JournalProcess journal;
  private Map<Long, Integer> lids;
  private int lidOfMaster;
  private int fault;
  private int checks;
  private int said;

  @Test
  void shouldPlanTheSameFaultsForTheSameSeed() {
    Fabric fabric = TopologySpec.parse(TOPOLOGY).generate();
    List<FaultPlan.Step> plan = FaultPlan.of(7, 500, CALM_EVERY, fabric);
    assertThat(FaultPlan.of(7, 500, CALM_EVERY, fabric)).isEqualTo(plan);
    assertThat(FaultPlan.of(8, 500, CALM_EVERY, fabric)).isNotEqualTo(plan);
    assertThat(plan.stream().map(step -> (Object) step.fault().getClass()))
        .contains((Object[]) Fault.class.getPermittedSubclasses());
  }

  @Test
  void shouldKeepItsInvariants() throws Exception {
    System.out.printf("-Dfaults.seed=%d -Dfaults.count=%d%n", SEED, COUNT);
    try (Namespaces hosts = Namespaces.make(folder, NODES);
        JournalProcess served = JournalProcess.startAt(hosts.outside(), folder);
        SimulatedSubnet fabric =
            SimulatedSubnet.startAt(InetAddress.getByName(hosts.outside()), TOPOLOGY)) {
      journal = served;
      subnet = fabric;
      Map<String, String> settings = new HashMap<>(served.settings());
      settings.put("dateline.subnet.sweep_interval", "2s");
      List<Namespaces.Host> all = List.of(hosts.host(0), hosts.host(1), hosts.host(2));
      try (SmCluster nodes = SmCluster.on(folder, fabric, all, settings);
          JournalTruth read = JournalTruth.open(folder.resolve("truth"), settings)) {
        cluster = nodes;
        truth = read;
        strike(new FaultRun(hosts, served, fabric, nodes, () -> watch));
      }
    }
  }

  private void strike(FaultRun run) throws Exception {
    try {
      awaitNoTrouble(run, this::troubleOfSubnet);
      lids = subnet.lids();
      watch = new WriterWatch(subnet.fabric(), lids);
      subnet.simulator().execute(simulated -> simulated.onSet(watch));
      try (PathClient application = application()) {
        client = application;
        calm(run);
        for (FaultPlan.Step step : FaultPlan.of(SEED, COUNT, CALM_EVERY, subnet.fabric())) {
          take(run, step);
        }
        tell("%d events; %d nodes started again".formatted(truth.events(), run.starts() - NODES));
        tell(
            "%d checks against the journal, %d of what a master said; %d answers to the application"
                .formatted(checks, said, client.answers()));
      }
    } catch (AssertionError | RuntimeException e) {
      cluster.tellLogs();
      throw new AssertionError(
          "at fault %d of -Dfaults.seed=%d: %s".formatted(fault, SEED, e.getMessage()), e);
    }
  }

  /** Asks for the paths of all adapters. */
  private PathClient application() {
    Fabric fabric = subnet.fabric();
    int[] sources =
        subnet
            .simulator()
            .call(
                simulated -> {
                  int[] adapters = new int[fabric.nodeCount() - fabric.switchCount()];
                  for (int i = 0; i < adapters.length; i++) {
                    adapters[i] = simulated.lid(fabric.port(fabric.switchCount() + i, 1));
                  }
                  return adapters;
                });
    return new PathClient(subnet.simulator(), PathClient.lastAdapterPort(fabric), sources);
  }

  private void take(FaultRun run, FaultPlan.Step step) throws Exception {
    fault = step.number();
    tell("%d %s, %d ms".formatted(fault, step.fault(), step.dwellMs()));
    run.strike(step.fault());
    run.dwell(step.dwellMs());
    check();
    if (step.thenCalm()) {
      run.mend();
      calm(run);
    }
  }

  /** What holds at any time. */
  private void check() {
    assertThat(watch.violations()).isEmpty();
    assertThat(client.differences()).isEmpty();
    Map<Long, Integer> now = subnet.lids();
    assertThat(lids).containsAllEntriesOf(now);
    if (journal.isHung()) {
      return;
    }
    List<WriterWatch.Change> changes = watch.takeChanges();
    List<WriterWatch.Writing> writings = watch.takeWritings();
    List<JsonNode> masters = masters();
    truth.check(now, changes, writings);
    checks++;
    for (JsonNode master : masters) {
      said += truth.checkSaid(master) ? 1 : 0;
    }
  }

  /** What those say that say that they are master, and say anything at once. */
  private List<JsonNode> masters() {
    List<JsonNode> masters = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      cluster
          .node(node)
          .get("status", AT_ONCE)
          .filter(FaultRunIT::saysMaster)
          .ifPresent(masters::add);
    }
    return masters;
  }

  private static boolean saysMaster(JsonNode status) {
    return status.path("role").asText().equals("master");
  }

  /** Waits until everything is in order, and has nobody but the journal tell what that is. */
  private void calm(FaultRun run) {
    long sinceNs = System.nanoTime();
    String last = awaitNoTrouble(run, () -> trouble().or(this::incomparable));
    tell(
        "in order after %d ms, term %d; %s; waited last for: %s"
            .formatted(
                (System.nanoTime() - sinceNs) / 1_000_000, truth.term(), watch.counts(), last));
  }

  /** Returns the last trouble that there was. */
  private static String awaitNoTrouble(FaultRun run, Supplier<Optional<String>> look) {
    AtomicReference<String> last = new AtomicReference<>("nothing");
    try {
      await("calm")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> {
                run.startEnded();
                Optional<String> trouble = look.get();
                trouble.ifPresent(last::set);
                return trouble.isEmpty();
              });
      return last.get();
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("not in order after " + PATIENCE + ": " + last.get(), e);
    }
  }

  /** Compares everything with the journal, or says what keeps it from doing so. */
  private Optional<String> incomparable() {
    check();
    boolean masterToldIt = false;
    for (int node = 0; node < NODES; node++) {
      JsonNode status = cluster.node(node).get("status").orElse(MissingNode.getInstance());
      JsonNode replica = status.path("replica");
      if (replica.path("sequence").asLong() != truth.events()) {
        return Optional.of("node " + node + " has not read " + truth.events() + ": " + replica);
      }
      assertThat(replica.path("term").asLong()).as("term").isEqualTo(truth.term());
      assertThat(replica.path("generation").asLong())
          .as("generation")
          .isEqualTo(truth.generation());
      masterToldIt |= saysMaster(status) && truth.checkSaid(status);
    }
    if (!masterToldIt) {
      return Optional.of(
          "the master is not where the journal is: generation " + truth.generation());
    }
    return truth.checkAll(subnet.fabric(), subnet.simulator().call(SubnetImage::of))
        ? Optional.empty()
        : Optional.of("the journal goes on");
  }

  /** What is not as it has to be when nothing is wrong any more. */
  private Optional<String> trouble() {
    Optional<String> trouble = troubleOfSubnet();
    if (trouble.isPresent()) {
      return trouble;
    }
    if (!subnet.lids().equals(lids)) {
      return Optional.of("LIDs " + subnet.lids());
    }
    return client.reign().pairs() == client.pairsAsked() && client.answeredBy() == lidOfMaster
        ? Optional.empty()
        : Optional.of(
            "%s, of %d pairs; the master has LID %d"
                .formatted(client.reign(), client.pairsAsked(), lidOfMaster));
  }

  private Optional<String> troubleOfSubnet() {
    List<JsonNode> masters = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      Optional<JsonNode> status = cluster.node(node).get("status", AT_ONCE);
      if (status.isEmpty()) {
        return Optional.of("node " + node + " says nothing");
      }
      String replica = status.get().path("replica").path("state").asText();
      if (!replica.equals("following")) {
        return Optional.of("replica of node " + node + ": " + replica);
      }
      status.filter(FaultRunIT::saysMaster).ifPresent(masters::add);
    }
    if (masters.size() != 1) {
      return Optional.of(masters.size() + " masters: " + masters);
    }
    JsonNode master = masters.getFirst();
    if (!master.path("subnetUp").asBoolean()
        || !master.path("phase").asText().equals("IDLE")
        || !master.path("errors").isEmpty()) {
      return Optional.of("the master says " + master);
    }
    if (subnet.portsNotActive() > 0) {
      return Optional.of(subnet.portsNotActive() + " ports are not active");
    }
    List<String> unserved = subnet.unserved();
    if (!unserved.isEmpty()) {
      return Optional.of(
          unserved.size()
              + " pairs are not served: "
              + unserved.subList(0, Math.min(10, unserved.size())));
    }
    Set<Integer> terms = JournaledTerms.read(journal.settings()).of(subnet.mKeys());
    if (terms.size() != 1 || terms.contains(JournaledTerms.NONE)) {
      return Optional.of("ports hold keys of terms " + terms);
    }
    lidOfMaster = master.path("masterLid").asInt();
    return Optional.empty();
  }

  private void tell(String what) {
    System.out.printf("%8.3f s  %s%n", (System.nanoTime() - beganNs) / 1e9, what);
  }
}
