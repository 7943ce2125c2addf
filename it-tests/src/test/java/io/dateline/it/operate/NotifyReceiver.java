package io.dateline.it.operate;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** The end of systemd's notification socket that systemd has. */
@SuppressWarnings("restricted") // calls C
final class NotifyReceiver implements AutoCloseable {
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM = 2;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int BYTES_MAX = 4096;

  private final int descriptor;
  private final List<String> received = new ArrayList<>();

  private NotifyReceiver(int descriptor) {
    this.descriptor = descriptor;
  }

  /**
   * Listens.
   *
   * @param name as in {@code NOTIFY_SOCKET}: a path, or {@code @} and an abstract name
   */
  static NotifyReceiver at(String name) throws Throwable {
    byte[] path = name.getBytes(StandardCharsets.UTF_8);
    int descriptor =
        (int) function("socket", JAVA_INT, JAVA_INT, JAVA_INT).invokeExact(AF_UNIX, SOCK_DGRAM, 0);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment address = arena.allocate(2L + path.length, 2);
      address.set(JAVA_SHORT, 0, (short) AF_UNIX);
      MemorySegment.copy(path, 0, address, JAVA_BYTE, 2, path.length);
      if (path[0] == '@') {
        address.set(JAVA_BYTE, 2, (byte) 0);
      }
      int bound =
          (int)
              function("bind", JAVA_INT, ADDRESS, JAVA_INT)
                  .invokeExact(descriptor, address, (int) address.byteSize());
      if (bound != 0) {
        throw new IllegalStateException("cannot listen at " + name);
      }
    }
    return new NotifyReceiver(descriptor);
  }

  private static MethodHandle function(String name, ValueLayout... arguments) {
    return Linker.nativeLinker()
        .downcallHandle(
            Linker.nativeLinker().defaultLookup().find(name).orElseThrow(),
            FunctionDescriptor.of(JAVA_INT, arguments));
  }

  /** Waits until something was told so often, since the beginning. */
  void await(String state, int times, Duration patience) {
    Awaitility.await(state)
        .atMost(patience)
        .until(
            () -> {
              receive();
              return received.stream().filter(state::equals).count() >= times;
            });
  }

  /** All that was told. */
  List<String> received() {
    receive();
    return List.copyOf(received);
  }

  private void receive() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(BYTES_MAX);
      MethodHandle recv =
          Linker.nativeLinker()
              .downcallHandle(
                  Linker.nativeLinker().defaultLookup().find("recv").orElseThrow(),
                  FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
      long length = (long) recv.invokeExact(descriptor, buffer, (long) BYTES_MAX, MSG_DONTWAIT);
      while (length > 0) {
        byte[] text = buffer.asSlice(0, length).toArray(JAVA_BYTE);
        received.add(new String(text, StandardCharsets.UTF_8));
        length = (long) recv.invokeExact(descriptor, buffer, (long) BYTES_MAX, MSG_DONTWAIT);
      }
    } catch (Throwable failure) { // invokeExact's
      throw new IllegalStateException(failure);
    }
  }

  @Override
  public void close() {
    try {
      int closed = (int) function("close", JAVA_INT).invokeExact(descriptor);
      if (closed != 0) {
        throw new IllegalStateException("not closed");
      }
    } catch (Throwable failure) { // invokeExact's
      throw new IllegalStateException(failure);
    }
  }
}
