package io.dateline.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link SimulatedFabric} on a thread of its own, for programs in this process ({@link
 * SimulatedPort}) and in others ({@link IbsimServer}). Its methods may be called from any thread.
 *
 * <p>One thread owns the fabric and waits in one selector, for datagrams as well as for tasks from
 * other threads; so a MAD is answered without being handed from thread to thread, and what is done
 * to the fabric needs no lock. Tasks are taken in batches between looks at the sockets.
 */
public final class Simulator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Simulator.class);
  private static final int BATCH = 1024;
  private static final long WAIT_MAX_MS = 1000;

  /** Something to do when a channel has data. */
  @FunctionalInterface
  interface Reader {
    void read();
  }

  private static final class Repeated {
    private final int periodMs;
    private final Runnable action;
    private long dueMs;

    private Repeated(int periodMs, Runnable action) {
      this.periodMs = periodMs;
      this.action = action;
    }
  }

  private final SimulatedFabric fabric;
  private final SimulatorConsole console;
  private final Selector selector;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final List<Repeated> repeated = new ArrayList<>();
  private final Thread thread;
  private final long startNs = System.nanoTime();
  private volatile boolean isWaiting;
  private volatile boolean isClosed;

  /**
   * Starts the thread. The fabric belongs to it from then on.
   *
   * @throws UncheckedIOException if the system has no more selectors to give
   */
  public Simulator(SimulatedFabric fabric) {
    this.fabric = fabric;
    console = new SimulatorConsole(fabric);
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread = Thread.ofPlatform().name("simulator").daemon().start(this::run);
  }

  /**
   * Attaches this process to a port: an external one of a channel adapter, port 0 of a switch.
   *
   * @throws IllegalArgumentException if that is another kind of port
   */
  public SimulatedPort attach(int port) {
    return new SimulatedPort(this, port);
  }

  /** Carries out one line of the console, see {@link SimulatorConsole}; returns what it says. */
  public String command(String line) {
    return call(unused -> console.execute(line));
  }

  /** Does something to the fabric, on its thread, some time later. */
  public void execute(Consumer<SimulatedFabric> action) {
    submit(() -> action.accept(fabric));
  }

  /**
   * Asks the fabric something, on its thread, and waits for the answer. Not from a receiver.
   *
   * @throws IllegalStateException if the simulator is closed
   */
  public <T> T call(Function<SimulatedFabric, T> question) {
    if (isClosed) {
      throw new IllegalStateException("the simulator is closed");
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    submit(
        () -> {
          try {
            answer.complete(question.apply(fabric));
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    while (true) {
      try {
        return answer.get(WAIT_MAX_MS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (isClosed && !thread.isAlive()) {
          throw new IllegalStateException("the simulator was closed", e);
        }
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting for the simulator", e);
      }
    }
  }

  void submit(Runnable task) {
    tasks.add(task);
    if (isWaiting) {
      selector.wakeup();
    }
  }

  /** Has a non-blocking channel read whenever it has data. On the simulator's thread. */
  void register(SelectableChannel channel, Reader reader) throws IOException {
    channel.register(selector, SelectionKey.OP_READ, reader);
  }

  /** Does something again and again until the simulator is closed. On the simulator's thread. */
  void repeat(int periodMs, Runnable action) {
    repeated.add(new Repeated(periodMs, action));
  }

  private void runRepeated(long nowMs) {
    for (Repeated one : repeated) {
      if (one.dueMs <= nowMs) {
        one.dueMs = nowMs + one.periodMs;
        one.action.run();
      }
    }
  }

  private long nextDeadlineMs() {
    long next = fabric.nextDeadlineMs();
    for (Repeated one : repeated) {
      next = Math.min(next, one.dueMs);
    }
    return next;
  }

  private void run() {
    try {
      while (!isClosed) {
        boolean more = runTasks();
        long nowMs = nowMs();
        fabric.advance(nowMs);
        runRepeated(nowMs);
        if (more) {
          selector.selectNow(Simulator::read);
        } else {
          await();
        }
      }
    } catch (IOException e) {
      LOG.error("the simulator stops, its selector failed", e);
    } finally {
      isClosed = true;
      runTasks(); // so that no thread waits for an answer
      closeChannels();
    }
  }

  /** Whether there may be more of them. */
  private boolean runTasks() {
    for (int i = 0; i < BATCH; i++) {
      Runnable task = tasks.poll();
      if (task == null) {
        return false;
      }
      try {
        task.run();
      } catch (RuntimeException e) {
        LOG.error("a task of the simulator failed", e);
      }
    }
    return true;
  }

  private long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
  }

  private void await() throws IOException {
    isWaiting = true;
    try {
      long waitMs = Math.min(WAIT_MAX_MS, nextDeadlineMs() - nowMs());
      if (waitMs > 0 && tasks.isEmpty() && !isClosed) {
        selector.select(Simulator::read, waitMs);
      } else {
        selector.selectNow(Simulator::read);
      }
    } finally {
      isWaiting = false;
    }
  }

  private static void read(SelectionKey key) {
    try {
      ((Reader) key.attachment()).read();
    } catch (RuntimeException e) {
      LOG.error("a datagram was not understood", e);
    }
  }

  private void closeChannels() {
    for (SelectionKey key : selector.keys()) {
      try {
        key.channel().close();
      } catch (IOException e) {
        LOG.debug("closing a socket failed", e);
      }
    }
    try {
      selector.close();
    } catch (IOException e) {
      LOG.debug("closing the selector failed", e);
    }
  }

  /** Stops the thread and closes every socket. */
  @Override
  public void close() {
    isClosed = true;
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
