package io.dateline.sim;

import java.util.Arrays;

/**
 * What every port has counted (IBA Vol 1, 16.1.3.5). Arrays are indexed by port. The management
 * datagrams that cross the links are the only traffic there is, and are counted whatever their
 * lane.
 */
final class PortCounters {
  /** A MAD with its headers and checksum, in the counters' unit of 4 bytes. */
  private static final int PACKET_WORDS = (8 + 12 + 8 + 256 + 4) / 4;

  final long[] sentWords;
  final long[] receivedWords;
  final long[] sentPackets;
  final long[] receivedPackets;

  /** Packets that could not leave by the port. */
  final long[] discards;

  /** Packets received that the switch had no way for. */
  final long[] relayErrors;

  final long[] linkDowned;

  PortCounters(int ports) {
    sentWords = new long[ports];
    receivedWords = new long[ports];
    sentPackets = new long[ports];
    receivedPackets = new long[ports];
    discards = new long[ports];
    relayErrors = new long[ports];
    linkDowned = new long[ports];
  }

  void crossed(int out, int in) {
    sentWords[out] += PACKET_WORDS;
    sentPackets[out]++;
    receivedWords[in] += PACKET_WORDS;
    receivedPackets[in]++;
  }

  /** Forgets what ports {@code from} to {@code end - 1} counted. */
  void reset(int from, int end) {
    Arrays.fill(sentWords, from, end, 0);
    Arrays.fill(receivedWords, from, end, 0);
    Arrays.fill(sentPackets, from, end, 0);
    Arrays.fill(receivedPackets, from, end, 0);
    Arrays.fill(discards, from, end, 0);
    Arrays.fill(relayErrors, from, end, 0);
    Arrays.fill(linkDowned, from, end, 0);
  }
}
