package io.dateline.it.kit;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.transport.MadPacket;

/** Questions of ports that join IPoIB's broadcast group, or leave it. */
public final class BroadcastGroup {
  private static final Gid BROADCAST = new Gid(0xFF12_401B_FFFF_0000L, 0xFFFF_FFFFL);
  private static final long PATIENCE_MS = 20_000;

  private BroadcastGroup() {}

  /** Joins the group. */
  public static Mad join(long portGuid, long transaction) {
    return change(true, portGuid, transaction);
  }

  /** Joins or leaves the group. */
  public static Mad change(boolean isJoin, long portGuid, long transaction) {
    McMemberRecord record =
        new McMemberRecord()
            .mgid(BROADCAST)
            .portGid(new Gid(Gid.DEFAULT_PREFIX, portGuid))
            .joinState(McMemberRecord.JOIN_FULL);
    long mask =
        McMemberRecord.MGID.mask()
            | McMemberRecord.PORT_GID.mask()
            | McMemberRecord.JOIN_STATE.mask();
    return Sa.request(
            isJoin ? Mad.SET : Mad.DELETE, AttributeId.MC_MEMBER_RECORD, 0, mask, 0, record.bytes())
        .transactionId(transaction);
  }

  /** What a node answers the port that joins from this LID. */
  public static Mad joinOf(EmbeddedNode node, int lid, long portGuid, long transaction)
      throws InterruptedException {
    return node.port().ask(new MadPacket(join(portGuid, transaction), 1, lid, 1, 0), PATIENCE_MS);
  }
}
