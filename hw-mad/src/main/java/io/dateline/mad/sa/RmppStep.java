package io.dateline.mad.sa;

import io.dateline.mad.Mad;
import java.util.List;

/**
 * What an event led to.
 *
 * @param send MADs to send to the other side, in this order
 * @param outcome where the transfer stands now
 * @param hasMore whether the window allows more segments than this step hands out; ask for them
 *     with {@link RmppSender#onReady} when these are sent
 */
public record RmppStep(List<Mad> send, RmppOutcome outcome, boolean hasMore) {
  static RmppStep of(RmppOutcome outcome, Mad... send) {
    return new RmppStep(List.of(send), outcome, false);
  }
}
