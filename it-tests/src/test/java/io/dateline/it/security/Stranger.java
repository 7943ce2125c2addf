package io.dateline.it.security;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Address;
import akka.actor.BootstrapSetup;
import akka.actor.PoisonPill;
import akka.actor.setup.ActorSystemSetup;
import akka.cluster.Cluster;
import akka.cluster.InternalClusterAction.InitJoin;
import akka.remote.artery.tcp.SSLEngineProvider;
import akka.remote.artery.tcp.SSLEngineProviderSetup;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.tls.MemberTls;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An actor system that calls itself a node, and speaks to the ports of others on one host. */
final class Stranger implements AutoCloseable {
  /** Of one that is not to be heard: it is waited for in vain. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Of one that is to be heard, however busy the machine is. */
  static final Duration LONG_PATIENCE = Duration.ofMinutes(1);

  private static final String ADMINISTRATOR = "/user/subnet-administrator";
  private static final String MANAGER = "/system/singletonManagersubnet-manager/subnet-manager";

  private final ActorSystem system;
  private final String target;

  private Stranger(ActorSystem system, String target) {
    this.system = system;
    this.target = target;
  }

  /** One on this host that speaks without TLS. */
  static Stranger withoutTls() {
    return start("127.0.0.1", "127.0.0.1", Optional.empty());
  }

  static Stranger with(MemberTls tls) {
    return start("127.0.0.1", "127.0.0.1", Optional.of(tls));
  }

  /**
   * One that speaks to nodes of another host.
   *
   * @param own address of this one
   * @param target address of that host
   */
  static Stranger start(String own, String target, Optional<SSLEngineProvider> tls) {
    BootstrapSetup settings =
        BootstrapSetup.create(
            ConfigFactory.parseString(
                    """
                    akka {
                      loglevel = OFF
                      logger-startup-timeout = 60s
                      actor.provider = cluster
                      actor.allow-java-serialization = off
                      remote.artery.transport = %s
                      remote.artery.canonical { hostname = %s, port = 0 }
                      cluster.configuration-compatibility-check.enforce-on-join = off
                      coordinated-shutdown.run-by-jvm-shutdown-hook = off
                    }
                    """
                        .formatted(tls.isPresent() ? "tls-tcp" : "tcp", own))
                .withFallback(ConfigFactory.defaultReference()));
    ActorSystemSetup setup =
        tls.map(
                provider ->
                    ActorSystemSetup.create(
                        settings, SSLEngineProviderSetup.create(system -> provider)))
            .orElse(ActorSystemSetup.create(settings));
    return new Stranger(ActorSystem.create("dateline", setup), target);
  }

  /** Whether it gets an answer from an actor of the node at this port. */
  boolean reaches(int port) {
    return reaches(port, PATIENCE);
  }

  /** Within this time. */
  boolean reaches(int port, Duration patience) {
    try {
      return system
          .actorSelection(address(port) + ADMINISTRATOR)
          .resolveOne(patience)
          .thenApply(found -> true)
          .exceptionally(failure -> false)
          .toCompletableFuture()
          .join();
    } catch (CompletionException e) {
      return false;
    }
  }

  /** Sends what would end manager and subnet administrator there. */
  void poison(int port) {
    for (String actor : new String[] {ADMINISTRATOR, MANAGER}) {
      system
          .actorSelection(address(port) + actor)
          .tell(PoisonPill.getInstance(), ActorRef.noSender());
    }
  }

  /** Asks to be a member of the cluster of the node at this port. */
  void join(int port) {
    Cluster.get(system).join(new Address("akka", "dateline", target, port));
  }

  /** Sends what a node sends that asks to join, with these settings of its own. */
  void askToJoin(int port, String settings) {
    system
        .actorSelection(address(port) + "/system/cluster/core/daemon")
        .tell(new InitJoin(ConfigFactory.parseString(settings)), ActorRef.noSender());
  }

  /** HOST:PORT, as members would name it. */
  String name() {
    return Cluster.get(system).selfAddress().hostPort();
  }

  private String address(int port) {
    return "akka://dateline@%s:%d".formatted(target, port);
  }

  @Override
  public void close() {
    try {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().get(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
