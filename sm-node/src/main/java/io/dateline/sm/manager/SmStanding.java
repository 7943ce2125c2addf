package io.dateline.sm.manager;

import io.dateline.mad.attribute.SmInfo;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** This node's subnet manager as others on the fabric see it. Any thread may ask. */
public final class SmStanding {
  private final long portGuid;
  private final long smKey;
  private final int priority;
  private final AtomicReference<SmState> state = new AtomicReference<>(SmState.NOT_ACTIVE);
  private volatile boolean isRetiring;
  private volatile boolean isStandingIn;
  private volatile boolean isLeaving;
  private final AtomicLong actCount = new AtomicLong();

  public SmStanding(long portGuid, long smKey, int priority) {
    this.portGuid = portGuid;
    this.smKey = smKey;
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
   * Whether questions to subnet administration are answered here: by who is in charge, and after it
   * has retired still, as long as its port is open. Ports name it as their master until the
   * successor has told them otherwise, and what it knows is what the successor begins with. And by
   * who stands in for a master.
   */
  public boolean answersQuestions() {
    return isInCharge() || isRetiring || isStandingIn;
  }

  /** Whether nobody else manages the subnet, as far as this node knows. */
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

  /**
   * The SMInfo attribute, as it stands now. The SM_Key is shown to everybody: OpenSM passes over
   * who hides it from one that does not know the port's M_Key, as no other subnet manager can.
   */
  public SmInfo smInfo() {
    return new SmInfo()
        .guid(portGuid)
        .smKey(smKey)
        .actCount(actCount.incrementAndGet() & 0xFFFF_FFFFL)
        .priority(priority)
        .smState(state.get().code());
  }

  /**
   * Whether another subnet manager may tell this one something now: one whose state allows it and
   * who does not show a wrong SM_Key. Not every one shows it in what it tells others.
   */
  public boolean accepts(SmControl control, SmInfo from) {
    boolean isTrusted = smKey == 0 || from.smKey() == 0 || from.smKey() == smKey;
    return isTrusted && control.mayComeFrom(from) && SmStateMachine.accepts(state(), control);
  }
}
