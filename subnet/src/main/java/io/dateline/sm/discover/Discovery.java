package io.dateline.sm.discover;

import io.dateline.mad.DirectedRoute;
import io.dateline.mad.transport.MadExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One walk from the local port over the whole subnet. */
public final class Discovery extends SubnetWalk {
  private static final int WARNINGS_MAX = 100;

  private final CompletableFuture<Discovered> result = new CompletableFuture<>();
  private final List<String> warnings = new ArrayList<>();

  private Discovery(MadExchange exchange, DiscoveryKeys keys) {
    super(exchange, keys);
  }

  /**
   * Sweeps the subnet.
   *
   * @param keys for the Gets: ports show the key that they hold to a sender that knows it, and from
   *     M_KeyProtectBits 2 on answer no other
   * @return what was found; fails with {@link DiscoveryFailed} if the local port does not answer
   */
  public static CompletionStage<Discovered> run(MadExchange exchange, DiscoveryKeys keys) {
    Discovery discovery = new Discovery(exchange, keys);
    Cable local = new Cable(null, 0, DirectedRoute.LOCAL, 0);
    discovery.whoIs(local, exchange.port().portGuid());
    return discovery.result;
  }

  @Override
  void complete() {
    if (local == null) {
      result.completeExceptionally(
          new DiscoveryFailed("the local port " + exchange.port().name() + " does not answer"));
      return;
    }
    if (!local.isComplete()) {
      result.completeExceptionally(
          new DiscoveryFailed(
              "the local port " + exchange.port().name() + " does not answer all it is asked"));
      return;
    }
    warnOfWhatIsOutOfReach();
    try {
      result.complete(FabricAssembly.assemble(nodes.values(), local, localNumber, warnings));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    }
  }

  /** A directed route has 63 hops at most (IBA Vol 1, 14.2.2): what is behind is not managed. */
  private void warnOfWhatIsOutOfReach() {
    List<String> ports = new ArrayList<>();
    for (FoundNode node : nodes.values()) {
      if (!node.isSwitch() || node.entrance.route().hopCount() < DirectedRoute.HOPS_MAX) {
        continue;
      }
      for (int number = 1; number <= node.portCount; number++) {
        byte[] info = node.portInfo[number];
        if (info != null && isUp(info) && node.peers[number] == null) {
          ports.add(node.portName(number));
        }
      }
    }
    if (!ports.isEmpty()) {
      warn(
          "what is behind %s is not managed: it is more than %d hops away%s"
              .formatted(
                  ports.getFirst(),
                  DirectedRoute.HOPS_MAX,
                  ports.size() == 1
                      ? ""
                      : ", and so is what is behind %d more ports".formatted(ports.size() - 1)));
    }
  }

  @Override
  void warn(String sentence) {
    if (warnings.size() < WARNINGS_MAX) {
      warnings.add(sentence);
    }
  }
}
