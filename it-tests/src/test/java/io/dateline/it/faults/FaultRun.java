package io.dateline.it.faults;

import io.dateline.fabric.Fabric;
import io.dateline.it.faults.Fault.Cut;
import io.dateline.it.faults.Fault.Delay;
import io.dateline.it.faults.Fault.Duplicate;
import io.dateline.it.faults.Fault.HungJournal;
import io.dateline.it.faults.Fault.Kill;
import io.dateline.it.faults.Fault.KillAll;
import io.dateline.it.faults.Fault.Lose;
import io.dateline.it.faults.Fault.Pause;
import io.dateline.it.faults.Fault.Relink;
import io.dateline.it.faults.Fault.SwitchOff;
import io.dateline.it.faults.Fault.SwitchOn;
import io.dateline.it.faults.Fault.Unlink;
import io.dateline.it.faults.Fault.Whom;
import io.dateline.it.kit.JournalProcess;
import io.dateline.it.kit.Namespaces;
import io.dateline.it.kit.SimulatedSubnet;
import io.dateline.it.kit.SmCluster;
import io.dateline.it.kit.WriterWatch;
import io.dateline.sim.SimulatedFabric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Makes faults happen, and ends those that last. A node that has ended, in whichever way, is
 * started again as soon as that is noticed, as its service manager would; nobody waits for it.
 */
final class FaultRun {
  private static final int NODES = 3;

  private final Namespaces hosts;
  private final JournalProcess journal;
  private final SimulatedSubnet subnet;
  private final SmCluster cluster;
  private final Supplier<WriterWatch> watch;
  private final DelayQueue<End> ends = new DelayQueue<>();
  private int starts;

  /** The end of a fault that lasts; it ends all of its kind. */
  private record End(long dueNs, Runnable what) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNs - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  /**
   * A run in which nothing has happened yet.
   *
   * @param watch knows the master, as the fabric sees it; asked when the first fault strikes
   */
  FaultRun(
      Namespaces hosts,
      JournalProcess journal,
      SimulatedSubnet subnet,
      SmCluster cluster,
      Supplier<WriterWatch> watch) {
    this.hosts = hosts;
    this.journal = journal;
    this.subnet = subnet;
    this.cluster = cluster;
    this.watch = watch;
  }

  /** Has a fault strike, and begins to count the time of one that lasts. */
  void strike(Fault fault) {
    switch (fault) {
      case Kill kill -> cluster.kill(node(kill.whom()));
      case KillAll all -> IntStream.range(0, NODES).forEach(cluster::kill);
      case Pause pause -> {
        int node = node(pause.whom());
        signal(node, "STOP");
        end(pause.ms(), () -> signal(node, "CONT"));
      }
      case Cut cut -> {
        cut(cut.shape(), node(cut.whom()));
        end(cut.ms(), hosts::heal);
      }
      case HungJournal hung -> {
        journal.hang(true);
        end(hung.ms(), () -> journal.hang(false));
      }
      case Lose lose ->
          fabricFor(
              lose.ms(),
              simulated -> simulated.loss(lose.percent() / 100.0, lose.seed()),
              simulated -> simulated.loss(0, 0));
      case Duplicate twice ->
          fabricFor(
              twice.ms(),
              simulated -> simulated.duplicate(twice.percent() / 100.0, twice.seed()),
              simulated -> simulated.duplicate(0, 0));
      case Delay delay ->
          fabricFor(
              delay.ms(),
              simulated -> simulated.delay(delay.byMs()),
              simulated -> simulated.delay(0));
      case Unlink unlink -> subnet.unlink(unlink.cable().port());
      case Relink relink -> subnet.relink(relink.cable().port());
      case SwitchOff off -> switchOff(off.at().node());
      case SwitchOn on -> fabric(simulated -> simulated.nodeUp(on.at().node()));
    }
  }

  private void switchOff(int node) {
    WriterWatch told = watch.get();
    fabric(
        simulated -> {
          simulated.nodeDown(node);
          told.forget(node);
        });
  }

  private void cut(Fault.Shape shape, int node) {
    int next = (node + 1) % NODES;
    int other = (node + 2) % NODES;
    switch (shape) {
      case ALONE -> apart(node, next, other);
      case MUTE -> {
        hosts.cut(node, next);
        hosts.cut(node, other);
      }
      case DEAF -> {
        hosts.cut(next, node);
        hosts.cut(other, node);
      }
      case PAIR -> apart(node, next);
      case ONE_WAY -> hosts.cut(node, next);
      case ALL -> {
        apart(node, next, other);
        apart(next, other);
      }
    }
  }

  private void apart(int node, int... others) {
    for (int other : others) {
      hosts.cut(node, other);
      hosts.cut(other, node);
    }
  }

  /** Of the nodes that run, if any does. */
  private int node(Whom whom) {
    List<Integer> nodes = new ArrayList<>();
    for (int node = 0; node < NODES; node++) {
      if (cluster.isRunning(node)) {
        nodes.add(node);
      }
    }
    int master = IntStream.range(0, NODES).filter(this::isWriter).findFirst().orElse(0);
    Collections.rotate(nodes, -Math.max(0, nodes.indexOf(master)));
    return nodes.isEmpty() ? 0 : nodes.get(Math.min(whom.rank, nodes.size() - 1));
  }

  private boolean isWriter(int node) {
    return cluster.port(node) == watch.get().writer();
  }

  private void signal(int node, String signal) {
    try {
      if (cluster.isRunning(node)) {
        cluster.signal(node, signal);
      }
    } catch (IllegalStateException e) {
      if (cluster.isRunning(node)) {
        throw e;
      }
    }
  }

  private void fabricFor(
      int ms, Consumer<SimulatedFabric> begin, Consumer<SimulatedFabric> afterwards) {
    fabric(begin);
    end(ms, () -> fabric(afterwards));
  }

  private void fabric(Consumer<SimulatedFabric> change) {
    subnet.simulator().execute(change);
  }

  private void end(int afterMs, Runnable what) {
    ends.add(new End(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(afterMs), what));
  }

  /** Ends what is over meanwhile. */
  void dwell(int ms) throws InterruptedException, IOException {
    long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    for (long leftNs = untilNs - System.nanoTime();
        leftNs > 0;
        leftNs = untilNs - System.nanoTime()) {
      End over = ends.poll(leftNs, TimeUnit.NANOSECONDS);
      if (over != null) {
        over.what().run();
      }
    }
    startEnded();
  }

  /** Starts the nodes that do not run. */
  void startEnded() throws IOException {
    for (int node = 0; node < NODES; node++) {
      if (!cluster.isRunning(node)) {
        cluster.launch(node);
        starts++;
      }
    }
  }

  /** Ends every fault at once. */
  void mend() throws IOException {
    for (End end : List.copyOf(ends)) {
      end.what().run();
    }
    ends.clear();
    fabric(
        simulated -> {
          Fabric fabric = simulated.fabric();
          for (int node = 0; node < fabric.nodeCount(); node++) {
            simulated.nodeUp(node);
          }
          for (int port = 0; port < fabric.portCount(); port++) {
            if (fabric.peer(port) > port) {
              simulated.relink(port);
            }
          }
        });
    startEnded();
  }

  /** How often a node was started again. */
  int starts() {
    return starts;
  }
}
