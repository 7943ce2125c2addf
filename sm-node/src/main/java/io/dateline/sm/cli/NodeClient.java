package io.dateline.sm.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Asks a running node over HTTP. */
final class NodeClient {
  static final String DEFAULT_URL = "http://127.0.0.1:7170";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;

  private final URI base;
  private final Duration patience;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final ObjectMapper json = new ObjectMapper();

  /** For what a node answers at once; otherwise as {@link #NodeClient(String, Duration)}. */
  NodeClient(String url) {
    this(url, PATIENCE);
  }

  /**
   * A client.
   *
   * @param patience until an answer begins
   * @throws BadInput if the URL is none
   */
  NodeClient(String url, Duration patience) {
    this.patience = patience;
    try {
      base = URI.create(url.endsWith("/") ? url : url + "/");
      if (!"http".equals(base.getScheme()) || base.getHost() == null || base.getPort() > 65_535) {
        throw new IllegalArgumentException();
      }
    } catch (IllegalArgumentException e) {
      throw new BadInput("'" + url + "' is no URL such as " + DEFAULT_URL);
    }
  }

  /**
   * An answer.
   *
   * @param code of HTTP
   * @param body the node's JSON
   */
  record Answer(int code, JsonNode body) {
    /** Whether it is what was asked for. */
    boolean ok() {
      return code == OK;
    }

    /** Whether the question made no sense to the node. */
    boolean isBadQuestion() {
      return code == BAD_REQUEST;
    }
  }

  /**
   * Gets a resource.
   *
   * @throws IOException if no node answers there
   */
  Answer get(String path) throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        client.send(request(path), HttpResponse.BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), json.readTree(response.body()));
  }

  /**
   * Asks for a change.
   *
   * @param body as JSON
   * @throws IOException if no node answers there
   */
  Answer post(String path, Object body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(patience)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)))
            .build();
    HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), json.readTree(response.body()));
  }

  /**
   * Gets a resource that is a text, which may be long: it is read as it comes. Anything but what
   * was asked for is JSON.
   *
   * @param onText reads the text; it is closed then
   * @return empty after a text
   * @throws IOException if no node answers there, or the text breaks off
   */
  Optional<Answer> text(String path, TextReader onText) throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        client.send(request(path), HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      boolean isText =
          response.headers().firstValue("Content-Type").orElse("").startsWith("text/plain");
      if (response.statusCode() == OK && isText) {
        onText.read(new InputStreamReader(body, StandardCharsets.UTF_8));
        return Optional.empty();
      }
      return Optional.of(new Answer(response.statusCode(), json.readTree(body)));
    }
  }

  /** What is done with a text. */
  interface TextReader {
    void read(Reader text) throws IOException;
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(base.resolve(path)).timeout(patience).GET().build();
  }
}
