package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.Guid;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.config.Listener;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.token.Role;
import io.dateline.sm.token.Tokens;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRoutesTest {
  private static final long PORT = 0x1234;

  @TempDir private Path folder;

  private final ActorTestKit kit =
      ActorTestKit.create(
          "keys", NodeConfig.load(ConfigFactory.parseString("dateline.cluster.port = 0")));
  private final TermKeys keys = TermKeys.random();
  private Path tokens;
  private URI base;

  @BeforeEach
  void open() throws Exception {
    tokens = folder.resolve("tokens");
    new TokenFile(tokens).prepare();
    SubnetState subnet =
        SubnetState.EMPTY
            .apply(new SubnetEvent.TermStarted(1, keys, "sm1", "test", 0))
            .apply(
                new SubnetEvent.LidsAssigned(
                    new long[] {PORT}, new int[] {1}, new byte[] {0}, "test", 0));
    Listener listener =
        new Listener("127.0.0.1", 0, false, Listener.Access.OPEN, Listener.Access.OPEN, List.of());
    HttpGuard guard =
        new HttpGuard(listener, new TokenFile(tokens), new HttpCounters(), Runnable::run);
    base =
        URI.create(
            "http://127.0.0.1:%d/keys/port/"
                .formatted(
                    HttpDoor.open(
                            kit.system(),
                            "127.0.0.1",
                            0,
                            Optional.empty(),
                            guard.seal(new KeyRoutes(ReadJournal.of(subnet)).routes(guard)))
                        .toCompletableFuture()
                        .get(30, TimeUnit.SECONDS)
                        .localAddress()
                        .getPort()));
  }

  @AfterEach
  void close() {
    kit.shutdownTestKit();
  }

  private HttpResponse<String> ask(String guid, Role... shown) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(guid));
    for (Role role : shown) {
      request.header(
          "Authorization",
          "Bearer " + Tokens.parse(Files.readString(tokens)).token(role).orElseThrow());
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void shouldTellAPortsKeyToThoseThatMayAskAlone() throws Exception {
    String key = Guid.format(keys.of(PORT));
    HttpResponse<String> told = ask("0x1234", Role.KEYS);
    assertThat(told.statusCode()).isEqualTo(200);
    assertThat(told.body()).contains(key);
    for (HttpResponse<String> refused :
        List.of(ask("0x1234"), ask("0x1234", Role.READER), ask("0x1234", Role.OPERATOR))) {
      assertThat(refused.statusCode()).isIn(401, 403);
      assertThat(refused.body()).doesNotContain(key);
    }
  }

  @Test
  void shouldSayThatThereIsNoSuchPort() throws Exception {
    assertThat(ask("0x99", Role.KEYS).statusCode()).isEqualTo(404);
    assertThat(ask("none", Role.KEYS).statusCode()).isEqualTo(400);
  }
}
