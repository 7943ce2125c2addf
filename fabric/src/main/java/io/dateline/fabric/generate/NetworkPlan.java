package io.dateline.fabric.generate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A network as cables between switches, to which hosts with one port are added. Switches and hosts
 * are numbered in the order they were added.
 */
final class NetworkPlan {
  /** Where a cable takes the next free port of its switch. */
  private static final int NEXT_FREE = 0;

  private final List<String> switchNames = new ArrayList<>();
  private final List<String> hostNames = new ArrayList<>();
  private final IntArrayList hostSwitches = new IntArrayList(); // by host
  private final IntArrayList cables = new IntArrayList(); // four ints each: a, port, b, port
  private final int firstFreePort;

  /** A plan whose switches number their ports from 1, in the order of the cables. */
  NetworkPlan() {
    this(1);
  }

  /** A plan whose cables between switches have fixed ports, and hosts the ports from here on. */
  NetworkPlan(int firstFreePort) {
    this.firstFreePort = firstFreePort;
  }

  int addSwitch(String name) {
    switchNames.add(name);
    return switchNames.size() - 1;
  }

  void addHost(int switchIndex, String name) {
    hostNames.add(name);
    hostSwitches.add(switchIndex);
  }

  /** Adds a host with the next number as its name. */
  void addHost(int switchIndex) {
    addHost(switchIndex, "H" + hostNames.size());
  }

  void connect(int a, int b) {
    connect(a, NEXT_FREE, b, NEXT_FREE);
  }

  void connect(int a, int portA, int b, int portB) {
    cables.add(a);
    cables.add(portA);
    cables.add(b);
    cables.add(portB);
  }

  int switchCount() {
    return switchNames.size();
  }

  int hostCount() {
    return hostNames.size();
  }

  String switchName(int switchIndex) {
    return switchNames.get(switchIndex);
  }

  String hostName(int host) {
    return hostNames.get(host);
  }

  /** The number of cables between switches. */
  int cableCount() {
    return cables.size() / 4;
  }

  /** The plan with a number for every port. */
  Wiring number() {
    int[] nextFree = new int[switchCount()];
    Arrays.fill(nextFree, firstFreePort);
    int[] ends = cables.toIntArray();
    for (int at = 0; at < ends.length; at += 2) {
      if (ends[at + 1] == NEXT_FREE) {
        ends[at + 1] = nextFree[ends[at]]++;
      }
    }
    int[] hostPorts = new int[hostCount()];
    for (int host = 0; host < hostPorts.length; host++) {
      hostPorts[host] = nextFree[hostSwitches.getInt(host)]++;
    }
    return new Wiring(ends, hostSwitches.toIntArray(), hostPorts);
  }
}
