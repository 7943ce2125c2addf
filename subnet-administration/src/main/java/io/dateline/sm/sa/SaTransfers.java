package io.dateline.sm.sa;

import io.dateline.mad.Mad;
import io.dateline.mad.sa.RmppOutcome;
import io.dateline.mad.sa.RmppSender;
import io.dateline.mad.sa.RmppSettings;
import io.dateline.mad.sa.RmppStep;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.MadPacket;
import io.dateline.sm.fair.Fairness;
import io.dateline.sm.fair.Quota;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The answers of several MADs that are under way: being computed, or sent by RMPP (IBA Vol 1,
 * 13.6). Has one owner, which passes in packets and the ticks of a clock.
 *
 * <p>A port that has never acknowledged anything gets the first segment once, and again when it
 * repeats its request, but not by the clock. Programs under ibsim's preload library do without
 * RMPP: they take the first segment for the whole answer, never acknowledge it, and would take a
 * repetition for the answer to their next query, or to that of the next program on the same port.
 * Nor may their answers, which all wait in vain, take the room of others: those of one segment are
 * forgotten once they are sent, and longer ones make way, oldest first.
 *
 * <p>One port has so many at most. Where there is no room, the port that has most gives some up, if
 * that is more than the one that asks has.
 */
public final class SaTransfers {
  /** Ticks without a word from the other side after which it is sent to again. */
  static final int TIMEOUT_TICKS = 2;

  /** Timeouts in a row that are answered by sending again. */
  static final int RETRIES = 7;

  private static final int BURST_SEGMENTS = 64;
  private static final RmppSettings RMPP =
      new RmppSettings(BURST_SEGMENTS, BURST_SEGMENTS, RETRIES, 0);

  /** Which port asked, and which of its questions it was. */
  public record TransferKey(int lid, int queuePair, long transactionId) {
    public static TransferKey of(MadPacket packet) {
      return new TransferKey(
          packet.remoteLid(), packet.remoteQueuePair(), packet.mad().transactionId());
    }
  }

  /** One answer under way. */
  public static final class Transfer {
    private final TransferKey key;
    private final MadPacket request;
    private final long port;
    private Mad header; // these three are null while the answer is being computed
    private byte[] records;
    private RmppSender sender;
    private int silentTicks;
    private boolean isAcknowledged; // the other side has said something of this transfer

    private Transfer(TransferKey key, MadPacket request, long port) {
      this.key = key;
      this.request = request;
      this.port = port;
    }

    private long bytes() {
      return records == null ? 0 : records.length;
    }

    public MadPacket request() {
      return request;
    }
  }

  private final SaSettings settings;
  private final SaCounters counters;
  private final Fairness fairness;
  private final Consumer<MadPacket> wire;
  private final Consumer<TransferKey> onMore;
  private final Map<TransferKey, Transfer> transfers = new LinkedHashMap<>(); // oldest first
  private final BitSet acknowledgers = new BitSet(); // LIDs that have acknowledged something, once
  private long bytesHeld;

  /**
   * @param fairness how many one port may have
   * @param wire sends without waiting
   * @param onMore is told of a transfer that may send on; the owner then calls {@link #sendMore},
   *     after what else is waiting
   */
  public SaTransfers(
      SaSettings settings,
      SaCounters counters,
      Fairness fairness,
      Consumer<MadPacket> wire,
      Consumer<TransferKey> onMore) {
    this.settings = settings;
    this.counters = counters;
    this.fairness = fairness;
    this.wire = wire;
    this.onMore = onMore;
  }

  public boolean isEmpty() {
    return transfers.isEmpty();
  }

  /** Answers that are being computed or sent. */
  int count() {
    return transfers.size();
  }

  /** Bytes of records that they hold. */
  long bytesHeld() {
    return bytesHeld;
  }

  /**
   * Whether the request repeats one whose answer is under way; if he may have missed its beginning,
   * that is sent again. Another request under the same transaction ID takes the place of the first.
   */
  public boolean isRepeated(MadPacket request) {
    Transfer transfer = transfers.get(TransferKey.of(request));
    if (transfer == null) {
      return false;
    }
    if (!Arrays.equals(transfer.request.mad().bytes(), request.mad().bytes())) {
      remove(transfer);
      return false;
    }
    if (transfer.sender != null && !transfer.isAcknowledged) {
      send(transfer);
    }
    return true;
  }

  /** Makes room for an answer that is yet to be computed; null if there is none. */
  public Transfer reserve(MadPacket request) {
    long port = fairness.owners().owner(request.remoteLid());
    boolean isOverShare = held(port, it -> 1) >= fairness.quotas().transfersMax();
    if (isOverShare && !forgetOldest(it -> it.port == port)) {
      fairness.ledger().refused(Quota.TRANSFERS, port);
      return null;
    }
    if (transfers.size() >= settings.transfersMax() && !makeRoom(port, 1, it -> 1)) {
      return null;
    }
    Transfer transfer = new Transfer(TransferKey.of(request), request, port);
    transfers.put(transfer.key, transfer);
    return transfer;
  }

  /** What a port holds of something. */
  private long held(long port, ToLongFunction<Transfer> amount) {
    long sum = 0;
    for (Transfer transfer : transfers.values()) {
      sum += transfer.port == port ? amount.applyAsLong(transfer) : 0;
    }
    return sum;
  }

  /**
   * Ends one answer for the sake of another one.
   *
   * @param wanted of what the other one needs
   * @return false if there is none that may be ended
   */
  private boolean makeRoom(long port, long wanted, ToLongFunction<Transfer> amount) {
    return forgetOldest(it -> true) || reclaim(port, wanted, amount);
  }

  /** From the port that holds most, if it holds more than the one that asks would. */
  private boolean reclaim(long asker, long wanted, ToLongFunction<Transfer> amount) {
    Long2LongOpenHashMap held = new Long2LongOpenHashMap();
    for (Transfer transfer : transfers.values()) {
      held.addTo(transfer.port, amount.applyAsLong(transfer));
    }
    long most = asker;
    for (var port : held.long2LongEntrySet()) {
      if (port.getLongValue() > held.get(most)) {
        most = port.getLongKey();
      }
    }
    if (held.get(most) <= held.get(asker) + wanted) {
      return false;
    }
    Transfer victim = null;
    for (Transfer transfer : transfers.values()) {
      boolean isOfMost = transfer.port == most && amount.applyAsLong(transfer) > 0;
      // One that was never acknowledged is missed least.
      if (isOfMost && (victim == null || (victim.isAcknowledged && !transfer.isAcknowledged))) {
        victim = transfer;
      }
    }
    end(victim);
    return true;
  }

  /** A caller that waits for it learns that no more will come. */
  private void end(Transfer transfer) {
    fairness.ledger().refused(Quota.TRANSFERS, transfer.port);
    if (transfer.sender == null) {
      remove(transfer);
      counters.count(SaEvent.BUSY);
      wire.accept(transfer.request.reply(Sa.response(transfer.request.mad(), Mad.STATUS_BUSY)));
    } else {
      advance(transfer, transfer.sender.giveUp());
    }
  }

  /** Whether the place is still taken: not given to another request meanwhile. */
  public boolean isReserved(Transfer transfer) {
    return transfers.get(transfer.key) == transfer;
  }

  /** Gives a place back. */
  public void release(Transfer transfer) {
    remove(transfer);
  }

  /** Sends the records, or frees the place and says false if they are too many to hold. */
  public boolean start(Transfer transfer, Mad header, byte[] records) {
    while (bytesHeld + records.length > settings.transferBytesMax()) {
      if (!makeRoom(transfer.port, records.length, Transfer::bytes)) {
        remove(transfer);
        return false;
      }
    }
    transfer.header = header;
    transfer.records = records;
    bytesHeld += records.length;
    counters.count(SaEvent.TRANSFER_STARTED);
    send(transfer);
    if (isDeaf(transfer) && transfer.sender.segmentCount() == 1) {
      remove(transfer); // a port that missed it asks again
    }
    return true;
  }

  /** Whether nothing but silence ever came back from where a transfer goes to. */
  private boolean isDeaf(Transfer transfer) {
    return !acknowledgers.get(transfer.key.lid());
  }

  /** Gives up the oldest transfer to a port that never acknowledged anything, if there is one. */
  private boolean forgetOldest(Predicate<Transfer> among) {
    for (Transfer transfer : transfers.values()) {
      if (transfer.sender != null && isDeaf(transfer) && among.test(transfer)) {
        remove(transfer);
        counters.count(SaEvent.TRANSFER_FAILED);
        return true;
      }
    }
    return false;
  }

  /** Sends the records from the beginning on. */
  private void send(Transfer transfer) {
    transfer.sender = new RmppSender(transfer.header, transfer.records, RMPP);
    transfer.silentTicks = 0;
    advance(transfer, transfer.sender.start());
  }

  /** An ACK, STOP or ABORT. */
  public void onPacket(MadPacket packet) {
    acknowledgers.set(packet.remoteLid());
    Transfer transfer = transfers.get(TransferKey.of(packet));
    if (transfer == null || transfer.sender == null) {
      counters.count(SaEvent.STRAY_RMPP);
      return;
    }
    transfer.silentTicks = 0;
    transfer.isAcknowledged = true;
    advance(transfer, transfer.sender.onMad(packet.mad()));
  }

  /** Sends what the window of a transfer allows, if it is still under way. */
  public void sendMore(TransferKey key) {
    Transfer transfer = transfers.get(key);
    if (transfer != null && transfer.sender != null) {
      advance(transfer, transfer.sender.onReady());
    }
  }

  /** Time has passed: sends again to those that are silent, and gives up those that stay so. */
  public void onTick() {
    List<Transfer> late = new ArrayList<>();
    for (Transfer transfer : transfers.values()) {
      if (transfer.sender != null && ++transfer.silentTicks % TIMEOUT_TICKS == 0) {
        late.add(transfer);
      }
    }
    for (Transfer transfer : late) {
      if (!isDeaf(transfer)) {
        advance(transfer, transfer.sender.onTimeout());
      } else if (transfer.silentTicks > RETRIES * TIMEOUT_TICKS) {
        remove(transfer);
        counters.count(SaEvent.TRANSFER_FAILED);
      }
    }
  }

  private void advance(Transfer transfer, RmppStep step) {
    for (Mad mad : step.send()) {
      wire.accept(transfer.request.reply(mad));
    }
    switch (step.outcome()) {
      case RmppOutcome.InProgress progress -> {
        if (step.hasMore()) {
          onMore.accept(transfer.key);
        }
      }
      case RmppOutcome.Sent sent -> {
        remove(transfer);
        counters.count(SaEvent.TRANSFER_COMPLETED);
      }
      case RmppOutcome.Failed failed -> {
        remove(transfer);
        counters.count(SaEvent.TRANSFER_FAILED);
      }
      case RmppOutcome.Received received ->
          throw new IllegalStateException("a sender that has received: " + received);
    }
  }

  private void remove(Transfer transfer) {
    if (transfers.remove(transfer.key, transfer) && transfer.records != null) {
      bytesHeld -= transfer.records.length;
    }
  }
}
