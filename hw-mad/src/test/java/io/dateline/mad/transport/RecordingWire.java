package io.dateline.mad.transport;

import io.dateline.mad.Mad;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A wire that keeps what is sent for the test to look at; nothing arrives anywhere by itself. */
final class RecordingWire implements MadTransport {
  static final PortIdentity PORT = new PortIdentity("test/1", 0x10, 0x11, 1);

  final List<MadPacket> sent = new ArrayList<>();

  @Override
  public PortIdentity port() {
    return PORT;
  }

  @Override
  public void start(Consumer<MadPacket> receiver) {}

  @Override
  public void send(MadPacket packet) {
    sent.add(packet);
  }

  @Override
  public void setSubnetManager(boolean isSm) {}

  @Override
  public void close() {}

  MadPacket last() {
    return sent.getLast();
  }

  /** What a node answers to a directed Get or Set: same header, response bit, direction bit. */
  static MadPacket answerTo(MadPacket request, int status) {
    Mad reply = request.mad().copy().method(Mad.GET_RESP);
    reply.u16(4, Mad.DIRECTION_BIT | status);
    return request.reply(reply);
  }
}
