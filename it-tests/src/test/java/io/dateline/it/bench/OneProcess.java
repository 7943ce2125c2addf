package io.dateline.it.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Fabric;
import io.dateline.fabric.generate.TopologySpec;
import io.dateline.it.kit.FreePorts;
import io.dateline.sim.SimulatedFabric;
import io.dateline.sim.Simulator;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.config.NodeSettings;
import io.dateline.sm.node.SmNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A simulated fabric and the SM node that manages it, in this process and without sockets between
 * them. The node is asked over HTTP, as an operator asks.
 */
public final class OneProcess implements AutoCloseable {
  private final Simulator simulator;
  private final SmNode node;
  private final URI status;
  private final HttpClient client = HttpClient.newHttpClient();

  private OneProcess(Simulator simulator, SmNode node, int httpPort) {
    this.simulator = simulator;
    this.node = node;
    status = URI.create("http://127.0.0.1:" + httpPort + "/status");
  }

  /**
   * Starts both; the node sits behind the first channel adapter.
   *
   * @param topology as {@code --topology} of the command line takes a generator
   * @param state for the journal
   * @param overrides settings of the node
   */
  public static OneProcess start(String topology, Path state, Map<String, String> overrides)
      throws IOException {
    Fabric fabric = TopologySpec.parse(topology).generate();
    int httpPort = FreePorts.tcp();
    Map<String, Object> settings = new HashMap<>(overrides);
    settings.put("dateline.state-dir", state.toString());
    settings.put("dateline.http.port", httpPort);
    settings.put("akka.coordinated-shutdown.exit-jvm", "off");
    Config config = NodeConfig.load(ConfigFactory.parseMap(settings));
    Simulator simulator = new Simulator(new SimulatedFabric(fabric));
    int port = fabric.port(fabric.switchCount(), 1);
    SmNode node = SmNode.start(config, NodeSettings.of(config), simulator.attach(port));
    return new OneProcess(simulator, node, httpPort);
  }

  /** The fabric itself, to compare with what the node says of it. */
  public Simulator simulator() {
    return simulator;
  }

  /** What the node says of itself, or nothing while it does not listen yet. */
  public Optional<JsonNode> status() {
    try {
      HttpResponse<byte[]> answer =
          client.send(
              HttpRequest.newBuilder(status).build(), HttpResponse.BodyHandlers.ofByteArray());
      return answer.statusCode() == 200
          ? Optional.of(new ObjectMapper().readTree(answer.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The status, if the subnet is up and nothing is under way. */
  public Optional<JsonNode> statusWhenUp() {
    return status()
        .filter(
            told ->
                told.path("subnetUp").asBoolean() && told.path("phase").asText().equals("IDLE"));
  }

  @Override
  public void close() {
    client.close();
    node.system().terminate();
    try {
      node.awaitTermination();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      simulator.close();
    }
  }
}
