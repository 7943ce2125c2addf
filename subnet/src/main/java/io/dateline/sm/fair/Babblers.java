package io.dateline.sm.fair;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Ports that send more traps than are acted on. A port babbles from its first trap too many until
 * it has sent none for a minute. Any thread may ask; callers pass in the time, {@link
 * System#nanoTime}.
 */
public final class Babblers {
  /** Without a trap too many, after which a port does not babble any more. */
  static final long CALM_NS = TimeUnit.MINUTES.toNanos(1);

  /** Between two lines of the log about one port. */
  static final long NAMED_EVERY_NS = TimeUnit.MINUTES.toNanos(1);

  /** Between two looks around for all that babbling ports may have to tell. */
  static final long LOOK_EVERY_NS = TimeUnit.SECONDS.toNanos(10);

  /** Traps too many that name the same port, or none: then a port babbles without end (OpenSM). */
  static final int ENDLESS_TRAPS = 250;

  /** Port numbers that a trap can name, and 0 for none. */
  private static final int NUMBERS = 256;

  /** Ports that are remembered; more are not reported, and their traps are ignored as well. */
  static final int PORTS_MAX = 256;

  private static final class State {
    final int lid;
    final long[] byNumber = new long[NUMBERS]; // traps too many, by the port number they name
    long ignored;
    long lastNs;
    long namedNs;

    State(int lid) {
      this.lid = lid;
    }
  }

  /**
   * A port that babbles.
   *
   * @param port its GUID, as {@link LidOwners#owner} has it
   * @param lid that its traps come from
   * @param ignored traps that were not acted on, since it began
   */
  public record Babbler(long port, int lid, long ignored) {}

  /**
   * A port that has sent another {@link #ENDLESS_TRAPS} traps too many of the same kind.
   *
   * @param portNumber that these traps name, 0 for none
   * @param isFirst whether it had sent no more than these
   */
  public record Endless(Babbler babbler, int portNumber, boolean isFirst) {}

  /**
   * What becomes of a trap.
   *
   * @param isActedOn whether it is one of those that a port may send
   * @param isLookDue whether a look around is due all the same
   * @param named the port, if the log is to name it now
   * @param endless the port, if it is time to turn it off
   */
  public record Verdict(
      boolean isActedOn, boolean isLookDue, Optional<Babbler> named, Optional<Endless> endless) {
    private static final Verdict ACT = new Verdict(true, false, Optional.empty(), Optional.empty());
  }

  private final RateLimit limit;
  private final Map<Long, State> states = new HashMap<>();
  private boolean hasLooked;
  private long lookedNs;

  public Babblers(QuotaSettings quotas) {
    limit = new RateLimit(quotas.trapsPerSecond(), quotas.trapsBurst());
  }

  /**
   * A trap has come from a port.
   *
   * @param portNumber of the external port that it is about, 0 where it names none
   */
  public synchronized Verdict trap(long port, int lid, int portNumber, long nowNs) {
    if (limit.allows(port, nowNs)) {
      return Verdict.ACT;
    }
    boolean isLookDue = !hasLooked || nowNs - lookedNs >= LOOK_EVERY_NS;
    if (isLookDue) {
      hasLooked = true;
      lookedNs = nowNs;
    }
    forgetCalm(nowNs);
    State state = states.get(port);
    boolean isNew = state == null;
    if (isNew && states.size() >= PORTS_MAX) {
      return new Verdict(false, isLookDue, Optional.empty(), Optional.empty());
    }
    if (isNew) {
      state = new State(lid);
      states.put(port, state);
    }
    state.ignored++;
    state.lastNs = nowNs;
    boolean isNamed = isNew || nowNs - state.namedNs >= NAMED_EVERY_NS;
    if (isNamed) {
      state.namedNs = nowNs;
    }
    long alike = ++state.byNumber[portNumber];
    Babbler babbler = new Babbler(port, lid, state.ignored);
    return new Verdict(
        false,
        isLookDue,
        isNamed ? Optional.of(babbler) : Optional.empty(),
        alike % ENDLESS_TRAPS == 0
            ? Optional.of(new Endless(babbler, portNumber, alike == ENDLESS_TRAPS))
            : Optional.empty());
  }

  /** Those that babble now, the loudest first. */
  public synchronized List<Babbler> now(long nowNs) {
    forgetCalm(nowNs);
    List<Babbler> babblers = new ArrayList<>();
    states.forEach((port, state) -> babblers.add(new Babbler(port, state.lid, state.ignored)));
    babblers.sort(Comparator.comparingLong(Babbler::ignored).reversed());
    return List.copyOf(babblers);
  }

  private void forgetCalm(long nowNs) {
    states.values().removeIf(state -> nowNs - state.lastNs >= CALM_NS);
  }
}
