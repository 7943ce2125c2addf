package io.dateline.mad.transport;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A wire whose other end answers at once, on the sender's thread, or keeps silent. */
final class LoopTransport implements MadTransport {
  final CountDownLatch closed = new CountDownLatch(1);

  private final UnaryOperator<MadPacket> answering; // null: no answer
  private volatile Consumer<MadPacket> receiver;

  LoopTransport(UnaryOperator<MadPacket> answering) {
    this.answering = answering;
  }

  static MadPacket answer(MadPacket request) {
    return RecordingWire.answerTo(request, 0);
  }

  void deliver(MadPacket packet) {
    receiver.accept(packet);
  }

  @Override
  public PortIdentity port() {
    return new PortIdentity("loop/1", 1, 2, 1);
  }

  @Override
  public void start(Consumer<MadPacket> newReceiver) {
    receiver = newReceiver;
  }

  @Override
  public void send(MadPacket packet) {
    MadPacket answer = answering.apply(packet);
    if (answer != null) {
      receiver.accept(answer);
    }
  }

  @Override
  public void setSubnetManager(boolean isSm) {}

  @Override
  public void close() {
    closed.countDown();
  }
}
