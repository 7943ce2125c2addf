package io.dateline.mad.transport.umad;

import io.dateline.mad.transport.TransportUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One port in memory: keeps what is registered and sent, and receives what a test puts in. */
final class ScriptedUmad implements Umad, UmadHandle {
  static final UmadPort PORT = new UmadPort("mem0", 1, 0x20, 0x21, 4, 5, "InfiniBand");

  record Agent(int managementClass, int classVersion, List<Integer> methods) {}

  record Sent(int agent, byte[] userMad, int timeoutMs) {}

  final List<Agent> agents = new ArrayList<>();
  final List<Sent> sent = new CopyOnWriteArrayList<>();
  final LinkedBlockingQueue<byte[]> arriving = new LinkedBlockingQueue<>();
  final int headerBytes;
  int agentsMax = 3;
  volatile boolean isSubnetManager;
  volatile boolean closed;
  volatile boolean gone;
  volatile boolean clogged;

  ScriptedUmad(int headerBytes) {
    this.headerBytes = headerBytes;
  }

  @Override
  public List<UmadPort> ports() {
    return List.of(PORT);
  }

  @Override
  public UmadHandle open(UmadPort port) {
    return this;
  }

  @Override
  public int headerBytes() {
    return headerBytes;
  }

  @Override
  public int register(int managementClass, int classVersion, long[] methods) {
    if (agents.size() == agentsMax) {
      throw new TransportUnavailableException("taken");
    }
    List<Integer> numbers = new ArrayList<>();
    for (int method = 0; method < 128; method++) {
      if ((methods[method / 64] >>> method % 64 & 1) != 0) {
        numbers.add(method);
      }
    }
    agents.add(new Agent(managementClass, classVersion, numbers));
    return agents.size() - 1;
  }

  @Override
  public boolean send(int agent, byte[] userMad, int timeoutMs) {
    if (clogged) {
      return false;
    }
    sent.add(new Sent(agent, userMad, timeoutMs));
    return true;
  }

  @Override
  public int receive(byte[] userMad, int timeoutMs) {
    if (gone) {
      return FAILED;
    }
    try {
      byte[] bytes = arriving.poll(timeoutMs, TimeUnit.MILLISECONDS);
      if (bytes == null) {
        return NOTHING;
      }
      System.arraycopy(bytes, 0, userMad, 0, bytes.length);
      return bytes.length;
    } catch (InterruptedException e) {
      return FAILED;
    }
  }

  @Override
  public void setSubnetManager(boolean isSm) {
    isSubnetManager = isSm;
  }

  @Override
  public void close() {
    closed = true;
  }
}
