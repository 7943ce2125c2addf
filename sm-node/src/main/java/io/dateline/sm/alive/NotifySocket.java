package io.dateline.sm.alive;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * systemd's datagram socket, to which a service of {@code Type=notify} tells how it is. Java has
 * stream sockets of that family only, so it is libc's, through java.lang.foreign.
 */
@SuppressWarnings("restricted") // calling C is what this class is for
final class NotifySocket implements ServiceManager {
  private static final Logger LOG = LoggerFactory.getLogger(NotifySocket.class);

  /** Values of Linux. */
  private static final int AF_UNIX = 1;

  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final int MSG_DONTWAIT_NOSIGNAL = 0x40 | 0x4000;
  private static final int PATH_MAX = 108;

  private final MethodHandle sendto;
  private final int descriptor;
  private final MemorySegment address;
  private boolean hasFailed; // and that was told

  private NotifySocket(MethodHandle sendto, int descriptor, MemorySegment address) {
    this.sendto = sendto;
    this.descriptor = descriptor;
    this.address = address;
  }

  /**
   * Opens it; what cannot be used is told, and then nothing is sent.
   *
   * @param path as in {@code NOTIFY_SOCKET}; {@code @} begins an abstract one
   */
  static ServiceManager open(String path) {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    if (name.length >= PATH_MAX || (name[0] != '@' && name[0] != '/')) {
      LOG.warn("NOTIFY_SOCKET={} is no socket of systemd's; it is told nothing", path);
      return NONE;
    }
    try {
      int descriptor =
          (int)
              function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT))
                  .invokeExact(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
      if (descriptor < 0) {
        throw new IllegalStateException("no socket is to be had");
      }
      return new NotifySocket(
          function(
              "sendto",
              FunctionDescriptor.of(
                  JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT)),
          descriptor,
          address(name));
    } catch (Throwable failure) { // invokeExact's
      LOG.warn("systemd cannot be told how this node is", failure);
      return NONE;
    }
  }

  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor);
  }

  /** A sockaddr_un. An abstract name has no end but the address's own. */
  private static MemorySegment address(byte[] name) {
    boolean isAbstract = name[0] == '@';
    MemorySegment address = Arena.global().allocate(2 + name.length + (isAbstract ? 0 : 1L), 2);
    address.set(JAVA_SHORT, 0, (short) AF_UNIX);
    MemorySegment.copy(name, 0, address, JAVA_BYTE, 2, name.length);
    if (isAbstract) {
      address.set(JAVA_BYTE, 2, (byte) 0);
    }
    return address;
  }

  @Override
  public synchronized void tell(String state) {
    byte[] bytes = state.getBytes(StandardCharsets.UTF_8);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocateFrom(JAVA_BYTE, bytes);
      long sent =
          (long)
              sendto.invokeExact(
                  descriptor,
                  text,
                  (long) bytes.length,
                  MSG_DONTWAIT_NOSIGNAL,
                  address,
                  (int) address.byteSize());
      if (sent < 0 && !hasFailed) {
        hasFailed = true;
        LOG.warn("systemd does not take what it is told at NOTIFY_SOCKET");
      }
    } catch (Throwable failure) { // invokeExact's
      throw new IllegalStateException(failure);
    }
  }
}
