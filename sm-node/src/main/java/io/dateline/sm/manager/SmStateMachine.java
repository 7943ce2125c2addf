package io.dateline.sm.manager;

import java.util.Optional;

/**
 * The states of a subnet manager among others and what leads from one to the next (IBA Vol 1,
 * 14.4.1). Pure: {@link Mastership} acts on it.
 *
 * <p>As OpenSM, and other than IBA's figure, a master that hands over stands by as soon as it has
 * asked, because OpenSM takes the subnet with its answer and never sends ACKNOWLEDGE. No node
 * manages the subnet until then, rather than two.
 */
public final class SmStateMachine {
  /** What may happen to a subnet manager. */
  enum Event {
    /** Discovery met no manager that goes before this one. */
    NOBODY_AHEAD,
    /** Discovery met a master, or one with a better claim. */
    RIVAL_AHEAD,
    /** The one that is polled is gone, or no longer to be waited for. */
    POLLING_ENDED,
    /** The subnet was offered to another one. */
    HANDOVER_SENT,
    /** The other one did not take it. */
    HANDOVER_DECLINED,
    HANDOVER,
    ACKNOWLEDGE,
    DISABLE,
    STANDBY,
    DISCOVER;

    /** The event of having been told something. */
    static Event of(SmControl control) {
      return switch (control) {
        case HANDOVER -> HANDOVER;
        case ACKNOWLEDGE -> ACKNOWLEDGE;
        case DISABLE -> DISABLE;
        case STANDBY -> STANDBY;
        case DISCOVER -> DISCOVER;
      };
    }
  }

  /** What is to be done in the next state. */
  enum Todo {
    /** What was being done. */
    GO_ON,
    /** Sweep, and decide then which one manages the subnet. */
    SWEEP,
    /** Poll the one that goes before. */
    POLL,
    /** Nothing at all. */
    REST
  }

  /** A state and what is to be done in it. */
  record Step(SmState next, Todo todo) {}

  private SmStateMachine() {}

  /** Where an event leads, or nothing where it has no place in a state. */
  static Optional<Step> next(SmState now, Event event) {
    return Optional.ofNullable(
        switch (now) {
          case NOT_ACTIVE -> event == Event.STANDBY ? new Step(SmState.STANDBY, Todo.POLL) : null;
          case DISCOVERING ->
              switch (event) {
                case NOBODY_AHEAD -> new Step(SmState.MASTER, Todo.GO_ON);
                case RIVAL_AHEAD -> new Step(SmState.STANDBY, Todo.POLL);
                // What this discovery met as master is none any more.
                case HANDOVER -> new Step(SmState.DISCOVERING, Todo.SWEEP);
                default -> null;
              };
          case STANDBY ->
              switch (event) {
                case POLLING_ENDED, DISCOVER -> new Step(SmState.DISCOVERING, Todo.SWEEP);
                case HANDOVER -> new Step(SmState.MASTER, Todo.SWEEP);
                case HANDOVER_DECLINED -> new Step(SmState.MASTER, Todo.GO_ON);
                case ACKNOWLEDGE -> new Step(SmState.STANDBY, Todo.GO_ON);
                case DISABLE -> new Step(SmState.NOT_ACTIVE, Todo.REST);
                default -> null;
              };
          case MASTER ->
              switch (event) {
                case NOBODY_AHEAD -> new Step(SmState.MASTER, Todo.GO_ON);
                case HANDOVER_SENT -> new Step(SmState.STANDBY, Todo.POLL);
                // Of a worse master that was waited for, or that had not been seen.
                case HANDOVER, POLLING_ENDED -> new Step(SmState.MASTER, Todo.SWEEP);
                default -> null;
              };
        });
  }

  /** Whether a Set(SMInfo) is to be answered with success. */
  public static boolean accepts(SmState now, SmControl control) {
    return next(now, Event.of(control)).isPresent();
  }
}
