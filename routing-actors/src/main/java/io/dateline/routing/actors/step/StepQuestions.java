package io.dateline.routing.actors.step;

import akka.actor.typed.ActorRef;
import io.dateline.fabric.Guid;
import io.dateline.routing.OptionsDigest;
import io.dateline.routing.RequestDigest;
import io.dateline.routing.RoutingRequest;
import io.dateline.routing.StepPlaces;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;

/**
 * Other nodes that an engine may have steps of one request routed by. The thread that computes
 * waits for them; no actor does.
 */
public final class StepQuestions implements StepPlaces {
  private final long generation;
  private final RoutingRequest request;
  private final Map<String, Long> ports = new LinkedHashMap<>(); // by name
  private final ActorRef<StepDesk.Command> desk;
  private final LongFunction<Optional<ActorRef<StepDesk.Route>>> deskOf;
  private final Map<Long, Long> makers = new ConcurrentSkipListMap<>(); // ports, by step
  private final Executor computing;
  private CompletableFuture<String> digest; // of the request; null before the first question

  /**
   * Those of one request.
   *
   * @param ports GUIDs of the nodes' ports
   * @param desk of this node
   * @param deskOf that of another node, by its port; empty where it is no member
   * @param computing finds the digest of the request, which takes its time where tables are large
   */
  StepQuestions(
      long generation,
      RoutingRequest request,
      long[] ports,
      ActorRef<StepDesk.Command> desk,
      LongFunction<Optional<ActorRef<StepDesk.Route>>> deskOf,
      Executor computing) {
    this.generation = generation;
    this.request = request;
    this.desk = desk;
    this.deskOf = deskOf;
    this.computing = computing;
    for (long port : ports) {
      this.ports.put(Guid.format(port), port);
    }
  }

  static StepQuestions none() {
    return new StepQuestions(0, null, new long[0], null, port -> Optional.empty(), Runnable::run);
  }

  /** GUIDs of the ports of nodes that have routed steps, by step. */
  public Map<Long, Long> makers() {
    return Map.copyOf(makers);
  }

  @Override
  public List<String> names() {
    return List.copyOf(ports.keySet());
  }

  @Override
  public void used(String name, long step) {
    makers.put(step, ports.get(name));
  }

  @Override
  public String requestDigest() {
    return digest().join();
  }

  private synchronized CompletableFuture<String> digest() {
    if (digest == null) {
      digest = CompletableFuture.supplyAsync(() -> RequestDigest.of(request), computing);
    }
    return digest;
  }

  @Override
  public Asked ask(String name, long step) {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    CompletableFuture<byte[]> asked =
        digest()
            .thenCompose(
                known -> {
                  ask(task(step, known), ports.get(name), answer);
                  return answer;
                });
    return patienceNs -> {
      try {
        return await(asked, patienceNs);
      } finally {
        answer.cancel(false);
      }
    };
  }

  private StepTask task(long step, String known) {
    return new StepTask(
        generation, step, OptionsDigest.of(request.options()), request.previous() == null, known);
  }

  private void ask(StepTask task, long port, CompletableFuture<byte[]> answer) {
    deskOf
        .apply(port)
        .ifPresentOrElse(
            other -> desk.tell(new StepDesk.Ask(task, other, answer)),
            () -> answer.completeExceptionally(new NotRoutedException("it is no member any more")));
  }

  private static byte[] await(CompletableFuture<byte[]> answer, long patienceNs)
      throws NotRoutedException {
    try {
      return answer.get(Math.max(0, patienceNs), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new NotRoutedException("it did not answer in time");
    } catch (ExecutionException e) {
      throw e.getCause() instanceof NotRoutedException told
          ? told
          : new NotRoutedException("it could not be asked: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NotRoutedException("this node ends");
    }
  }
}
