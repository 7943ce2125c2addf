package io.dateline.mad.transport;

import java.util.Map;

/**
 * What an exchange has done since it was opened.
 *
 * @param sent requests by kind, such as {@code Get(PortInfo)}, retries not counted
 * @param retries tries after the first
 * @param timeouts requests given up
 * @param refused answers with a status other than success
 * @param stray packets with the response bit that no request waited for: duplicates, late answers
 * @param malformed packets dropped because they made no sense
 */
public record ExchangeStats(
    Map<String, Long> sent,
    long retries,
    long timeouts,
    long refused,
    long stray,
    long malformed) {}
