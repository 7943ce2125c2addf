package io.dateline.sm.discover;

import io.dateline.mad.transport.MadExchange;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A look at the subnet while the actor system is still starting; it only reads. Good for one sweep,
 * the very first: a subnet that the journal knows needs its M_Keys to be read.
 */
public final class FirstLook {
  private final AtomicReference<CompletionStage<Discovered>> look;

  private FirstLook(CompletionStage<Discovered> look) {
    this.look = new AtomicReference<>(look);
  }

  /** Begins to look, without an M_Key. */
  public static FirstLook begin(MadExchange exchange) {
    return new FirstLook(Discovery.run(exchange, DiscoveryKeys.NONE));
  }

  public static FirstLook none() {
    return new FirstLook(null);
  }

  /** What is being found, the first time; nothing from then on. */
  public Optional<CompletionStage<Discovered>> take() {
    return Optional.ofNullable(look.getAndSet(null));
  }
}
