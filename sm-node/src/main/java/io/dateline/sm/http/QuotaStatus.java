package io.dateline.sm.http;

import io.dateline.fabric.Guid;
import io.dateline.sm.fair.Babblers;
import io.dateline.sm.fair.DisabledPort;
import io.dateline.sm.fair.Quota;
import io.dateline.sm.fair.QuotaLedger;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What ports were refused because they asked for too much.
 *
 * @param refusals how often, of every kind
 * @param offenders the ports to which most was refused, most first
 * @param babbling ports that send too many traps now
 * @param disabled ports that this node has disabled because of their traps
 */
public record QuotaStatus(
    Map<Quota, Long> refusals,
    List<Offender> offenders,
    List<Babbling> babbling,
    List<Disabled> disabled) {

  /**
   * A port to which much was refused.
   *
   * @param portGuid 0 stands for all LIDs that no port has
   */
  public record Offender(Quota quota, String portGuid, long refusals) {}

  /**
   * A port that babbles.
   *
   * @param lid that its traps come from
   * @param ignored traps too many
   */
  public record Babbling(String portGuid, int lid, long ignored) {}

  /**
   * A port that was disabled.
   *
   * @param portGuid of the host's port
   * @param switchGuid of the switch that it is at
   * @param switchPort number of the port there, which is the one that is disabled
   */
  public record Disabled(String portGuid, String switchGuid, int switchPort) {}

  /** What the numbers are read from. */
  public record Source(
      QuotaLedger ledger, Babblers babblers, Supplier<List<DisabledPort>> disabled) {
    QuotaStatus now() {
      return new QuotaStatus(
          ledger.refusals(),
          ledger.top().stream()
              .map(it -> new Offender(it.quota(), Guid.format(it.port()), it.refusals()))
              .toList(),
          babblers.now(System.nanoTime()).stream()
              .map(it -> new Babbling(Guid.format(it.port()), it.lid(), it.ignored()))
              .toList(),
          disabled.get().stream()
              .map(
                  it ->
                      new Disabled(
                          Guid.format(it.portGuid()),
                          Guid.format(it.switchGuid()),
                          it.switchPort()))
              .toList());
    }
  }
}
