package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import com.typesafe.config.ConfigFactory;
import io.dateline.persistence.event.RunTimePartition;
import io.dateline.persistence.event.RunTimePartition.Broadcast;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.config.Listener;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.manager.PartitionAnswer;
import io.dateline.sm.partition.PartitionFile;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions as they are told and changed over HTTP. */
class PartitionRoutesTest {
  private final ActorTestKit kit =
      ActorTestKit.create(
          "partitions", NodeConfig.load(ConfigFactory.parseString("dateline.cluster.port = 0")));
  private final List<RunTimePartition> asked = new CopyOnWriteArrayList<>();
  private PartitionAnswer answer = new PartitionAnswer.Changed(2, 0, List.of("one"));

  @TempDir private Path folder;
  private Path tokens;
  private URI place;

  @BeforeEach
  void open() throws Exception {
    tokens = folder.resolve("tokens");
    new TokenFile(tokens).prepare();
    Listener listener =
        new Listener("127.0.0.1", 0, false, Listener.Access.OPEN, Listener.Access.OPEN, List.of());
    HttpGuard guard =
        new HttpGuard(listener, new TokenFile(tokens), new HttpCounters(), Runnable::run);
    PartitionFile file = PartitionFile.read("Default=0x7fff:ALL=full;Storage=0x8010:0x11=limited;");
    SubnetState state =
        SubnetState.EMPTY.apply(
            new SubnetEvent.PartitionsRead(
                file.partitions().lines(), file.digest(), List.of(), "a test", 1));
    NodeOrders orders =
        new NodeOrders(
            (reason, wish) -> CompletableFuture.failedStage(new AssertionError()),
            () -> CompletableFuture.failedStage(new AssertionError()),
            (changes, reason) -> {
              asked.add(changes);
              return CompletableFuture.completedStage(answer);
            },
            only -> CompletableFuture.failedStage(new AssertionError()));
    PartitionRoutes routes = new PartitionRoutes(ReadJournal.of(state), orders, new OrderBook());
    place =
        URI.create(
            "http://127.0.0.1:%d/partitions"
                .formatted(
                    HttpDoor.open(
                            kit.system(),
                            "127.0.0.1",
                            0,
                            Optional.empty(),
                            guard.seal(routes.routes(guard)))
                        .toCompletableFuture()
                        .get(30, TimeUnit.SECONDS)
                        .localAddress()
                        .getPort()));
  }

  @AfterEach
  void close() {
    kit.shutdownTestKit();
  }

  private HttpResponse<String> order(String body, Role... shown) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(place)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')));
    for (Role role : shown) {
      request.header(
          "Authorization",
          "Bearer " + Tokens.parse(Files.readString(tokens)).token(role).orElseThrow());
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void shouldTellThoseInForce() throws Exception {
    HttpResponse<String> told =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(place).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(told.body())
        .contains("\"name\":\"Storage\"", "\"pKey\":\"0x0010\"", "0x0000000000000011=limited");
  }

  @Test
  void shouldHaveThemChangedByAnOperator() throws Exception {
    String body = "{'pKey':'0x8010','name':'job7','full':['0x12'],'remove':['0x13']}";
    assertThat(order(body).statusCode()).isEqualTo(401);
    assertThat(order(body, Role.READER).statusCode()).isEqualTo(403);
    assertThat(asked).isEmpty();
    assertThat(order(body, Role.OPERATOR).body()).contains("\"blocksSent\":2", "\"one\"");
    RunTimePartition changes = asked.getFirst();
    assertThat(changes.key()).isEqualTo(0x10);
    assertThat(changes.name()).isEqualTo("job7");
    assertThat(changes.guids()).containsExactlyInAnyOrder(0x12, 0x13);
    assertThat(changes.isIpoib()).isFalse();
    order("{'pKey':'0x8010','full':['0x12'],'ipoib':true}", Role.OPERATOR);
    assertThat(asked.getLast().broadcast()).contains(Broadcast.USUAL);
    order("{'pKey':'0x8010','full':['0x12'],'ipoib':true,'mtu':5,'rate':7,'sl':3}", Role.OPERATOR);
    assertThat(asked.getLast().broadcast()).contains(new Broadcast(5, 7, 3));
    answer = new PartitionAnswer.NotChanged("no");
    assertThat(order(body, Role.OPERATOR).statusCode()).isEqualTo(409);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'pKey':'0x18010','full':['0x12']}",
        "{'pKey':'32784','full':['0x12']}",
        "{'pKey':'0x8010','full':['0x12','0x12']}",
        "{'pKey':'0x8010','full':['0x12'],'limited':['0x12']}",
        "{'pKey':'0x8010','full':['host']}",
        "{'pKey':'0x8010','full':['0002c90300001231']}",
        "{'pKey':'0x8010','full':['1000005']}",
        "{'pKey':'0x8010','full':['0x0']}",
        "{'pKey':'0x8010','full':['0x12345678123456781']}",
        "{'pKey':'0x8010','full':['0x12'],'full':['0x13']}",
        "{'pKey':'0x8010','full':['0x12'],'ipoib':true,'mtu':4.9}",
        "{'pKey':'0x8010','full':['0x12'],'ipoib':true,'mtu':4294967300}",
        "{'pKey':'0x8010','full':['0x12'],'ipoib':true,'sl':-0.9}",
        "{'pKey':'0x8010','full':'0x12'}",
        "{'pKey':'0x8010','full':['0x12'],'mtu':5}",
        "{'pKey':'0x8010','full':['0x12'],'ipoib':true,'mtu':0}",
        "{'pKey':'0x8010','full':['0x12'],'ipoib':true,'mtu':6}",
        "{'pKey':'0x8010','full':['0x12'],'ipoib':true,'rate':1}",
        "{'pKey':'0x8010','full':['0x12'],'ipoib':true,'sl':16}",
        "{'pKey':'0x8010','full':['0x12'],'ipoib':true,'sl':'3'}",
        "{'pKey':'0x8010','every':['0x12']}",
        "{'pKey':'0x8010','full':['0x12'],'ipoib':'yes'}",
        "{'pKey':'0x8010','name':'a\\nb','full':['0x12']}",
      })
  void shouldRefuseWhatMakesNoSense(String body) throws Exception {
    assertThat(order(body, Role.OPERATOR).statusCode()).isEqualTo(400);
    assertThat(asked).isEmpty();
  }
}
