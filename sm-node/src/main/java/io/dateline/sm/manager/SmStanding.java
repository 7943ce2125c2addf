package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;

/** This node's subnet manager as others on the fabric see it. Any thread may ask. */
public final class SmStanding {
  private final long portGuid;
  private final ServiceKeys keys;
  private final IntSupplier priority;
  private final AtomicReference<SmState> state = new AtomicReference<>(SmState.NOT_ACTIVE);
  private volatile boolean isRetiring;
  private volatile boolean isStandingIn;
  private volatile boolean isLeaving;
  private final AtomicLong actCount = new AtomicLong();

  /**
   * One that is not active.
   *
   * @param priority of SMInfo: all nodes of a cluster show the same
   */
  public SmStanding(long portGuid, ServiceKeys keys, IntSupplier priority) {
    this.portGuid = portGuid;
    this.keys = keys;
    this.priority = priority;
  }

  public SmState state() {
    return state.get();
  }

  /** Enters a state. Only {@link Mastership} calls it, on the node where the manager is. */
  void enter(SmState next) {
    isRetiring = false;
    isStandingIn = false;
    state.set(next);
  }

  /** A master decides nothing any more; its successor begins. Only {@link Mastership} calls it. */
  void retire() {
    isRetiring = state() == SmState.MASTER;
    state.set(SmState.NOT_ACTIVE);
  }

  /**
   * The master has ended, and no term can begin: this node does not manage the subnet, but answers.
   * Only {@link StandIn} calls it.
   */
  void standIn() {
    isStandingIn = true;
  }

  /**
   * Whether questions to subnet administration are answered here: by the node in charge, and after
   * it has retired still, as long as its port is open. Ports name it as their master until the
   * successor has told them otherwise, and what it knows is what the successor begins with. And by
   * a node that stands in for a master.
   */
  public boolean answersQuestions() {
    return isInCharge() || isRetiring || isStandingIn;
  }

  /** Whether no other node manages the subnet, as far as this node knows. */
  public boolean isInCharge() {
    SmState now = state();
    return now == SmState.DISCOVERING || now == SmState.MASTER;
  }

  /** This node has become a member of its cluster, and may be the next to manage the subnet. */
  public void appear() {
    state.compareAndSet(SmState.NOT_ACTIVE, SmState.STANDBY);
  }

  /**
   * This node leaves its cluster.
   *
   * @return false where it is in charge: the manager itself says when it stops
   */
  public boolean withdraw() {
    isLeaving = true;
    return state.compareAndSet(SmState.STANDBY, SmState.NOT_ACTIVE);
  }

  /** Whether this node leaves its cluster: what does not succeed any more is no failure. */
  public boolean isLeaving() {
    return isLeaving;
  }

  /** The SM_Key, and that of subnet administration. */
  public ServiceKeys keys() {
    return keys;
  }

  /** The SMInfo attribute, as it stands now, with the SM_Key. */
  public SmInfo smInfo() {
    return new SmInfo()
        .guid(portGuid)
        .smKey(keys.smKey())
        .actCount(actCount.incrementAndGet() & 0xFFFF_FFFFL)
        .priority(priority.getAsInt())
        .smState(state.get().code());
  }

  /**
   * The same as it is shown to another one. IBA Vol 1, 14.2.5.13: the SM_Key is shown as 0 to one
   * that has not proven what it is. OpenSM cannot, and passes over a subnet manager that hides it:
   * so one that the operator has set is shown to all.
   *
   * @param asking what that one says of itself
   */
  public SmInfo shownTo(SmInfo asking) {
    SmInfo own = smInfo();
    boolean isShown = keys.isSmKeyShown() || asking.smKey() == own.smKey();
    return isShown ? own : own.smKey(0);
  }

  /** What the SM_Key proves that another subnet manager shows, when it tells this one something. */
  public enum Proof {
    /** It knows the SM_Key, or there is none to know. */
    RIGHT,
    /** It shows none, as OpenSM does. */
    NONE,
    WRONG
  }

  /** What a control's sender has proven. */
  public Proof proofOf(SmInfo from) {
    long own = keys.smKey();
    if (own == 0 ? keys.isSmKeyShown() : own == from.smKey()) {
      return Proof.RIGHT;
    }
    return from.smKey() == 0 ? Proof.NONE : Proof.WRONG;
  }

  /**
   * Whether another subnet manager may tell this one something now: one whose state allows it and
   * that does not show a wrong SM_Key. Not every one shows it in what it tells others.
   */
  public boolean accepts(SmControl control, SmInfo from) {
    return proofOf(from) != Proof.WRONG
        && control.mayComeFrom(from)
        && SmStateMachine.accepts(state(), control);
  }
}
