package io.dateline.fabric.judge;

import io.dateline.fabric.Fabric;
import io.dateline.fabric.LidMap;
import java.util.Arrays;

/**
 * The end ports in scope that have a LID, in the order of their port indices, and where their
 * packets enter the switches.
 */
final class Senders {
  final int count;
  final int caCount; // those that are not port 0 of a switch
  final int[] ports; // by sender
  final int[] baseLids; // by sender
  final int[] lidCounts; // by sender
  final int[] entrySwitch; // by sender; Fabric.NONE where the cable leads to no switch
  final int[] entryNumber; // by sender: number of the input port, 0 for the switch itself
  final int[] direct; // senders without an entry switch
  final int[] caAtSwitch; // by switch: adapter and router ports whose packets enter there
  final int[] allAtSwitch; // by switch: those and, in scope, port 0
  private final Fabric fabric;
  private final int[] senderOfPort; // by port index, Fabric.NONE where it is no sender

  Senders(Fabric fabric, LidMap lids, Scope scope) {
    this.fabric = fabric;
    int[] endPorts = fabric.endPorts();
    int[] found = new int[endPorts.length];
    int senders = 0;
    for (int port : endPorts) {
      if (scope.includes(fabric, port) && lids.lidCount(port) > 0) {
        found[senders++] = port;
      }
    }
    count = senders;
    ports = Arrays.copyOf(found, senders);
    baseLids = new int[senders];
    lidCounts = new int[senders];
    entrySwitch = new int[senders];
    entryNumber = new int[senders];
    caAtSwitch = new int[fabric.switchCount()];
    allAtSwitch = new int[fabric.switchCount()];
    senderOfPort = new int[fabric.portCount()];
    Arrays.fill(senderOfPort, Fabric.NONE);
    int[] withoutSwitch = new int[senders];
    int directCount = 0;
    int adapters = 0;
    for (int sender = 0; sender < senders; sender++) {
      int port = ports[sender];
      senderOfPort[port] = sender;
      baseLids[sender] = lids.baseLid(port);
      lidCounts[sender] = lids.lidCount(port);
      boolean isSwitch = fabric.isSwitch(fabric.nodeOf(port));
      int entry = isSwitch ? port : fabric.peer(port);
      entrySwitch[sender] = fabric.switchAt(port);
      entryNumber[sender] = fabric.portNumber(entry);
      if (!isSwitch) {
        adapters++;
      }
      if (entrySwitch[sender] == Fabric.NONE) {
        withoutSwitch[directCount++] = sender;
        continue;
      }
      allAtSwitch[entrySwitch[sender]]++;
      if (!isSwitch) {
        caAtSwitch[entrySwitch[sender]]++;
      }
    }
    caCount = adapters;
    direct = Arrays.copyOf(withoutSwitch, directCount);
  }

  /** The sender of an end port, or {@link Fabric#NONE}. */
  int senderOf(int port) {
    return senderOfPort[port];
  }

  /** Whether a sender is no port 0 of a switch. */
  boolean isCa(int sender) {
    return !fabric.isSwitch(fabric.nodeOf(ports[sender]));
  }

  /**
   * Whether cables lead from a sender to an end port.
   *
   * @param distances by switch, NONE where no cables lead from it to that end port
   */
  boolean isJoined(int sender, int port, int[] distances) {
    int entry = entrySwitch[sender];
    return entry == Fabric.NONE ? reachesDirectly(sender, port) : distances[entry] != Fabric.NONE;
  }

  /** Whether a sender without an entry switch is cabled to this end port. */
  boolean reachesDirectly(int sender, int port) {
    return fabric.peer(ports[sender]) == port;
  }
}
