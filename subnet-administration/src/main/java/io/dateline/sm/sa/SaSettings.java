package io.dateline.sm.sa;

import io.dateline.fabric.format.PrefixRoutes;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What an operator may set of subnet administration.
 *
 * @param saKey OpenSM's {@code sa_key}, which may become known later: a request with this SM_Key is
 *     trusted, one with another that is not 0 is dropped
 * @param respTimeCode ClassPortInfo RespTimeValue: answers come within 4.096 us * 2^code; 0 to 31
 * @param answerBytesMax bytes of records in one answer; a longer one is refused with NO_RESOURCES
 * @param transfersMax answers of several MADs under way at once; a request for one more is answered
 *     BUSY
 * @param transferBytesMax bytes of records held by all transfers under way; a table that would
 *     exceed it is answered BUSY
 * @param hasMulticast whether there are groups to join
 * @param prefixRoutes by which routers packets to other subnets leave, as of now
 * @param hasQos whether, as of now, lanes are programmed, and paths may have levels of service
 * @param trust what, as of now, is asked of requests beside the SM_Key
 */
public record SaSettings(
    LongSupplier saKey,
    int respTimeCode,
    int answerBytesMax,
    int transfersMax,
    long transferBytesMax,
    boolean hasMulticast,
    Supplier<PrefixRoutes> prefixRoutes,
    BooleanSupplier hasQos,
    Supplier<TrustSettings> trust) {
  /**
   * OpenSM's key and response time (200 ms are below 4.096 us * 2^16), every forwarding table of
   * the largest subnet in one answer (208 MiB), and two such answers at once.
   */
  public static final SaSettings DEFAULTS =
      new SaSettings(
          () -> 1, 16, 256 << 20, 256, 512L << 20, true, () -> PrefixRoutes.NONE, () -> false);

  /** With the trust of {@link TrustSettings#DEFAULTS}. */
  public SaSettings(
      LongSupplier saKey,
      int respTimeCode,
      int answerBytesMax,
      int transfersMax,
      long transferBytesMax,
      boolean hasMulticast,
      Supplier<PrefixRoutes> prefixRoutes,
      BooleanSupplier hasQos) {
    this(
        saKey,
        respTimeCode,
        answerBytesMax,
        transfersMax,
        transferBytesMax,
        hasMulticast,
        prefixRoutes,
        hasQos,
        () -> TrustSettings.DEFAULTS);
  }

  public SaSettings {
    if (respTimeCode < 0 || respTimeCode > 31) {
      throw new IllegalArgumentException("respTimeCode is 0 to 31, not " + respTimeCode);
    }
    if (answerBytesMax < 256) {
      throw new IllegalArgumentException("answerBytesMax is at least 256, not " + answerBytesMax);
    }
    if (transfersMax < 1) {
      throw new IllegalArgumentException("transfersMax is at least 1, not " + transfersMax);
    }
    if (transferBytesMax < answerBytesMax) {
      throw new IllegalArgumentException(
          "transferBytesMax is at least answerBytesMax, not " + transferBytesMax);
    }
  }
}
