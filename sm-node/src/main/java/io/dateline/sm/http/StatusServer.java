package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.complete;
import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.concat;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import akka.cluster.typed.Cluster;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import io.dateline.routing.RoutingOptions;
import io.dateline.sm.cluster.ClusterReport;
import io.dateline.sm.cluster.MemberReport;
import io.dateline.sm.config.HttpSettings;
import io.dateline.sm.config.Listener;
import io.dateline.sm.history.History;
import io.dateline.sm.manager.FrameAnswer;
import io.dateline.sm.replica.SubnetReplica;
import io.dateline.sm.subnet.SubnetView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP servers of a node: one with everything, and one for health and membership alone. */
public final class StatusServer {
  private static final Logger LOG = LoggerFactory.getLogger(StatusServer.class);
  private static final String NO_FABRIC = "no sweep has brought the subnet up yet";
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  /** Of what takes a while: each has a thread, and holds an answer of some MB. */
  private static final int READS_MAX = 8;

  private final ActorSystem<?> system;
  private final Executor slow;
  private final TokenFile tokens;
  private final Optional<ServerTls> tls;
  private final StatusBoard board;
  private final Supplier<Optional<SubnetView>> view;
  private final HttpCounters counters;
  private final HealthRoutes health;
  private final HistoryRoutes history;
  private final RoutingRoutes routing;
  private final KeyRoutes keys;
  private final PathRoutes paths;
  private final ClusterRoutes cluster;
  private final BoundedReads reads = new BoundedReads(READS_MAX, "it");
  private final JournalReads journal;
  private final OrderRoutes orders;
  private final PartitionRoutes partitions;
  private MetricsPage metrics; // null until a client asks for it

  /**
   * What is told, and what obeys.
   *
   * @param view of the subnet, where this node answers for it
   * @param journal reads it, and never fails
   * @param otherManager the role of the cluster's subnet manager, where it leaves the subnet to
   *     another one; never fails
   * @param options of engines, as of now
   * @param cluster asks all nodes how they are
   * @param resetFrame asks the subnet manager to forget the torus, with the operator's reason
   * @param orders what obeys other orders
   */
  public record Sources(
      StatusBoard board,
      Supplier<Optional<SubnetView>> view,
      History history,
      Supplier<CompletionStage<SubnetReplica.CaughtUp>> journal,
      Supplier<CompletionStage<Optional<String>>> otherManager,
      Supplier<Optional<String>> whyNot,
      Supplier<RoutingOptions> options,
      Supplier<CompletionStage<ClusterReport>> cluster,
      Function<String, CompletionStage<FrameAnswer>> resetFrame,
      NodeOrders orders) {}

  private StatusServer(ActorSystem<?> system, HttpSettings settings, Sources sources) {
    this.system = system;
    tokens = new TokenFile(settings.tokenFile());
    tls = tls(settings);
    slow = system.dispatchers().lookup(DispatcherSelector.blocking());
    board = sources.board();
    counters = new HttpCounters();
    health = new HealthRoutes(sources.board()::health, () -> MemberReport.of(Cluster.get(system)));
    history = new HistoryRoutes(sources.history(), sources.options());
    journal = new JournalReads(sources.journal(), sources.otherManager(), slow);
    routing = new RoutingRoutes(journal, board::makers, sources.resetFrame());
    keys = new KeyRoutes(journal);
    view = sources.view();
    paths = new PathRoutes(view, sources.whyNot());
    cluster = new ClusterRoutes(sources.cluster());
    OrderBook book = new OrderBook();
    orders = new OrderRoutes(sources.orders(), book);
    partitions = new PartitionRoutes(journal, sources.orders(), book);
  }

  /**
   * Makes tokens where there are none, and looks at the files that the servers need.
   *
   * @throws UnusableTokensException if that file is wrong
   * @throws UnusableCertificateException if that is wrong
   */
  public static void prepare(HttpSettings settings) {
    new TokenFile(settings.tokenFile()).prepare();
    tls(settings);
  }

  private static Optional<ServerTls> tls(HttpSettings settings) {
    return settings.needsCertificate()
        ? settings.certificates().map(ServerTls::of)
        : Optional.empty();
  }

  /**
   * Begins to listen; the binding ends with the actor system. A port that is not to be had is tried
   * again and again: the subnet needs its manager more than the operator needs the status.
   */
  public static void bind(ActorSystem<?> system, HttpSettings settings, Sources sources) {
    StatusServer server = new StatusServer(system, settings, sources);
    server.bind(settings.main(), server::everything, true);
    settings.management().ifPresent(listener -> server.bind(listener, server.health::routes, true));
  }

  private void bind(Listener listener, Function<HttpGuard, Route> routes, boolean isFirst) {
    HttpGuard guard = new HttpGuard(listener, tokens, counters, slow);
    HttpDoor.open(
            system,
            listener.host(),
            listener.port(),
            listener.tls() ? tls : Optional.empty(),
            guard.seal(routes.apply(guard)))
        .whenComplete(
            (binding, failure) -> {
              if (failure == null) {
                LOG.info(
                    "HTTP at {}:/{}", listener.tls() ? "https" : "http", binding.localAddress());
                return;
              }
              if (isFirst) {
                LOG.error(
                    "HTTP at {}:{} is not to be had; the subnet is managed without it, and it"
                        + " is tried again every {} s: {}",
                    listener.host(),
                    listener.port(),
                    RETRY_AFTER.toSeconds(),
                    failure.getMessage());
              }
              system
                  .scheduler()
                  .scheduleOnce(
                      RETRY_AFTER, () -> bind(listener, routes, false), system.executionContext());
            });
  }

  private Route everything(HttpGuard guard) {
    return concat(
        get(() -> reports(guard)),
        history.routes(guard),
        health.routes(guard),
        cluster.routes(guard),
        keys.routes(guard),
        orders.routes(guard),
        partitions.routes(guard),
        paths.routes(guard, reads, slow),
        routing.routes(guard, reads));
  }

  private Route reports(HttpGuard guard) {
    return concat(
        path(
            "status",
            () ->
                guard.reading(
                    () -> complete(answer(board.status(), "no subnet manager here yet")))),
        path("metrics", () -> guard.watching(() -> later(() -> metrics().answer()))),
        path("fabric", () -> guard.reading(() -> completeWithFuture(reads.read(this::fabric)))));
  }

  /** A node that stands by tells what it has read. */
  private CompletionStage<HttpResponse> fabric() {
    return view.get()
        .<CompletionStage<HttpResponse>>map(
            now -> CompletableFuture.supplyAsync(() -> JsonAnswer.of(FabricReport.of(now)), slow))
        .orElseGet(() -> journal.answer(subnet -> answer(FabricReport.of(subnet), NO_FABRIC)));
  }

  /** What takes a while. */
  private Route later(Supplier<HttpResponse> answer) {
    return completeWithFuture(reads.read(slow, answer));
  }

  private synchronized MetricsPage metrics() {
    if (metrics == null) {
      metrics = new MetricsPage(board, counters);
    }
    return metrics;
  }

  private static HttpResponse answer(Optional<?> value, String whyNot) {
    return value.isPresent()
        ? JsonAnswer.of(value.get())
        : JsonAnswer.error(StatusCodes.SERVICE_UNAVAILABLE, whyNot);
  }
}
