package io.dateline.it.failover;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.Member;
import akka.cluster.typed.ClusterSingleton;
import akka.cluster.typed.SelfUp;
import akka.cluster.typed.SingletonActor;
import akka.cluster.typed.Subscribe;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.it.kit.InsteadOfProgram;
import io.dateline.sm.cluster.ClusterJoin;
import io.dateline.sm.cluster.PortSight;
import io.dateline.sm.config.ClusterSettings;
import io.dateline.sm.config.NodeConfig;
import io.dateline.sm.node.LastWait;
import io.dateline.sm.node.NodeTls;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A member of the cluster as an SM node is one, with a singleton that prints when it begins and
 * when it ends: {@code MASTER ms} and {@code STOPPED ms}, in ms of the machine's clock. With {@code
 * holds-on=true} it does not end when it is asked to: {@code ASKED ms}.
 */
final class ClusterMain {
  private static final String HOLDS_ON = "holds-on";

  private ClusterMain() {}

  /** Takes settings, each {@code key=value}, from the launcher. */
  public static void main(String[] args) throws InterruptedException {
    Config given = ConfigFactory.parseString(String.join("\n", InsteadOfProgram.arguments(args)));
    Config config = NodeConfig.load(given.withoutPath(HOLDS_ON));
    ClusterSettings cluster = ClusterSettings.of(config);
    LastWait.await(
        LastWait.of(
            ActorSystem.create(
                guardian(cluster, given.hasPath(HOLDS_ON)),
                ClusterSettings.SYSTEM_NAME,
                NodeTls.setup(config, cluster))));
    System.exit(0);
  }

  private static Behavior<SelfUp> guardian(ClusterSettings cluster, boolean holdsOn) {
    return Behaviors.setup(
        context -> {
          ClusterSingleton.get(context.getSystem())
              .init(SingletonActor.of(singleton(holdsOn), "master").withStopMessage("stop"));
          akka.cluster.typed.Cluster.get(context.getSystem())
              .subscriptions()
              .tell(Subscribe.create(context.getSelf(), SelfUp.class));
          ClusterJoin.begin(context, cluster, ClusterMain::noFabric, (member, proof) -> {});
          return Behaviors.receive(SelfUp.class)
              .onMessage(
                  SelfUp.class,
                  up -> {
                    say("UP");
                    return Behaviors.same();
                  })
              .build();
        });
  }

  private static CompletionStage<PortSight.Sign> noFabric(Member member) {
    return CompletableFuture.completedStage(PortSight.Sign.UNKNOWN);
  }

  private static Behavior<String> singleton(boolean holdsOn) {
    return Behaviors.setup(
        context -> {
          say("MASTER");
          return Behaviors.receive(String.class)
              .onMessageEquals(
                  "stop",
                  () -> {
                    say("ASKED");
                    return holdsOn ? Behaviors.same() : Behaviors.stopped();
                  })
              .onSignal(
                  PostStop.class,
                  signal -> {
                    say("STOPPED");
                    return Behaviors.same();
                  })
              .build();
        });
  }

  private static void say(String what) {
    System.out.println(what + " " + System.currentTimeMillis());
    System.out.flush();
  }
}
