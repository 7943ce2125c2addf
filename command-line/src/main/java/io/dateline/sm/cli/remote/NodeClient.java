package io.dateline.sm.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.sm.cli.console.BadInput;
import io.dateline.sm.token.Role;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/** Asks a running node over HTTP. */
public final class NodeClient {
  static final String DEFAULT_URL = "http://127.0.0.1:7170";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  private static final int BAD_REQUEST = 400;
  private static final int UNAUTHORIZED = 401;
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private final URI base;
  private final Duration patience;
  private final ClientTokens tokens;
  private final HttpClient client;
  private final ObjectMapper json = new ObjectMapper();

  /** For what a node on this host answers at once, and to every client. */
  public NodeClient(String url, Duration patience) {
    this(url, patience, new ClientTokens(Optional.empty(), List.of()), Optional.empty());
  }

  /** As the other, with the patience of most questions. */
  NodeClient(String url, ClientTokens tokens, Optional<SSLContext> trust) {
    this(url, PATIENCE, tokens, trust);
  }

  /**
   * A client.
   *
   * @param patience until an answer begins
   * @param tokens to be shown where they are needed
   * @param trust of HTTPS; that of the JVM if empty
   * @throws BadInput if the URL is none
   */
  NodeClient(String url, Duration patience, ClientTokens tokens, Optional<SSLContext> trust) {
    this.patience = patience;
    this.tokens = tokens;
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
    trust.ifPresent(builder::sslContext);
    client = builder.build();
    try {
      base = URI.create(url.endsWith("/") ? url : url + "/");
      if (!SCHEMES.contains(String.valueOf(base.getScheme()))
          || base.getHost() == null
          || base.getPort() > 65_535) {
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
   * @param warnings what the node says of the answer, as in HTTP's headers of this name
   */
  public record Answer(int code, JsonNode body, List<String> warnings) {
    /** Whether it is what was asked for. */
    public boolean ok() {
      return code == OK;
    }

    /** Whether an order has not ended yet. */
    boolean isPending() {
      return code == ACCEPTED;
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
  public Answer get(String path) throws IOException, InterruptedException {
    return answer(read(path, HttpResponse.BodyHandlers.ofByteArray()));
  }

  /**
   * Gets a resource that not every client may see, with a token of a role if there is one.
   *
   * @throws IOException if no node answers there
   */
  Answer get(String path, Role role) throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path);
    tokens.token(role, base).ifPresent(token -> show(token, request));
    return answer(client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
  }

  /**
   * Orders a change, with an operator's token if there is one.
   *
   * @param body as JSON
   * @throws IOException if no node answers there
   */
  Answer post(String path, Object body) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body)));
    tokens.token(Role.OPERATOR, base).ifPresent(token -> show(token, request));
    return answer(client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
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
    HttpResponse<InputStream> response = read(path, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      boolean isText =
          response.headers().firstValue("Content-Type").orElse("").startsWith("text/plain");
      if (response.statusCode() == OK && isText) {
        onText.read(new InputStreamReader(body, StandardCharsets.UTF_8));
        return Optional.empty();
      }
      return Optional.of(answer(response, json.readTree(body)));
    }
  }

  private Answer answer(HttpResponse<byte[]> response) throws IOException {
    return answer(response, json.readTree(response.body()));
  }

  private static Answer answer(HttpResponse<?> response, JsonNode body) {
    return new Answer(response.statusCode(), body, response.headers().allValues("Warning"));
  }

  /** What is done with a text. */
  interface TextReader {
    void read(Reader text) throws IOException;
  }

  /** A token is shown to a node that asks for one, and to no other. */
  private <T> HttpResponse<T> read(String path, HttpResponse.BodyHandler<T> body)
      throws IOException, InterruptedException {
    HttpResponse<T> response = client.send(request(path).build(), body);
    if (response.statusCode() != UNAUTHORIZED) {
      return response;
    }
    Optional<String> token = tokens.token(Role.READER, base);
    if (token.isEmpty()) {
      return response;
    }
    if (response.body() instanceof InputStream unread) {
      unread.close();
    }
    HttpRequest.Builder request = request(path);
    show(token.get(), request);
    return client.send(request.build(), body);
  }

  private static void show(String token, HttpRequest.Builder request) {
    request.header("Authorization", "Bearer " + token);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path)).timeout(patience);
  }
}
