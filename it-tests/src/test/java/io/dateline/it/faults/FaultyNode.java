package io.dateline.it.faults;

import akka.actor.AbstractExtensionId;
import akka.actor.ActorRef;
import akka.actor.ExtendedActorSystem;
import akka.actor.Extension;
import akka.actor.PoisonPill;
import akka.actor.typed.internal.AdaptMessage;
import io.dateline.it.kit.InsteadOfProgram;
import io.dateline.sm.cli.Dateline;
import io.dateline.sm.sa.shell.SubnetAdministrator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code ./dateline} with faults on order: a line on standard input names one. The launcher starts
 * it in the place of the command line's class, with all that it gives the JVM, when {@link
 * #environment} is in its environment; {@link #SETTINGS} have the node take the orders.
 */
public final class FaultyNode {
  private static final String ADMINISTRATOR = "/user/subnet-administrator";
  private static final String MANAGER = "/system/singletonManagersubnet-manager/subnet-manager";

  private static final long BETWEEN_FAULTS_NS = 20_000_000;

  private FaultyNode() {}

  /** Settings of a node that takes orders. */
  public static final Map<String, String> SETTINGS =
      Map.of("akka.extensions.0", Orders.class.getName());

  /** What the launcher needs to start it. */
  public static Map<String, String> environment() {
    return InsteadOfProgram.environment(FaultyNode.class, "-Xmx256m");
  }

  public static void main(String[] args) {
    Dateline.main(InsteadOfProgram.arguments(args));
  }

  /** Made by Akka with the actor system. */
  public static final class Orders extends AbstractExtensionId<Extension> {
    @Override
    public Extension createExtension(ExtendedActorSystem system) {
      Thread.ofPlatform().daemon().name("orders").start(() -> take(system));
      return new Extension() {};
    }

    private static void take(ExtendedActorSystem system) {
      try (BufferedReader orders =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
          carryOut(system, order);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void carryOut(ExtendedActorSystem system, String order) {
    switch (order) {
      case "poison manager" -> tell(system, MANAGER, PoisonPill.getInstance());
      case "poison administrator" -> tell(system, ADMINISTRATOR, PoisonPill.getInstance());
      case "poison replica" -> tell(system, "/user/subnet-replica", PoisonPill.getInstance());
      case "loop manager" -> tell(system, MANAGER, inside(FaultyNode::loop));
      case "break manager" -> Thread.ofPlatform().daemon().start(() -> disturb(system));
      // From then on it throws for every request that names a port by a GID, its own among them.
      case "break administrator" ->
          tell(system, ADMINISTRATOR, new SubnetAdministrator.RegisterChanged(null));
      case "fill heap" -> Thread.ofPlatform().daemon().start(FaultyNode::fill);
      default -> throw new IllegalArgumentException(order);
    }
  }

  private static void tell(ExtendedActorSystem system, String actor, Object message) {
    system.actorSelection(actor).tell(message, ActorRef.noSender());
  }

  /** A message that an actor of Akka's typed kind carries out on its own thread. */
  private static Object inside(Runnable fault) {
    return new AdaptMessage<Object, Object>(
        "fault",
        message -> {
          fault.run();
          return message;
        });
  }

  /** With messages of a kind that it does not know, so that it fails at each. */
  private static void disturb(ExtendedActorSystem system) {
    while (!Thread.interrupted()) {
      tell(system, MANAGER, "fault");
      LockSupport.parkNanos(BETWEEN_FAULTS_NS);
    }
  }

  private static void loop() {
    for (long turn = 0; turn >= 0; turn = turn + 1 & Long.MAX_VALUE) {
      Thread.onSpinWait();
    }
  }

  private static void fill() {
    List<byte[]> held = new ArrayList<>();
    while (held.size() < Integer.MAX_VALUE) {
      held.add(new byte[1 << 20]);
    }
  }
}
