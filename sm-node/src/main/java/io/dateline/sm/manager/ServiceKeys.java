package io.dateline.sm.manager;

import io.dateline.persistence.event.SiteKeys;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The SM_Key and the SA key in force on this node: the operator's, else those that the journal
 * holds. Any thread may use it.
 */
public final class ServiceKeys {
  private final OptionalLong smKeySet;
  private final OptionalLong saKeySet;
  private final Consumer<SiteKeys> onKnown;
  private volatile SiteKeys journaled = SiteKeys.NONE;
  private SiteKeys told = SiteKeys.NONE;

  /**
   * Keys that nothing was read of yet.
   *
   * @param smKeySet the operator's SM_Key, if there is one
   * @param saKeySet the operator's SA key, if there is one
   * @param onKnown told of those in force, once they are known, and when they are others
   */
  public ServiceKeys(OptionalLong smKeySet, OptionalLong saKeySet, Consumer<SiteKeys> onKnown) {
    this.smKeySet = smKeySet;
    this.saKeySet = saKeySet;
    this.onKnown = onKnown;
  }

  /** Keys that the operator has set. */
  public static ServiceKeys set(long smKey, long saKey) {
    return new ServiceKeys(OptionalLong.of(smKey), OptionalLong.of(saKey), keys -> {});
  }

  /** The journal says so. */
  public void learn(SiteKeys keys) {
    if (!keys.isNone()) {
      journaled = keys;
      tell(new SiteKeys(smKey(), saKey()));
    }
  }

  private synchronized void tell(SiteKeys inForce) {
    if (!inForce.equals(told)) {
      told = inForce;
      onKnown.accept(inForce);
    }
  }

  /** SM_Key of SMInfo; 0 while it is not known, and where the operator has set that. */
  public long smKey() {
    return smKeySet.orElseGet(() -> journaled.smKey());
  }

  /** SM_Key of trusted requests to subnet administration; 0 where there are none. */
  public long saKey() {
    return saKeySet.orElseGet(() -> journaled.saKey());
  }

  /**
   * Whether every manager is shown the SM_Key. The operator's is, because OpenSM passes over a
   * subnet manager that hides it; a random one would be no secret then.
   */
  boolean isSmKeyShown() {
    return smKeySet.isPresent();
  }
}
