package io.dateline.sm.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.dateline.sm.log.BuildId;
import io.dateline.sm.manager.SubnetStatus;
import io.dateline.sm.manager.TrapBook;
import io.dateline.sm.manager.Violations;
import io.dateline.sm.replica.ReplicaStatus;
import io.dateline.sm.sa.SaEvent;
import java.util.List;
import java.util.Map;

/**
 * What {@code /status} answers.
 *
 * @param subnet what the subnet manager said last; its fields stand beside the others. Null where
 *     there is none
 * @param ready whether it manages the subnet, or could take over
 * @param notReady why not; null where it is
 * @param signs of life, null before they are looked for
 * @param saEvents what happened in subnet administration since the node started, up to now
 * @param quotas what ports were refused since then, up to now
 * @param journal how large it was within the last minute, null before
 * @param replica what the replica said last, null before
 * @param switchesHere GUIDs of switches whose programmers live on this node, at most {@link
 *     #SWITCHES_NAMED}; null before that is known
 * @param switchCountHere how many there are
 * @param oldestNode HOST:PORT of the node of the cluster that the subnet manager lives at, null
 *     while there is none
 * @param qosPolicy what this node has read of that, null without one
 * @param settings when they were read, and what is wrong with them, null before that is known
 * @param traffic what protects it, null before that is known
 * @param violations of keys that this node was told last, the newest one first
 * @param linkTroubles that traps 129 to 131 told last, the newest one first
 * @param build of this node
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record NodeStatus(
    @JsonUnwrapped SubnetStatus subnet,
    boolean ready,
    String notReady,
    VitalSigns signs,
    Map<SaEvent, Long> saEvents,
    QuotaStatus quotas,
    JournalSize journal,
    ReplicaStatus replica,
    List<String> switchesHere,
    Integer switchCountHere,
    String oldestNode,
    Policy qosPolicy,
    SettingsStatus settings,
    TrafficStatus traffic,
    List<Violations.Seen> violations,
    List<TrapBook.Seen> linkTroubles,
    BuildId build) {
  static final int SWITCHES_NAMED = 100;

  /**
   * A policy of quality of service; nodes that have the same digest give paths the same levels.
   *
   * @param digest of what its file says, 64 hexadecimal digits
   */
  record Policy(int rules, String digest) {}
}
