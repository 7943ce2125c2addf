package io.dateline.sm.cluster;

import akka.actor.Address;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.Signal;
import akka.actor.typed.javadsl.AbstractOnMessageBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import akka.cluster.typed.Join;
import akka.cluster.typed.JoinSeedNodes;
import akka.cluster.typed.SelfUp;
import akka.cluster.typed.Subscribe;
import io.dateline.persistence.lease.ClusterClaim;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.StreamSupport;

/**
 * Joins the cluster that there is, or founds it. Akka alone would let the first seed node found one
 * whenever it reaches no other in time, be there a cluster or not; here the {@link ClusterClaim} in
 * the journal's database decides, and any node may be the first.
 *
 * <p>A member keeps the claim up. One whose cluster has lost the claim was believed dead, and
 * another cluster has been founded since: it leaves.
 */
final class Formation extends AbstractOnMessageBehavior<Formation.Command> {
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(500);
  private static final Duration KEEP_UP_INTERVAL = Duration.ofSeconds(2);

  /**
   * A cluster that has a name in the database is looked for among the nodes for so long before
   * another one is founded. Its claim may have run out only because the database was away.
   */
  private static final Duration SEARCH = Duration.ofSeconds(3);

  /** Nodes that start together wait for each other so long; whatever waits longer needs help. */
  private static final Duration LONG_WAIT = Duration.ofSeconds(10);

  /** Its commands come from itself only. */
  sealed interface Command {}

  private record Look() implements Command {}

  private record Claimed(String cluster, boolean granted) implements Command {}

  private record IsUp() implements Command {}

  private record Found(Optional<String> cluster) implements Command {}

  private record Last(Optional<String> cluster) implements Command {}

  private record Unknown(Throwable failure) implements Command {}

  private final TimerScheduler<Command> timers;
  private final ClusterClaim claim;
  private final Cluster cluster;
  private final CoordinatedShutdown shutdown;
  private final String ownName;
  private boolean isMember;
  private boolean mayFound; // no node is looked for any more
  private long searchedSinceNs; // 0 before the database has named a cluster to be looked for

  /** The cluster that this node is a member of; null before that is known. */
  private volatile String name; // read by the shutdown, too

  private volatile boolean isGivenUp; // by the shutdown: it would be claimed anew otherwise

  private boolean databaseIsAway;
  private long waitsSinceNs; // for a claim of others to run out; 0 before
  private boolean hasWarned; // that it waits long

  private Formation(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      ClusterClaim claim,
      List<Address> others) {
    super(context);
    context.setLoggerName(Formation.class);
    this.timers = timers;
    this.claim = claim;
    cluster = Cluster.get(context.getSystem());
    ownName =
        "%s#%d"
            .formatted(
                cluster.selfMember().address().hostPort(),
                cluster.selfMember().uniqueAddress().longUid());
    cluster
        .subscriptions()
        .tell(
            Subscribe.create(context.messageAdapter(SelfUp.class, up -> new IsUp()), SelfUp.class));
    cluster.manager().tell(new JoinSeedNodes(others));
    shutdown = CoordinatedShutdown.get(context.getSystem());
    shutdown.addTask(
        CoordinatedShutdown.PhaseClusterLeave(), "give-up-cluster-claim", this::giveUpAsLast);
    look();
  }

  /**
   * Begins at once.
   *
   * @param others nodes that may be members already
   */
  static Behavior<Command> create(ClusterClaim claim, List<Address> others) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new Formation(context, timers, claim, others)));
  }

  @Override
  public Behavior<Command> onMessage(Command command) {
    switch (command) {
      case Look() -> look();
      case Claimed(String claimed, boolean granted) -> claimed(claimed, granted);
      case IsUp() -> isUp();
      case Found(Optional<String> found) -> found(found);
      case Last(Optional<String> last) -> last(last);
      case Unknown(Throwable failure) -> unknown(failure);
    }
    return this;
  }

  @Override
  public Behavior<Command> onSignal(Signal signal) {
    if (signal instanceof PostStop) {
      claim.close();
    }
    return this;
  }

  private void look() {
    if (isGivenUp) {
      return;
    }
    if (isMember && name == null) {
      ask(claim.cluster(), Found::new);
    } else if (!isMember && !mayFound) {
      ask(claim.cluster(), Last::new);
    } else {
      String wanted = isMember ? name : ownName;
      ask(claim.claim(wanted), granted -> new Claimed(wanted, granted));
    }
  }

  private <T> void ask(CompletionStage<T> answer, akka.japi.function.Function<T, Command> command) {
    getContext()
        .pipeToSelf(
            answer,
            (value, failure) -> failure == null ? command.apply(value) : new Unknown(failure));
  }

  private void claimed(String claimed, boolean granted) {
    databaseIsBack();
    if (granted) {
      if (!isMember) {
        getContext().getLog().info("There is no cluster yet: this node founds {}", claimed);
        name = claimed;
        isMember = true;
        cluster.manager().tell(Join.create(cluster.selfMember().address()));
      }
    } else if (claimed.equals(name)) {
      getContext()
          .getLog()
          .error("Another cluster was founded while this one, {}, gave no sign of life", name);
      cluster.manager().tell(new Down(cluster.selfMember().address()));
    } else {
      waits();
    }
    lookLater();
  }

  private void waits() {
    long nowNs = System.nanoTime();
    if (waitsSinceNs == 0) {
      waitsSinceNs = nowNs;
      getContext()
          .getLog()
          .info("There is a cluster in the journal's database: this node waits to be let in");
    } else if (!hasWarned && nowNs - waitsSinceNs >= LONG_WAIT.toNanos()) {
      hasWarned = true;
      getContext()
          .getLog()
          .warn(
              "A cluster is claimed in the journal's database that this node is not in: it waits until"
                  + " one of dateline.cluster.nodes lets it in, or the claim runs out. One database"
                  + " serves one subnet");
    }
  }

  private void isUp() {
    if (!isMember) {
      isMember = true;
      look();
    }
  }

  /** It was joined, so it is the one that there is. */
  private void found(Optional<String> found) {
    databaseIsBack();
    if (name == null) {
      found.ifPresent(present -> name = present);
    }
    lookLater();
  }

  /** Which cluster there is or was, while this node is in none. */
  private void last(Optional<String> last) {
    databaseIsBack();
    long nowNs = System.nanoTime();
    if (searchedSinceNs == 0) {
      searchedSinceNs = nowNs;
    }
    mayFound = last.isEmpty() || nowNs - searchedSinceNs >= SEARCH.toNanos();
    if (mayFound) {
      look();
    } else {
      lookLater();
    }
  }

  private void unknown(Throwable failure) {
    if (!databaseIsAway) {
      getContext()
          .getLog()
          .warn(
              "The journal's database does not say which cluster there is: {}",
              failure.getMessage());
      databaseIsAway = true;
    }
    lookLater();
  }

  private void databaseIsBack() {
    if (databaseIsAway) {
      getContext().getLog().info("The journal's database says again which cluster there is");
      databaseIsAway = false;
    }
  }

  private void lookLater() {
    timers.startSingleTimer(new Look(), isMember ? KEEP_UP_INTERVAL : LOOK_INTERVAL);
  }

  /**
   * Otherwise the next start would wait for the claim to run out. A node that was voted out sees no
   * other members either, but they go on.
   */
  private CompletionStage<akka.Done> giveUpAsLast() {
    long members = StreamSupport.stream(cluster.state().getMembers().spliterator(), false).count();
    isGivenUp = true;
    CompletionStage<Boolean> done =
        name == null || members > 1 || ClusterJoin.isVotedOut(shutdown)
            ? CompletableFuture.completedFuture(false)
            : claim.giveUp(name);
    return done.handle((given, failure) -> akka.Done.getInstance());
  }
}
