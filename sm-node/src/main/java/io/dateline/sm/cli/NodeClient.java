package io.dateline.sm.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks a running node over HTTP. */
final class NodeClient {
  static final String DEFAULT_URL = "http://127.0.0.1:7170";

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final URI base;
  private final Duration patience;
  private final HttpClient client;
  private final ObjectMapper json = new ObjectMapper();

  /**
   * @throws BadInput if the URL is none
   */
  NodeClient(String url) {
    this(url, PATIENCE);
  }

  /** As the other, for somebody who has something else to do than to wait. */
  NodeClient(String url, Duration patience) {
    this.patience = patience;
    client = HttpClient.newBuilder().connectTimeout(patience).build();
    try {
      base = URI.create(url.endsWith("/") ? url : url + "/");
      if (!"http".equals(base.getScheme()) || base.getHost() == null || base.getPort() > 65_535) {
        throw new IllegalArgumentException();
      }
    } catch (IllegalArgumentException e) {
      throw new BadInput("'" + url + "' is no URL such as " + DEFAULT_URL);
    }
  }

  /** An answer: the node's JSON, and whether it is what was asked for. */
  record Answer(boolean ok, JsonNode body) {}

  /**
   * Gets a resource.
   *
   * @throws IOException if no node answers there
   */
  Answer get(String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path)).timeout(patience).GET().build();
    HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    return new Answer(response.statusCode() == 200, json.readTree(response.body()));
  }
}
