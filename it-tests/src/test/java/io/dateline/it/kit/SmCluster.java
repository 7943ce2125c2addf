package io.dateline.it.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.persistence.journal.H2Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * SM nodes in processes of their own, each behind a channel adapter of its own, that share a
 * journal which the test's process serves.
 */
public final class SmCluster implements AutoCloseable {
  private static final Duration TRAP_GAP = Duration.ofMillis(600); // twice what sweeps leave
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int TOLD = 60; // lines of a log
  public static final int CLUSTER_PORT = 7172;

  /** Nodes of older builds are told it in the same way. */
  private static final String JOURNAL_PASSWORD = "only for this test";

  private final Path folder;
  private final SimulatedSubnet subnet;
  private final Map<String, String> settings;
  private final Runnable closeJournal;
  private final List<Place> places;
  private Path build = Machine.root();
  private Map<String, String> environment = Map.of();
  private List<String> optionsOfBuild = List.of();
  private final SmNodeProcess[] nodes;

  private SmCluster(
      Path folder,
      SimulatedSubnet subnet,
      List<Place> places,
      Map<String, String> settings,
      Runnable closeJournal) {
    this.folder = folder;
    this.subnet = subnet;
    this.settings = settings;
    this.closeJournal = closeJournal;
    this.places = places;
    nodes = new SmNodeProcess[places.size()];
  }

  /** Where a node is: on this host, unless it has one of its own, and a port for the others. */
  private record Place(Optional<Namespaces.Host> host, int port) {
    static List<Place> here(int count) throws IOException {
      List<Place> places = new ArrayList<>();
      for (int node = 0; node < count; node++) {
        places.add(new Place(Optional.empty(), FreePorts.tcp()));
      }
      return places;
    }

    String address() {
      return host.map(Namespaces.Host::managementAddress).orElse("127.0.0.1");
    }

    SmNodeProcess start(
        Path build, Map<String, String> environment, Path folder, String fabric, String... more)
        throws IOException {
      return host.isPresent()
          ? SmNodeProcess.startIn(host.get(), folder, fabric, more)
          : SmNodeProcess.startWith(build, environment, folder, fabric, more);
    }
  }

  /** Starts all nodes, the first one first, and waits until the subnet is up. */
  public static SmCluster start(Path folder, SimulatedSubnet subnet, int count) throws IOException {
    return start(withJournal(folder, subnet, count, Map.of()));
  }

  /** As {@link #start(Path, SimulatedSubnet, int)}, with nodes that are {@link #patient}. */
  public static SmCluster startPatient(Path folder, SimulatedSubnet subnet, int count)
      throws IOException {
    return startOf(Machine.root(), folder, subnet, count, Map.of());
  }

  /** As {@link #startPatient}, with more settings. */
  public static SmCluster startPatient(
      Path folder, SimulatedSubnet subnet, int count, Map<String, String> settings)
      throws IOException {
    return start(withJournal(folder, subnet, count, patient(settings)));
  }

  /** As {@link #startPatient}, of the build in another folder. */
  public static SmCluster startOf(
      Path build, Path folder, SimulatedSubnet subnet, int count, Map<String, String> settings)
      throws IOException {
    SmCluster cluster = withJournal(folder, subnet, count, patient(settings));
    cluster.build = build;
    return start(cluster);
  }

  private static SmCluster withJournal(
      Path folder, SimulatedSubnet subnet, int count, Map<String, String> settings)
      throws IOException {
    H2Server journal = serveJournal(folder);
    Map<String, String> withUrl = new HashMap<>(settings);
    withUrl.putAll(journal.settings());
    return new SmCluster(folder, subnet, Place.here(count), withUrl, journal::close);
  }

  /**
   * With this, nobody is given up for being slow on a busy machine: for tests that are about other
   * things. Whoever is killed leaves evidence.
   */
  public static Map<String, String> patient(Map<String, String> settings) {
    Map<String, String> patient = new HashMap<>(settings);
    patient.put("akka.cluster.failure-detector.acceptable-heartbeat-pause", "60s");
    patient.put("dateline.watchdog.patience", "60s");
    return patient;
  }

  /** Serves an empty journal to nodes on this host, from a folder in {@code folder}. */
  public static H2Server serveJournal(Path folder) {
    return H2Server.start(
        folder.resolve("journal"),
        "127.0.0.1",
        H2Server.ANY_PORT,
        ConfigFactory.parseMap(Map.of("dateline.persistence.h2.password", JOURNAL_PASSWORD))
            .withFallback(ConfigFactory.load()));
  }

  /** Nodes that are started from now on are of the build in this folder, with these options. */
  public void upgradeTo(Path newBuild, String... newOptions) {
    build = newBuild;
    optionsOfBuild = List.of(newOptions);
  }

  /**
   * As {@link #start(Path, SimulatedSubnet, int)}, with a journal of the test's.
   *
   * @param settings where the journal is
   */
  public static SmCluster start(
      Path folder, SimulatedSubnet subnet, int count, Map<String, String> settings)
      throws IOException {
    return start(new SmCluster(folder, subnet, Place.here(count), settings, () -> {}));
  }

  /** As the other, with these variables in the environment of each node. */
  public static SmCluster startWith(
      Map<String, String> environment,
      Path folder,
      SimulatedSubnet subnet,
      int count,
      Map<String, String> settings)
      throws IOException {
    SmCluster cluster = new SmCluster(folder, subnet, Place.here(count), settings, () -> {});
    cluster.environment = environment;
    return start(cluster);
  }

  /** As the other, each node on a host of its own. */
  public static SmCluster start(
      Path folder,
      SimulatedSubnet subnet,
      List<Namespaces.Host> hosts,
      Map<String, String> settings)
      throws IOException {
    return start(on(folder, subnet, hosts, settings));
  }

  /** Nodes that are still to be started, each on a host of its own. */
  public static SmCluster on(
      Path folder,
      SimulatedSubnet subnet,
      List<Namespaces.Host> hosts,
      Map<String, String> settings) {
    List<Place> places =
        hosts.stream().map(host -> new Place(Optional.of(host), CLUSTER_PORT)).toList();
    return new SmCluster(folder, subnet, places, settings, () -> {});
  }

  private static SmCluster start(SmCluster cluster) throws IOException {
    try {
      cluster.startAll();
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Starts all nodes, the first one first, the others together once the subnet is up. */
  public void startAll() throws IOException {
    startNode(0);
    for (int node = 1; node < nodes.length; node++) {
      launch(node);
    }
    for (int node = 1; node < nodes.length; node++) {
      awaitFollowing(node);
    }
  }

  /** Starts a node that does not run, and waits until it follows the master, or is it. */
  public void startNode(int node) throws IOException {
    launch(node);
    awaitFollowing(node);
  }

  private void awaitFollowing(int node) {
    awaitMember(node);
    nodes[awaitMaster(PATIENCE)].awaitSubnetUp(PATIENCE);
    nodes[node].awaitStatus("a status", PATIENCE, status -> true);
  }

  /** Its port says that a subnet manager is there when it has joined; not that it still is. */
  public void awaitMember(int node) {
    int port = port(node);
    Awaitility.await("a member")
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              int mask =
                  subnet.simulator().call(simulated -> simulated.portInfo(port).capabilityMask());
              assertThat(mask & CapabilityMask.IS_SM)
                  .as("IsSM of node %d: %s", node, nodes[node].log())
                  .isNotZero();
            });
  }

  private int awaitMaster(Duration patience) {
    return Awaitility.await("a master")
        .atMost(patience)
        .pollInterval(Polls.OF_NODES)
        .until(this::master, OptionalInt::isPresent)
        .getAsInt();
  }

  /** What tells a node where it is, where the others are, and where the journal is. */
  public Map<String, String> settingsOf(int node) {
    Map<String, String> own = new TreeMap<>(settings);
    own.put("dateline.cluster.host", places.get(node).address());
    own.put("dateline.cluster.port", Integer.toString(places.get(node).port()));
    places
        .get(node)
        .host()
        .ifPresent(
            host ->
                own.put(
                    "dateline.security.certificates",
                    ClusterCertificates.of(folder, host.managementAddress()).toString()));
    for (int i = 0; i < places.size(); i++) {
      Place place = places.get(i);
      own.put("dateline.cluster.nodes." + i, place.address() + ":" + place.port());
    }
    return own;
  }

  /**
   * Starts a node that does not run, and waits for nothing.
   *
   * @param options of its command line, beside those that all have
   */
  public void launch(int node, String... options) throws IOException {
    Path own = folder.resolve("node-" + node);
    if (!Files.exists(own)) {
      Files.createDirectory(own);
    }
    Fabric fabric = subnet.fabric();
    int adapter = fabric.switchCount() + node;
    List<String> more = new ArrayList<>();
    settingsOf(node).forEach((key, value) -> more.add("-D" + key + "=" + value));
    more.addAll(optionsOfBuild);
    more.addAll(List.of(options));
    nodes[node] =
        places
            .get(node)
            .start(
                build,
                environment,
                own,
                subnet.address() + "/" + fabric.description(adapter),
                more.toArray(String[]::new));
  }

  public SmNodeProcess node(int node) {
    return nodes[node];
  }

  /** Prints the last lines of each node's log, for a test that has failed. */
  public void tellLogs() {
    for (int node = 0; node < nodes.length; node++) {
      List<String> lines = nodes[node].log().lines().toList();
      System.out.printf("---- node %d, the end of its log%n", node);
      lines.subList(Math.max(0, lines.size() - TOLD), lines.size()).forEach(System.out::println);
    }
  }

  /** The port of the channel adapter that a node is behind. */
  public int port(int node) {
    return subnet.fabric().port(subnet.fabric().switchCount() + node, 1);
  }

  /** The node behind a port, if it is one's. */
  public OptionalInt nodeAt(int port) {
    return IntStream.range(0, nodes.length).filter(node -> port(node) == port).findFirst();
  }

  /** LID of the channel adapter that a node is behind. */
  public int lid(int node) {
    int port = port(node);
    return subnet.simulator().call(simulated -> simulated.lid(port));
  }

  /** The node that says it is master, if there is exactly one. */
  public OptionalInt master() {
    List<Integer> masters = new ArrayList<>();
    for (int node = 0; node < nodes.length; node++) {
      if (isRunning(node) && nodes[node].get("status").map(SmCluster::saysMaster).orElse(false)) {
        masters.add(node);
      }
    }
    return masters.size() == 1 ? OptionalInt.of(masters.getFirst()) : OptionalInt.empty();
  }

  private static boolean saysMaster(JsonNode status) {
    return status.path("role").asText().equals("master");
  }

  public boolean isRunning(int node) {
    return nodes[node] != null && nodes[node].process().isAlive();
  }

  /** Starts all nodes at once, none of which runs, and waits until one of them is master. */
  public void launchAll(Duration patience) throws IOException {
    for (int node = 0; node < nodes.length; node++) {
      launch(node);
    }
    awaitMaster(patience);
  }

  /** Kills the master once every other node knows all that it does, and waits for the next one. */
  public void succeed(Duration patience) {
    awaitQuiet(patience);
    int master = master().getAsInt();
    for (int node = 0; node < nodes.length; node++) {
      if (node != master && isRunning(node)) {
        nodes[node].awaitStatus("follows", patience, SmCluster::followsAtOnce);
      }
    }
    kill(master);
    awaitMaster(patience);
  }

  /** Waits until no trap of the last change leads to another sweep. */
  public void awaitQuiet(Duration patience) {
    Awaitility.await("quiet")
        .during(TRAP_GAP)
        .atMost(patience)
        .pollInterval(Polls.OF_NODES)
        .until(
            () ->
                master().stream()
                    .mapToObj(master -> nodes[master].get("status"))
                    .anyMatch(
                        status ->
                            status
                                .filter(now -> now.path("phase").asText().equals("IDLE"))
                                .isPresent()));
  }

  private static boolean followsAtOnce(JsonNode status) {
    JsonNode replica = status.path("replica");
    return replica.path("state").asText().equals("following")
        && replica.path("lagEvents").asLong() == 0;
  }

  /** SIGKILL, and gone when this returns. */
  public void kill(int node) {
    nodes[node].close();
  }

  /** SIGTERM; returns at once. */
  public void terminate(int node) {
    nodes[node].process().destroy();
  }

  /** Sends a signal by its name, such as STOP. */
  public void signal(int node, String signal) {
    nodes[node].signal(signal);
  }

  @Override
  public void close() {
    for (SmNodeProcess node : nodes) {
      if (node != null) {
        node.close();
      }
    }
    closeJournal.run();
  }
}
