package io.dateline.sm.node;

import akka.actor.typed.ActorSystem;
import io.dateline.mad.transport.MadExchange;
import io.dateline.sm.config.SubnetSettings;
import io.dateline.sm.discover.Neighbourhood;
import io.dateline.sm.discover.Recognition;
import io.dateline.sm.manager.SmStanding;
import io.dateline.sm.manager.SmState;
import io.dateline.sm.state.SubnetState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks now and then whether the fabric around a standby's port is the one that the journal knows.
 * Where it is another one the node does not show itself as a subnet manager there. A master's sweep
 * finds out by itself.
 */
final class FabricSight {
  private static final Logger LOG = LoggerFactory.getLogger(FabricSight.class);
  private static final Duration EVERY = Duration.ofSeconds(2);

  /** Looks left out while nothing was strange and nothing has been read: it is every 20 s then. */
  private static final int QUIET = 9;

  private final MadExchange exchange;
  private final SmStanding standing;
  private final Supplier<SubnetState> read;
  private final SubnetSettings settings;
  private final AtomicBoolean isLooking = new AtomicBoolean();
  private int leftOut;
  private SubnetState looked = SubnetState.EMPTY; // what was known at the last look
  private volatile String strangeness; // null where nothing is strange

  /**
   * Not looked yet.
   *
   * @param read the subnet as this node has read it
   */
  FabricSight(
      MadExchange exchange,
      SmStanding standing,
      Supplier<SubnetState> read,
      SubnetSettings settings) {
    this.exchange = exchange;
    this.standing = standing;
    this.read = read;
    this.settings = settings;
  }

  void begin(ActorSystem<?> system) {
    if (settings.isNewFabric()) {
      LOG.warn("dateline.subnet.new_fabric is set: whatever fabric there is is taken");
      return;
    }
    if (settings.mKeyProtectionLevel() >= ReadingKeys.NEEDED_FROM) {
      LOG.info("A standby cannot look around, as m_key_protection_level is; a master's sweep can");
      return;
    }
    system
        .scheduler()
        .scheduleWithFixedDelay(EVERY, EVERY, this::lookIfDue, system.executionContext());
  }

  /** Why the fabric is not the journal's, as it was seen last. */
  Optional<String> strangeness() {
    return Optional.ofNullable(strangeness);
  }

  private void lookIfDue() {
    SubnetState now = read.get();
    boolean isNews = now.nodes() != looked.nodes();
    boolean isQuiet = strangeness == null && !isNews && leftOut < QUIET;
    if (standing.state() != SmState.STANDBY || isQuiet) {
      leftOut++;
      return;
    }
    if (isLooking.compareAndSet(false, true)) {
      leftOut = 0;
      looked = now;
      Neighbourhood.look(exchange)
          .whenComplete(
              (seen, failure) -> {
                isLooking.set(false);
                if (failure == null) {
                  take(Recognition.strangeness(now.nodes(), seen));
                }
              });
    }
  }

  private void take(Optional<String> found) {
    boolean wasStrange = strangeness != null;
    strangeness = found.orElse(null);
    if (found.isPresent() != wasStrange && standing.state() == SmState.STANDBY) {
      exchange.setSubnetManager(wasStrange);
    }
    if (found.isPresent() && !wasStrange) {
      LOG.error("This node could not take over: {}", found.get());
    } else if (wasStrange && found.isEmpty()) {
      LOG.info("The fabric is the one that the journal knows again");
    }
  }
}
