package io.dateline.mad.transport.umad;

import io.dateline.mad.transport.TransportUnavailableException;

/** An open port: a file descriptor and the agents registered on it. */
interface UmadHandle extends AutoCloseable {
  /** {@link #receive} found nothing in its time. */
  int NOTHING = -1;

  /** {@link #receive} could not wait: an accident, or the device has gone. */
  int FAILED = -2;

  /** Bytes in front of the MAD in every buffer; at most {@link UserMad#HEADER_BYTES}. */
  int headerBytes();

  /**
   * Registers for answers, and for requests of some methods, of a class.
   *
   * @param methods bit m of word 0 (methods 0 to 63) or word 1 (64 to 127); empty for answers only
   * @return the agent's number
   * @throws TransportUnavailableException if the system refuses
   */
  int register(int managementClass, int classVersion, long[] methods);

  /**
   * Sends header and MAD; from any thread.
   *
   * @param timeoutMs how long the kernel waits for the answer; 0 when none is expected, and then it
   *     drops one that comes
   * @return whether the system took it
   */
  boolean send(int agent, byte[] userMad, int timeoutMs);

  /**
   * Waits for header and MAD; from one thread, always the same.
   *
   * @return bytes written to {@code userMad}, 0 for something unusable, {@link #NOTHING} or {@link
   *     #FAILED}
   */
  int receive(byte[] userMad, int timeoutMs);

  /**
   * Sets the port's IsSM bit, which lasts as long as this process, or clears it.
   *
   * @throws TransportUnavailableException if the system refuses
   */
  void setSubnetManager(boolean isSm);

  /** Not while another thread is in {@link #receive}. */
  @Override
  void close();
}
