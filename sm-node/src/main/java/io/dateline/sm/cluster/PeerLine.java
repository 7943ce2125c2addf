package io.dateline.sm.cluster;

import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.Signal;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.japi.Pair;
import akka.stream.javadsl.Keep;
import akka.stream.javadsl.Sink;
import akka.stream.javadsl.Source;
import akka.stream.javadsl.Tcp;
import akka.util.ByteString;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import scala.util.control.NoStackTrace;

/**
 * An idle TCP connection to a peer's remoting port. When the peer's process dies, its operating
 * system closes the connection at once; when the port then refuses another one twice, the process
 * is gone.
 *
 * <p>A refusal alone would not prove it: the firewall of a cut network refuses, too. But it does
 * not close a connection on which nothing is sent. A peer that is stopped, slow or cut off keeps
 * its connection or times out, and is left to the failure detector, and so is one that was never
 * reached.
 */
final class PeerLine extends AbstractOnMessageBehavior<PeerLine.Command> {
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);
  private static final int REFUSALS_WANTED = 2;

  sealed interface Command {}

  /** What there is to tell of a line. */
  enum News {
    CONNECTED,
    /** It broke, or another attempt to get a new one came to nothing. */
    LOST,
    /** The peer's process is gone: the last news. */
    GONE
  }

  private record Connected(CompletionStage<?> end) implements Command {}

  private record Closed() implements Command {}

  private record Refused() implements Command {}

  private record Unreached() implements Command {}

  private record Connect() implements Command {}

  private final InetSocketAddress peer;
  private final Duration interval;
  private final Consumer<News> onNews;
  private final TimerScheduler<Command> timers;

  /** Hangs up, as soon as there is a connection. */
  private Runnable hangUp = () -> {};

  private boolean wasConnected;
  private int refusals;

  private PeerLine(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      InetSocketAddress peer,
      Duration interval,
      Consumer<News> onNews) {
    super(context);
    this.timers = timers;
    this.peer = peer;
    this.interval = interval;
    this.onNews = onNews;
    connect();
  }

  /**
   * Begins to connect, and keeps at it until it is stopped.
   *
   * @param interval between attempts that fail
   * @param onNews called on the actor's thread
   */
  static Behavior<Command> create(
      InetSocketAddress peer, Duration interval, Consumer<News> onNews) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(timers -> new PeerLine(context, timers, peer, interval, onNews)));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    return switch (command) {
      case Connect() -> connect();
      case Connected(CompletionStage<?> end) -> connected(end);
      case Closed() -> closed();
      case Refused() -> refused();
      case Unreached() -> unreached();
    };
  }

  @Override
  public Behavior<Command> onSignal(Signal signal) {
    if (signal instanceof PostStop) {
      hangUp.run();
    }
    return this;
  }

  private Behavior<Command> connect() {
    Pair<
            Pair<CompletableFuture<Optional<ByteString>>, CompletionStage<Tcp.OutgoingConnection>>,
            CompletionStage<akka.Done>>
        attempt =
            Source.<ByteString>maybe()
                .viaMat(
                    Tcp.get(getContext().getSystem())
                        .outgoingConnection(
                            peer,
                            Optional.empty(),
                            List.of(),
                            false,
                            Optional.of(CONNECT_TIMEOUT),
                            Optional.empty()),
                    Keep.both())
                .toMat(Sink.ignore(), Keep.both())
                .run(getContext().getSystem());
    CompletableFuture<Optional<ByteString>> line = attempt.first().first();
    CompletionStage<Tcp.OutgoingConnection> begin = attempt.first().second();
    CompletionStage<akka.Done> end = attempt.second();
    hangUp = () -> begin.whenComplete((made, failure) -> line.complete(Optional.empty()));
    getContext()
        .pipeToSelf(
            begin,
            (connection, failure) -> {
              if (failure == null) {
                return new Connected(end);
              }
              return isRefusal(failure) ? new Refused() : new Unreached();
            });
    return this;
  }

  private Behavior<Command> connected(CompletionStage<?> end) {
    if (!wasConnected) {
      getContext()
          .getLog()
          .info("The process at {}:{} is watched", peer.getHostString(), peer.getPort());
    }
    wasConnected = true;
    refusals = 0;
    onNews.accept(News.CONNECTED);
    getContext().pipeToSelf(end, (done, failure) -> new Closed());
    return this;
  }

  private Behavior<Command> closed() {
    onNews.accept(News.LOST);
    return connect();
  }

  private Behavior<Command> refused() {
    refusals++;
    if (wasConnected && refusals == REFUSALS_WANTED) {
      onNews.accept(News.GONE);
      return Behaviors.stopped();
    }
    return again();
  }

  private Behavior<Command> unreached() {
    refusals = 0;
    if (wasConnected) {
      onNews.accept(News.LOST);
    }
    return again();
  }

  private Behavior<Command> again() {
    timers.startSingleTimer(new Connect(), interval);
    return this;
  }

  /**
   * By type: the words of the operating system are in the user's language. Akka's own time-out is a
   * ConnectException, too, but carries no trace.
   */
  private static boolean isRefusal(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException) {
        return !(cause instanceof NoStackTrace);
      }
    }
    return false;
  }
}
