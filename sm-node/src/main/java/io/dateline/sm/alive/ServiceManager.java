package io.dateline.sm.alive;

/** What has started the process and wants to know how it is: systemd, or none. */
@FunctionalInterface
public interface ServiceManager {
  ServiceManager NONE = state -> {};

  /** Tells something, as sd_notify(3) has it: {@code READY=1}. Never waits, never fails. */
  void tell(String state);

  /** What the environment names, or {@link #NONE}. */
  static ServiceManager ofEnvironment() {
    String socket = System.getenv("NOTIFY_SOCKET");
    return socket == null || socket.isEmpty() ? NONE : NotifySocket.open(socket);
  }
}
