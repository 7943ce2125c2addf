package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.config.Listener;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.config.ReloadAnswer;
import io.dateline.sm.dump.DumpAnswer;
import io.dateline.sm.manager.PartitionAnswer;
import io.dateline.sm.manager.SweepAnswer;
import io.dateline.sm.token.Role;
import io.dateline.sm.token.Tokens;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders to sweep, to read settings again, and to write dumps. */
class OrderRoutesTest {
  @TempDir private Path folder;

  private final ActorTestKit kit =
      ActorTestKit.create(
          "orders", NodeConfig.load(ConfigFactory.parseString("dateline.cluster.port = 0")));
  private final List<String> obeyed = new CopyOnWriteArrayList<>();
  private final CompletableFuture<SweepAnswer> swept = new CompletableFuture<>();
  private final CompletableFuture<ReloadAnswer> reloaded = new CompletableFuture<>();
  private final CompletableFuture<DumpAnswer> dumped = new CompletableFuture<>();
  private Path tokens;
  private URI base;

  @BeforeEach
  void open() throws Exception {
    tokens = folder.resolve("tokens");
    new TokenFile(tokens).prepare();
    Listener listener =
        new Listener("127.0.0.1", 0, false, Listener.Access.OPEN, Listener.Access.OPEN, List.of());
    HttpGuard guard =
        new HttpGuard(listener, new TokenFile(tokens), new HttpCounters(), Runnable::run);
    NodeOrders orders =
        new NodeOrders(
            (reason, wish) -> {
              obeyed.add("sweep, %s, %s".formatted(reason, wish));
              return swept;
            },
            () -> {
              obeyed.add("reload");
              return reloaded;
            },
            (changes, reason) ->
                CompletableFuture.completedStage(new PartitionAnswer.NotChanged("not asked here")),
            only -> {
              obeyed.add("dump " + only);
              return dumped;
            });
    OrderBook book = new OrderBook(Duration.ofMillis(50));
    base =
        URI.create(
            "http://127.0.0.1:%d/"
                .formatted(
                    HttpDoor.open(
                            kit.system(),
                            "127.0.0.1",
                            0,
                            Optional.empty(),
                            guard.seal(new OrderRoutes(orders, book).routes(guard)))
                        .toCompletableFuture()
                        .get(30, TimeUnit.SECONDS)
                        .localAddress()
                        .getPort()));
  }

  @AfterEach
  void close() {
    kit.shutdownTestKit();
  }

  private HttpResponse<String> send(HttpRequest.Builder request, Role... shown) throws Exception {
    for (Role role : shown) {
      request.header(
          "Authorization",
          "Bearer " + Tokens.parse(Files.readString(tokens)).token(role).orElseThrow());
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> order(String path, String body, Role... shown) throws Exception {
    return send(
        HttpRequest.newBuilder(base.resolve(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)),
        shown);
  }

  @Test
  void shouldObeyAnOperatorAndNobodyElse() throws Exception {
    for (String path : List.of("sweep", "reload", "dump")) {
      assertThat(order(path, "{}").statusCode()).isEqualTo(401);
      assertThat(order(path, "{}", Role.READER).statusCode()).isEqualTo(403);
      assertThat(order(path, "{}", Role.KEYS).statusCode()).isEqualTo(403);
    }
    assertThat(send(HttpRequest.newBuilder(base.resolve("orders/1"))).statusCode()).isEqualTo(401);
    assertThat(obeyed).isEmpty();
    swept.complete(new SweepAnswer.Swept(7, 12, List.of(), "minhop", 3, 0, 1));
    reloaded.complete(new ReloadAnswer.Reloaded(List.of("qos"), List.of("lmc"), List.of(), true));
    dumped.complete(new DumpAnswer.Written(7, List.of("/d/guid2lid"), List.of()));
    assertThat(order("sweep", "{}", Role.OPERATOR).body())
        .contains("\"generation\":7", "\"lidsChanged\":0");
    assertThat(order("reload", "{}", Role.OPERATOR).body())
        .contains("\"needRestart\":[\"lmc\"]", "\"sweepOrdered\":true");
    assertThat(order("dump", "{\"only\":[\"guid2lid\"]}", Role.OPERATOR).body())
        .contains("/d/guid2lid");
    assertThat(obeyed)
        .containsExactly(
            "sweep, the operator ordered it, NOTHING_ELSE", "reload", "dump [guid2lid]");
  }

  /** Half of an order would be another one. */
  @Test
  void shouldObeyNothingThatItDoesNotUnderstand() throws Exception {
    for (String wrong :
        List.of(
            "sweep {\"reassingLids\":true}",
            "sweep {\"reassignLids\":\"yes\",\"reason\":\"x\"}",
            "sweep {\"reason\":null}",
            "reload {\"only\":[]}",
            "dump {\"only\":\"guid2lid\"}",
            "dump {\"only\":[1]}")) {
      String[] order = wrong.split(" ", 2);
      HttpResponse<String> answer = order(order[0], order[1], Role.OPERATOR);
      assertThat(answer.statusCode()).as(wrong).isEqualTo(400);
      assertThat(answer.body()).as(wrong).contains("error");
    }
    assertThat(obeyed).isEmpty();
  }

  @Test
  void shouldTellWhyNotInOneSentence() throws Exception {
    swept.complete(new SweepAnswer.NotSwept("the subnet manager is at b:1"));
    reloaded.complete(new ReloadAnswer.NotReloaded("roots cannot be read"));
    dumped.complete(new DumpAnswer.Unknown("there is no 'x' here"));
    HttpResponse<String> sweep = order("sweep", "{}", Role.OPERATOR);
    assertThat(sweep.statusCode()).isEqualTo(409);
    assertThat(sweep.body()).contains("the subnet manager is at b:1");
    assertThat(order("reload", "{}", Role.OPERATOR).statusCode()).isEqualTo(409);
    assertThat(order("dump", "{}", Role.OPERATOR).statusCode()).isEqualTo(400);
  }

  @Test
  void shouldTellTheEndOfAnOrderThatTakesLongerThanARequest() throws Exception {
    HttpResponse<String> pending = order("sweep", "{}", Role.OPERATOR);
    assertThat(pending.statusCode()).isEqualTo(202);
    String number = pending.body().replaceAll(".*:\"|\".*", "");
    URI again = base.resolve("orders/" + number);
    assertThat(send(HttpRequest.newBuilder(again), Role.OPERATOR).statusCode()).isEqualTo(202);
    swept.complete(new SweepAnswer.NotSwept("heavy sweep 8 failed: cut off"));
    HttpResponse<String> end = send(HttpRequest.newBuilder(again), Role.OPERATOR);
    assertThat(end.statusCode()).isEqualTo(409);
    assertThat(end.body()).contains("heavy sweep 8 failed");
    assertThat(send(HttpRequest.newBuilder(base.resolve("orders/1")), Role.OPERATOR).statusCode())
        .isEqualTo(404);
  }

  /** It goes to the journal as the reason of the LIDs. */
  @Test
  void shouldWantAReasonForLidsThatAreReassigned() throws Exception {
    swept.complete(new SweepAnswer.Swept(7, 12, List.of(), "minhop", 3, 9, 0));
    assertThat(order("sweep", "{\"reassignLids\":true}", Role.OPERATOR).statusCode())
        .isEqualTo(400);
    assertThat(
            order("sweep", "{\"reassignLids\":true,\"reason\":\"a\\nb\"}", Role.OPERATOR)
                .statusCode())
        .isEqualTo(400);
    assertThat(obeyed).isEmpty();
    order("sweep", "{\"reassignLids\":true,\"reason\":\"a new site\"}", Role.OPERATOR);
    assertThat(obeyed)
        .containsExactly("sweep, the operator has LIDs reassigned: a new site, REASSIGN_LIDS");
  }

  @Test
  void shouldHaveRoutesBalancedAnewInASweepOfItsOwn() throws Exception {
    swept.complete(new SweepAnswer.Swept(7, 12, List.of(), "nue", 3, 0, 0));
    String both = "{\"rebalance\":true,\"compareEngines\":true,\"reason\":\"uneven\"}";
    assertThat(order("sweep", both, Role.OPERATOR).statusCode()).isEqualTo(400);
    order("sweep", "{\"rebalance\":true,\"reason\":\"uneven\"}", Role.OPERATOR);
    assertThat(obeyed)
        .containsExactly("sweep, the operator has routes balanced anew: uneven, REBALANCE");
  }

  @Test
  void shouldHaveEnginesComparedInASweepOfItsOwn() throws Exception {
    swept.complete(new SweepAnswer.Swept(7, 12, List.of(), "nue", 3, 0, 0));
    String both = "{\"reassignLids\":true,\"compareEngines\":true,\"reason\":\"new cables\"}";
    assertThat(order("sweep", both, Role.OPERATOR).statusCode()).isEqualTo(400);
    assertThat(order("sweep", "{\"compareEngines\":true}", Role.OPERATOR).statusCode())
        .as("without a reason")
        .isEqualTo(400);
    assertThat(obeyed).isEmpty();
    order("sweep", "{\"compareEngines\":true,\"reason\":\"new cables\"}", Role.OPERATOR);
    assertThat(obeyed)
        .containsExactly("sweep, the operator has engines compared: new cables, COMPARE_ENGINES");
  }
}
