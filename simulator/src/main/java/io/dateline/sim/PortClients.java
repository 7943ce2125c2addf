package io.dateline.sim;

import io.dateline.mad.Mad;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/** The programs attached to one port, and which of them a MAD is for. */
final class PortClients {
  /** Requests remembered; the oldest is forgotten first. */
  private static final int ASKERS_MAX = 4096;

  private final List<Attachment> clients = new ArrayList<>();
  private final Long2ObjectLinkedOpenHashMap<Attachment> askers =
      new Long2ObjectLinkedOpenHashMap<>(); // by transaction ID

  void add(Attachment client) {
    clients.add(client);
  }

  void remove(Attachment client) {
    clients.remove(client);
    askers.values().removeIf(asker -> asker == client);
  }

  boolean isEmpty() {
    return clients.isEmpty();
  }

  boolean hasSubnetManager() {
    return subnetManager() != null;
  }

  /** Notes the client that sent a MAD that another program may answer. */
  void asks(Attachment client, long transactionId) {
    askers.putAndMoveToLast(transactionId, client);
    if (askers.size() > ASKERS_MAX) {
      askers.removeFirst();
    }
  }

  /** The client that gets a MAD that reached this port; null for none. */
  Attachment receiver(Mad mad) {
    if (mad.isResponse()) {
      Attachment asker = askers.get(mad.transactionId());
      return asker == null && clients.size() == 1 ? clients.getFirst() : asker;
    }
    int managementClass = mad.managementClass();
    boolean isForManager =
        managementClass == Mad.CLASS_SUBN_LID
            || managementClass == Mad.CLASS_SUBN_DIRECTED
            || (managementClass == Mad.CLASS_SUBN_ADM && mad.method() != Mad.REPORT);
    Attachment manager = subnetManager();
    if (isForManager && manager != null) {
      return manager;
    }
    for (Attachment client : clients) {
      if (client != manager && (isForManager ? client.isOpen() : client.takes(managementClass))) {
        return client;
      }
    }
    return manager != null && manager.takes(managementClass) ? manager : null;
  }

  private Attachment subnetManager() {
    for (Attachment client : clients) {
      if (client.isSubnetManager()) {
        return client;
      }
    }
    return null;
  }
}
