package io.dateline.sm.node;

import akka.cluster.Member;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.CapabilityMask;
import io.dateline.mad.attribute.PortInfo;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.sm.address.LidBook;
import io.dateline.sm.cluster.PortSight;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Asks the port of another member for IsSM (IBA Vol 1, 14.2.5.6 PortInfo, CapabilityMask), by its
 * LID: a standby knows LIDs and M_Keys from the journal, and routes not at all.
 */
final class MemberSight implements PortSight {
  /** Of the port that is asked, whichever that is (IBA Vol 1, 14.2.5.6). */
  private static final int THE_PORT_ASKED = 0;

  private static final int TIMEOUT_MS = 100;

  private final MadExchange exchange;
  private final Supplier<LidBook> lids;
  private final ReadingKeys keys;

  MemberSight(MadExchange exchange, Supplier<LidBook> lids, ReadingKeys keys) {
    this.exchange = exchange;
    this.lids = lids;
    this.keys = keys;
  }

  @Override
  public CompletionStage<Sign> look(Member member) {
    OptionalLong guid = ClusterPorts.portGuid(member);
    int lid = guid.isPresent() ? lids.get().baseLid(guid.getAsLong()) : 0;
    OptionalLong key = lid == 0 ? OptionalLong.empty() : keys.of(guid.getAsLong());
    if (key.isEmpty()) {
      return CompletableFuture.completedStage(Sign.UNKNOWN);
    }
    Mad question = Smp.lidRouted(Mad.GET, AttributeId.PORT_INFO, THE_PORT_ASKED, key.getAsLong());
    CompletableFuture<Sign> sign = new CompletableFuture<>();
    exchange.request(
        new MadRequest(new MadPacket(question, 0, lid, 0, 0), lid, TIMEOUT_MS, 0),
        outcome -> sign.complete(sign(outcome)));
    return sign;
  }

  private static Sign sign(MadOutcome outcome) {
    if (!(outcome instanceof MadOutcome.Answered answered)) {
      return Sign.UNKNOWN;
    }
    int capabilities = PortInfo.of(Smp.data(answered.reply())).capabilityMask();
    return (capabilities & CapabilityMask.IS_SM) != 0 ? Sign.SHOWS_MANAGER : Sign.HIDES_MANAGER;
  }
}
