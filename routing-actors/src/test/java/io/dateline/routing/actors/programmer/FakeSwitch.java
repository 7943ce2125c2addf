package io.dateline.routing.actors.programmer;

import com.typesafe.config.ConfigFactory;
import io.dateline.fabric.MulticastRow;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.transport.ExchangeStats;
import io.dateline.mad.transport.MadExchange;
import io.dateline.mad.transport.MadOutcome;
import io.dateline.mad.transport.MadPacket;
import io.dateline.mad.transport.MadRequest;
import io.dateline.mad.transport.PortIdentity;
import io.dateline.routing.actors.entity.HomePorts;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A switch that keeps what it is told, and the way to it. It answers at once, on the asking thread,
 * or when told to.
 */
public class FakeSwitch implements MadExchange {
  private record Held(MadRequest request, Consumer<MadOutcome> onOutcome) {}

  final Turns turns = new Turns(); // that its programmers' node knows of
  private final byte[] table = new byte[49152];
  private MulticastRow multicast = MulticastRow.EMPTY;
  final List<Mad> sent = new ArrayList<>();
  final SwitchInfo seen = SwitchInfo.of(new byte[64]).linearFdbCap(49152).portStateChange(true);
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private Function<MadRequest, MadOutcome> behaviour = this::obey;
  private boolean holding;

  public FakeSwitch() {
    Arrays.fill(table, (byte) 0xEE); // nothing a test asks for
  }

  /** For programmers with the default limits. */
  public LftProgrammer.Setup setup() {
    return setup(ProgrammerSettings.of(ConfigFactory.load()));
  }

  /** As the other. */
  LftProgrammer.Setup setup(ProgrammerSettings settings) {
    return new LftProgrammer.Setup(this, HomePorts.none(), turns, settings, InstantSource.system());
  }

  /** What the switch holds, by LID. */
  public byte[] table() {
    return table;
  }

  /** What the switch holds of multicast. */
  synchronized MulticastRow multicast() {
    return multicast;
  }

  /** Blocks as {@link MulticastRow} numbers them. */
  synchronized List<Integer> multicastBlocksSent() {
    return sent.stream()
        .filter(mad -> mad.attributeId() == AttributeId.MULTICAST_FORWARDING_TABLE)
        .map(FakeSwitch::multicastNumber)
        .toList();
  }

  private static int multicastNumber(Mad mad) {
    return (mad.attributeModifier() & 0x1FF) * MulticastRow.POSITIONS
        + (mad.attributeModifier() >>> 28);
  }

  /** From now on requests are answered by {@link #releaseHeld} only. */
  synchronized void hold() {
    holding = true;
  }

  synchronized int heldCount() {
    return held.size();
  }

  /** Answers what is held now, and what comes later at once. */
  void release() {
    synchronized (this) {
      holding = false;
    }
    releaseHeld();
  }

  /** Answers what is held now. */
  void releaseHeld() {
    List<Held> now;
    synchronized (this) {
      now = new ArrayList<>(held);
      held.clear();
    }
    for (Held one : now) {
      one.onOutcome().accept(answer(one.request()));
    }
  }

  /** Requests that {@code lost} likes are not answered; the others are obeyed. */
  synchronized void lose(Function<Mad, Boolean> lost) {
    behaviour =
        request ->
            lost.apply(request.packet().mad())
                ? new MadOutcome.TimedOut(request, 4)
                : obey(request);
  }

  /** Requests that {@code refused} likes are refused; the others are obeyed. */
  synchronized void refuse(Function<Mad, Boolean> refused) {
    behaviour =
        request ->
            refused.apply(request.packet().mad())
                ? new MadOutcome.Refused(
                    request, request.packet().mad().copy().status(Mad.STATUS_INVALID_FIELD))
                : obey(request);
  }

  synchronized void obeyAgain() {
    behaviour = this::obey;
  }

  synchronized List<Integer> blocksSent() {
    return sent.stream()
        .filter(mad -> mad.attributeId() == AttributeId.LINEAR_FORWARDING_TABLE)
        .map(Mad::attributeModifier)
        .toList();
  }

  private synchronized MadOutcome answer(MadRequest request) {
    return behaviour.apply(request);
  }

  private MadOutcome obey(MadRequest request) {
    Mad mad = request.packet().mad();
    byte[] data = Smp.data(mad);
    if (mad.attributeId() == AttributeId.LINEAR_FORWARDING_TABLE) {
      System.arraycopy(data, 0, table, mad.attributeModifier() * 64, 64);
    } else if (mad.attributeId() == AttributeId.MULTICAST_FORWARDING_TABLE) {
      multicast = multicast.with(new int[] {multicastNumber(mad)}, data);
    } else {
      SwitchInfo told = SwitchInfo.of(data);
      seen.linearFdbTop(told.linearFdbTop()).multicastFdbTop(told.multicastFdbTop());
    }
    return new MadOutcome.Answered(request, mad.copy().method(Mad.GET_RESP));
  }

  /** The way to the switch as a sweep would see it now. */
  public synchronized SwitchReach reach() {
    byte[] data = new byte[64];
    seen.copyTo(data, 0);
    return new SwitchReach(port().portGuid(), new byte[] {1}, data, 0x1234);
  }

  @Override
  public void request(MadRequest request, Consumer<MadOutcome> onOutcome) {
    synchronized (this) {
      sent.add(request.packet().mad());
      if (holding) {
        held.add(new Held(request, onOutcome));
        return;
      }
    }
    onOutcome.accept(answer(request));
  }

  @Override
  public PortIdentity port() {
    return new PortIdentity("fake", 1, 1, 1);
  }

  @Override
  public void send(MadPacket packet) {
    throw new UnsupportedOperationException("a programmer only makes requests");
  }

  @Override
  public void onUnsolicited(Consumer<MadPacket> handler) {
    throw new UnsupportedOperationException("a programmer only makes requests");
  }

  @Override
  public void onQuery(Consumer<MadPacket> handler) {
    throw new UnsupportedOperationException("a programmer only makes requests");
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    throw new UnsupportedOperationException("a programmer only makes requests");
  }

  @Override
  public ExchangeStats stats() {
    return new ExchangeStats(Map.of(), 0, 0, 0, 0, 0);
  }

  @Override
  public void close() {}
}
