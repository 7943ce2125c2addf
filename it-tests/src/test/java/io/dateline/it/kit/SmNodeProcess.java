package io.dateline.it.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** An SM node in a process of its own, as an operator starts it. */
public final class SmNodeProcess implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration ORDER_PATIENCE = Duration.ofSeconds(15); // 202 comes after ten

  /** A process inherits that SIGHUP is ignored, and a JVM leaves it so. */
  private static final List<String> NOT_UNDER_NOHUP = List.of("env", "--default-signal=HUP");

  private static final Pattern SWEEP_BEGINS =
      Pattern.compile("(?m)^(\\S+) .*Heavy sweep (\\d+) begins");

  private static final Pattern BEGINNING =
      Pattern.compile("(Resumed at|Not resumed|Heavy sweep \\d+ begins).*");

  private final Running running;
  private final Path state;
  private final String httpHost;
  private final int httpPort;

  /** Whether a node's status says that another subnet manager goes before. */
  public static boolean standsBy(JsonNode status) {
    return status.path("role").asText().startsWith("standby");
  }

  private SmNodeProcess(Running running, Path state, String httpHost, int httpPort) {
    this.running = running;
    this.state = state;
    this.httpHost = httpHost;
    this.httpPort = httpPort;
  }

  /**
   * Starts {@code dateline node}.
   *
   * @param folder for its log and state
   * @param fabric as {@code --fabric} takes it
   */
  public static SmNodeProcess start(Path folder, String fabric, String... more) throws IOException {
    return startOf(Machine.root(), folder, fabric, more);
  }

  /**
   * As {@link #start(Path, String, String...)}, of another build.
   *
   * @param root folder of the build
   */
  static SmNodeProcess startOf(Path root, Path folder, String fabric, String... more)
      throws IOException {
    return startWith(root, Map.of(), folder, fabric, more);
  }

  /** As {@link #startOf}, with these variables in its environment. */
  public static SmNodeProcess startWith(
      Path root, Map<String, String> environment, Path folder, String fabric, String... more)
      throws IOException {
    return start(root, folder, List.of(), environment, "127.0.0.1", fabric, more);
  }

  /** Writes a line to the node's standard input. */
  public void type(String line) {
    running.type(line);
  }

  /**
   * As {@link #start(Path, String, String...)}, in a network namespace.
   *
   * @param host where it is in that namespace
   */
  static SmNodeProcess startIn(Namespaces.Host host, Path folder, String fabric, String... more)
      throws IOException {
    // The test's process reads the status from outside of that host.
    List<String> open =
        List.of(
            "-Ddateline.security.unencrypted=accepted",
            "-Ddateline.http.tls=off",
            "-Ddateline.http.reading=open");
    return start(
        Machine.root(),
        folder,
        host.enter(),
        Map.of(),
        host.fabricAddress(),
        fabric,
        Stream.concat(open.stream(), Stream.of(more)).toArray(String[]::new));
  }

  /** Starts {@code dateline node --fabric umad}, with ibsim's {@code host} behind the library. */
  public static SmNodeProcess startOnUmad(Path folder, Ibsim ibsim, String host, String... more)
      throws IOException {
    // The preload library's descriptors begin at 1024, so real ones must end there; and it leaves
    // its sysfs tree in the working directory.
    return start(
        Machine.root(),
        folder,
        List.of(
            "sh", "-c", "ulimit -n 1024; cd \"$0\" && exec ibsim-run \"$@\"", folder.toString()),
        Ibsim.attachment(ibsim.port(), host),
        "127.0.0.1",
        "umad",
        more);
  }

  private static SmNodeProcess start(
      Path root,
      Path folder,
      List<String> before,
      Map<String, String> environment,
      String httpHost,
      String fabric,
      String... more)
      throws IOException {
    int httpPort = FreePorts.tcp();
    Path state = folder.resolve("state");
    List<String> command = new ArrayList<>(before);
    command.addAll(NOT_UNDER_NOHUP);
    command.addAll(
        List.of(
            root.resolve("dateline").toString(),
            "node",
            "--fabric",
            fabric,
            "--state",
            state.toString(),
            "-Ddateline.http.host=" + httpHost,
            "-Ddateline.http.port=" + httpPort));
    command.addAll(List.of(more));
    Path log = folder.resolve("node-" + System.nanoTime() + ".log");
    return new SmNodeProcess(Running.start(log, environment, command), state, httpHost, httpPort);
  }

  /** What {@code --url} takes. */
  public String url() {
    return "http://127.0.0.1:" + httpPort;
  }

  /** What {@code --token-file} takes. */
  public Path tokens() {
    return state.resolve("tokens");
  }

  /** The token of a role. */
  public String token(String role) throws IOException {
    return Files.readAllLines(tokens()).stream()
        .filter(line -> line.startsWith(role + " "))
        .map(line -> line.substring(role.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Gives an order as a script does.
   *
   * @throws IOException if there is no answer
   */
  public HttpResponse<String> order(String path, String json) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + "/" + path))
            .timeout(ORDER_PATIENCE)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token("operator"))
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build();
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The node's answer at a path, or nothing while it has none. */
  public Optional<JsonNode> get(String path) {
    return get(path, PATIENCE);
  }

  /** As {@link #get(String)}, or nothing if it takes longer. */
  public Optional<JsonNode> get(String path, Duration patience) {
    return get(httpHost, httpPort, path, patience);
  }

  /** As {@link #get(String)}, of a node in this process. */
  public static Optional<JsonNode> get(int httpPort, String path) {
    return get("127.0.0.1", httpPort, path, PATIENCE);
  }

  /** The node's answer at a path as it is, or nothing where it has none. */
  public Optional<String> text(String path) {
    return fetch(httpHost, httpPort, path, PATIENCE)
        .map(body -> new String(body, StandardCharsets.UTF_8));
  }

  /** As {@link #text(String)}, of a node in this process. */
  public static Optional<String> text(int httpPort, String path) {
    return fetch("127.0.0.1", httpPort, path, PATIENCE)
        .map(body -> new String(body, StandardCharsets.UTF_8));
  }

  /** What the node says at {@code /metrics}: values by sample; nothing while it does not answer. */
  public Optional<Map<String, Double>> metrics() {
    return fetch(httpHost, httpPort, "metrics", PATIENCE).map(SmNodeProcess::samples);
  }

  private static Map<String, Double> samples(byte[] text) {
    Map<String, Double> samples = new TreeMap<>();
    for (String line : new String(text, StandardCharsets.UTF_8).lines().toList()) {
      if (!line.startsWith("#")) {
        int space = line.lastIndexOf(' ');
        samples.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
      }
    }
    return samples;
  }

  static Optional<JsonNode> get(String httpHost, int httpPort, String path, Duration patience) {
    return fetch(httpHost, httpPort, path, patience)
        .map(
            body -> {
              try {
                return new ObjectMapper().readTree(body);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  private static Optional<byte[]> fetch(
      String httpHost, int httpPort, String path, Duration patience) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + httpHost + ":" + httpPort + "/" + path))
            .timeout(patience) // it may have been stopped
            .build();
    try {
      HttpResponse<byte[]> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
      return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * Waits for a status, and returns it; where it does not come, says what the node does instead.
   */
  public JsonNode awaitStatus(String what, Duration patience, Predicate<JsonNode> wanted) {
    try {
      return Awaitility.await(what)
          .atMost(patience)
          .pollInterval(Polls.OF_NODES)
          .until(this::statusOfTheLiving, status -> status.filter(wanted).isPresent())
          .orElseThrow();
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "no '%s' within %s but %s after\n%s"
              .formatted(what, patience, get("status").orElse(null), running.output()),
          e);
    }
  }

  private Optional<JsonNode> statusOfTheLiving() {
    if (!running.process().isAlive()) {
      throw new IllegalStateException("the node ended:\n" + running.output());
    }
    return get("status");
  }

  /** Waits until the subnet is up and nothing is under way. */
  public JsonNode awaitSubnetUp(Duration patience) {
    return awaitStatus(
        "subnet up",
        patience,
        status ->
            status.path("subnetUp").asBoolean() && status.path("phase").asText().equals("IDLE"));
  }

  /** When a sweep began, in ms since 1970, as the log tells, which may be behind the status. */
  public long sweepBeginMs(long generation) {
    return Awaitility.await("sweep %d in the log".formatted(generation))
        .atMost(PATIENCE)
        .until(() -> loggedBeginMs(generation), Optional::isPresent)
        .get();
  }

  private Optional<Long> loggedBeginMs(long generation) {
    return SWEEP_BEGINS
        .matcher(log())
        .results()
        .filter(line -> Long.parseLong(line.group(2)) == generation)
        .findFirst()
        .map(line -> OffsetDateTime.parse(line.group(1)).toInstant().toEpochMilli());
  }

  public Process process() {
    return running.process();
  }

  /** Sends a signal by its name, such as STOP. */
  void signal(String signal) {
    running.signal(signal);
  }

  public String log() {
    return running.output();
  }

  /** How its terms have begun, and the sweeps: a line each, as it was said. */
  public List<String> beginnings() {
    return log().lines().map(BEGINNING::matcher).filter(Matcher::find).map(Matcher::group).toList();
  }

  /** Whether a term has gone on with what the journal held; beginnings otherwise. */
  public void assertResumed() {
    assertThat(beginnings()).anySatisfy(said -> assertThat(said).startsWith("Resumed at"));
  }

  @Override
  public void close() {
    running.close();
  }
}
