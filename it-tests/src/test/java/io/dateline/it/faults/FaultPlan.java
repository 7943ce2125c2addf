package io.dateline.it.faults;

import io.dateline.fabric.Fabric;
import io.dateline.it.faults.Fault.Cable;
import io.dateline.it.faults.Fault.Cut;
import io.dateline.it.faults.Fault.Delay;
import io.dateline.it.faults.Fault.Duplicate;
import io.dateline.it.faults.Fault.HungJournal;
import io.dateline.it.faults.Fault.Kill;
import io.dateline.it.faults.Fault.KillAll;
import io.dateline.it.faults.Fault.Lose;
import io.dateline.it.faults.Fault.Pause;
import io.dateline.it.faults.Fault.Relink;
import io.dateline.it.faults.Fault.Shape;
import io.dateline.it.faults.Fault.Switch;
import io.dateline.it.faults.Fault.SwitchOff;
import io.dateline.it.faults.Fault.SwitchOn;
import io.dateline.it.faults.Fault.Unlink;
import io.dateline.it.faults.Fault.Whom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Faults in their order: a function of the seed, their number and the fabric. They are mostly of
 * the quick kind; every seventh or so strikes a process or the network between the nodes.
 */
final class FaultPlan {
  private static final int CABLES_OUT_MAX = 4;
  private static final int SWITCHES_OFF_MAX = 2;

  private final Random random;
  private final List<Cable> cables = new ArrayList<>();
  private final List<Cable> out = new ArrayList<>();
  private final List<Switch> switches = new ArrayList<>();
  private final List<Switch> off = new ArrayList<>();
  private final Deque<Ahead> ahead = new ArrayDeque<>();

  /**
   * A fault, and how long it is before the next one may strike.
   *
   * @param number from 1 on
   * @param thenCalm whether everything is mended after it
   */
  record Step(int number, Fault fault, int dwellMs, boolean thenCalm) {}

  private record Ahead(Fault fault, int dwellMs) {}

  private FaultPlan(long seed, Fabric fabric) {
    random = new Random(seed);
    for (int port = 0; port < fabric.portCount(); port++) {
      if (fabric.peer(port) > port) {
        cables.add(Cable.at(fabric, port));
      }
    }
    for (int node = 0; node < fabric.switchCount(); node++) {
      switches.add(Switch.at(fabric, node));
    }
  }

  /**
   * Makes a plan.
   *
   * @param calmEvery faults between two times at which everything is mended; the last one is such a
   *     time as well
   */
  static List<Step> of(long seed, int count, int calmEvery, Fabric fabric) {
    FaultPlan plan = new FaultPlan(seed, fabric);
    List<Step> steps = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      boolean thenCalm = number % calmEvery == 0 || number == count;
      steps.add(plan.next(number, thenCalm));
      if (thenCalm) {
        plan.mend();
      }
    }
    return List.copyOf(steps);
  }

  private Step next(int number, boolean thenCalm) {
    if (ahead.isEmpty()) {
      add(fault(random.nextInt(100)));
    }
    Ahead next = ahead.remove();
    return new Step(number, next.fault(), next.dwellMs(), thenCalm);
  }

  private void add(Fault fault) {
    if (isQuick(fault)) {
      ahead.add(new Ahead(fault, between(20, 400)));
      return;
    }
    if (random.nextInt(3) == 0) {
      // In the middle of a sweep, which takes longer so.
      ahead.add(new Ahead(new Delay(between(10, 40), between(1000, 2500)), 20));
      ahead.add(new Ahead(random.nextBoolean() ? cable() : power(), between(100, 1500)));
    }
    ahead.add(new Ahead(fault, between(200, 2000)));
  }

  private Fault fault(int lot) {
    if (lot < 33) {
      return cable();
    } else if (lot < 46) {
      return power();
    } else if (lot < 60) {
      return new Lose(between(1, 40), random.nextLong(), between(100, 1500));
    } else if (lot < 71) {
      return new Duplicate(between(5, 100), random.nextLong(), between(100, 1500));
    } else if (lot < 78) {
      return new Delay(between(1, 40), between(100, 1500));
    } else if (lot < 83) {
      return new HungJournal(between(50, 1500));
    } else if (lot < 88) {
      return new Pause(whom(), between(200, 3000));
    } else if (lot < 93) {
      return new Cut(any(Shape.values()), whom(), between(200, 4000));
    }
    return random.nextInt(12) == 0 ? new KillAll() : new Kill(whom());
  }

  private static boolean isQuick(Fault fault) {
    return !(fault instanceof Kill
        || fault instanceof KillAll
        || fault instanceof Pause
        || fault instanceof Cut);
  }

  private Fault cable() {
    if (!out.isEmpty() && (out.size() == CABLES_OUT_MAX || random.nextBoolean())) {
      return new Relink(move(out, cables));
    }
    return new Unlink(move(cables, out));
  }

  private Fault power() {
    if (!off.isEmpty() && (off.size() == SWITCHES_OFF_MAX || random.nextBoolean())) {
      return new SwitchOn(move(off, switches));
    }
    return new SwitchOff(move(switches, off));
  }

  private void mend() {
    ahead.clear();
    cables.addAll(out);
    out.clear();
    switches.addAll(off);
    off.clear();
  }

  /** Every second time the master. */
  private Whom whom() {
    return random.nextBoolean() ? Whom.MASTER : any(Whom.values());
  }

  private <T> T move(List<T> from, List<T> to) {
    T moved = from.remove(random.nextInt(from.size()));
    to.add(moved);
    return moved;
  }

  private <T> T any(T[] of) {
    return of[random.nextInt(of.length)];
  }

  private int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }
}
