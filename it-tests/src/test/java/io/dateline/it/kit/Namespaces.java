package io.dateline.it.kit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Hosts that are network namespaces of this machine. All are on one management network, which can
 * be cut between any two of them and in one direction only; and each has a link of its own to the
 * test's process, where the fabric and the journal are, which is never cut.
 */
public final class Namespaces implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final int MOST_HOSTS = 5;
  private static final int SLOTS = 50;

  /** Nobody's: what is sent there is lost without a word. */
  private static final String NOWHERE = "02:00:00:00:00:01";

  /**
   * A host.
   *
   * @param name of the namespace
   * @param managementAddress where the other hosts reach it
   * @param fabricAddress where the test's process reaches it
   */
  public record Host(String name, String managementAddress, String fabricAddress) {
    /** What a command begins with that is to run there. */
    public List<String> enter() {
      return List.of("ip", "netns", "exec", name);
    }
  }

  private final Path folder;
  private final String prefix = "dl" + ProcessHandle.current().pid();
  private final List<Host> hosts = new ArrayList<>();

  /** Which of the {@link #SLOTS} sets of addresses is this one's; -1 before one is. */
  private int slot = -1;

  private Namespaces(Path folder) {
    this.folder = folder;
  }

  /** Makes hosts; skips the test where this is not allowed. */
  public static Namespaces make(Path folder, int count) {
    Machine.needs("ip");
    Namespaces made = new Namespaces(folder);
    try {
      made.makeHub();
      for (int host = 0; host < count; host++) {
        made.addHost(host);
      }
      return made;
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private void makeHub() {
    Running.Ended made = run("ip", "netns", "add", hub());
    if (made.exitCode() != 0) {
      Machine.lack("the right to make network namespaces (ip netns)");
    }
    ip("-n", hub(), "link", "add", "bridge", "type", "bridge");
    ip("-n", hub(), "link", "set", "bridge", "up");
    claimAddresses();
  }

  /** Addresses that no other run uses, nor one that was ended has left behind. */
  private void claimAddresses() {
    for (int candidate = 0; candidate < SLOTS; candidate++) {
      if (run("ip", "address", "add", outside(candidate) + "/32", "dev", "lo").exitCode() == 0) {
        slot = candidate;
        return;
      }
    }
    throw new IllegalStateException("other runs have left all addresses behind: ip address");
  }

  private String hub() {
    return prefix + "hub";
  }

  /** Where the test's process is, for every host. */
  public String outside() {
    return outside(slot);
  }

  private static String outside(int slot) {
    return "198.19.255." + (1 + slot);
  }

  private void addHost(int number) {
    Host host = new Host(prefix + "h" + number, "198.19.0." + (number + 1), link(number) + ".2");
    hosts.add(host);
    ip("netns", "add", host.name());
    ip("-n", host.name(), "link", "set", "lo", "up");

    String port = "port" + number;
    ip(
        "link",
        "add",
        "management",
        "netns",
        host.name(),
        "type",
        "veth",
        "peer",
        "name",
        port,
        "netns",
        hub());
    ip("-n", hub(), "link", "set", port, "master", "bridge", "up");
    ip("-n", host.name(), "address", "add", host.managementAddress() + "/24", "dev", "management");
    ip("-n", host.name(), "link", "set", "management", "up");

    String outer = outer(number);
    String outerAddress = link(number) + ".1";
    ip("link", "add", outer, "type", "veth", "peer", "name", "fabric", "netns", host.name());
    ip("address", "add", outerAddress + "/24", "dev", outer);
    ip("link", "set", outer, "up");
    ip("-n", host.name(), "address", "add", host.fabricAddress() + "/24", "dev", "fabric");
    ip("-n", host.name(), "link", "set", "fabric", "up");
    ip("-n", host.name(), "route", "add", "default", "via", outerAddress);
  }

  private String outer(int number) {
    return prefix + "f" + number;
  }

  private String link(int number) {
    return "198.18." + (slot * MOST_HOSTS + number);
  }

  public Host host(int number) {
    return hosts.get(number);
  }

  /** What one host sends to another is lost from now on. */
  public void cut(int from, int to) {
    ip(
        "-n",
        host(from).name(),
        "neigh",
        "replace",
        host(to).managementAddress(),
        "lladdr",
        NOWHERE,
        "dev",
        "management",
        "nud",
        "permanent");
  }

  /** Ends every cut. */
  public void heal() {
    for (Host from : hosts) {
      for (Host to : hosts) {
        if (!from.equals(to)) {
          run(
              "ip",
              "-n",
              from.name(),
              "neigh",
              "del",
              to.managementAddress(),
              "dev",
              "management"); // where there was none, that is no mistake
        }
      }
    }
  }

  private void ip(String... arguments) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    Running.Ended ended = run(command.toArray(String[]::new));
    if (ended.exitCode() != 0) {
      throw new IllegalStateException(command + ": " + ended.output());
    }
  }

  private Running.Ended run(String... command) {
    return Running.run(folder.resolve("ip.log"), PATIENCE, Map.of(), List.of(command));
  }

  /**
   * Links end with the namespace that they lead to, but that may outlive its name for as long as a
   * connection that was cut goes on trying; so those on this side are taken away first.
   */
  @Override
  public void close() {
    for (int host = 0; host < hosts.size(); host++) {
      run("ip", "link", "delete", outer(host));
      run("ip", "netns", "delete", hosts.get(host).name());
    }
    run("ip", "netns", "delete", hub());
    if (slot >= 0) {
      run("ip", "address", "delete", outside() + "/32", "dev", "lo");
    }
  }
}
