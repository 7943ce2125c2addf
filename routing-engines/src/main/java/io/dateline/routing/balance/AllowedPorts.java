package io.dateline.routing.balance;

import io.dateline.fabric.SwitchGraph;
import io.dateline.routing.hops.Nearing;

/** The ports that qualify, each looked at when it is asked about. */
final class AllowedPorts implements Allowed {
  private final SwitchGraph channels;
  private final boolean[] avoided; // by channel, or null
  private final Nearing ports;

  AllowedPorts(TablePlan plan, Nearing ports) {
    channels = plan.channels();
    avoided = plan.avoided();
    this.ports = ports;
  }

  @Override
  public boolean isAllowed(int node, int channel, int home) {
    return ports.qualifies(node, channel, home)
        && (avoided == null || !avoided[channel] || !hasOther(node, home));
  }

  /** Whether a port qualifies that is not to be avoided. */
  private boolean hasOther(int node, int home) {
    for (int channel = channels.first[node]; channel < channels.first[node + 1]; channel++) {
      if (!avoided[channel] && ports.qualifies(node, channel, home)) {
        return true;
      }
    }
    return false;
  }
}
