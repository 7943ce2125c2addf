package io.dateline.it.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.it.kit.BroadcastGroup;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.sim.Simulator;

/** A host that joins the broadcast group of IPoIB, and leaves it. */
final class GroupMember implements AutoCloseable {
  private final SaClient client;

  /** At a channel adapter's port that no other program is attached to. */
  GroupMember(Simulator simulator, int port) {
    client = new SaClient(simulator, port, 1);
  }

  int port() {
    return client.port();
  }

  /** Joins as a full member; returns the group's multicast LID. */
  int join() throws Exception {
    return McMemberRecord.in(ask(true).bytes(), Mad.SA_DATA).mlid();
  }

  void leave() throws Exception {
    ask(false);
  }

  private Mad ask(boolean isJoin) throws Exception {
    Mad answer = client.ask(BroadcastGroup.change(isJoin, client.guid(), 0));
    assertThat(answer.status()).isZero();
    return answer;
  }

  @Override
  public void close() {
    client.close();
  }
}
