package io.dateline.sm.sa;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.persistence.event.SubnetEvent.MulticastJoined;
import io.dateline.persistence.event.SubnetEvent.MulticastLeft;
import io.dateline.sm.change.ChangeAnswer;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.group.GroupChanges;
import io.dateline.sm.group.GroupRequest;
import io.dateline.sm.group.GroupRules;
import io.dateline.sm.group.GroupSettings;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.sa.SaAnswer.Wanted;
import io.dateline.sm.subnet.SubnetView;
import java.util.ArrayList;
import java.util.List;

/** Hosts that ask for groups, and a manager that decides at once and needs no journal. */
public final class GroupClients {
  public static final Gid BROADCAST = new Gid(0xFF12_401B_FFFF_0000L, 0xFFFF_FFFFL);

  final List<SubnetEvent> journal = new ArrayList<>();
  private final SubnetView view;
  private final GroupRules rules;
  GroupBook book = GroupBook.EMPTY;

  /** What a host gets: a status, and the record where it is 0. */
  record Got(int status, McMemberRecord record) {}

  GroupClients(SubnetView view, GroupSettings settings) {
    this.view = view;
    rules = new GroupRules(() -> settings);
  }

  public static Ask joining(Gid mgid, long portGuid, int joinState) {
    return ask(Mad.SET, mgid, portGuid, joinState);
  }

  static Ask leaving(Gid mgid, long portGuid, int joinState) {
    return ask(Mad.DELETE, mgid, portGuid, joinState);
  }

  private static Ask ask(int method, Gid mgid, long portGuid, int joinState) {
    return Ask.method(method, AttributeId.MC_MEMBER_RECORD)
        .with(McMemberRecord.MGID, mgid.prefix(), mgid.interfaceId())
        .with(McMemberRecord.PORT_GID, Gid.DEFAULT_PREFIX, portGuid)
        .with(McMemberRecord.JOIN_STATE, joinState);
  }

  /** A Set with all that a group is made of. */
  static Ask creating(Gid mgid, long portGuid, int joinState) {
    return joining(mgid, portGuid, joinState)
        .with(McMemberRecord.Q_KEY, 0xB1B)
        .with(McMemberRecord.P_KEY, 0xFFFF)
        .with(McMemberRecord.SL, 0)
        .with(McMemberRecord.FLOW_LABEL, 0)
        .with(McMemberRecord.T_CLASS, 0);
  }

  Got tell(Ask ask, int lid) {
    return switch (ask.answerTo(view, book, lid)) {
      case Reply reply -> new Got(reply.status(), null);
      case Wanted wanted -> decide(wanted);
      case SaAnswer.Dropped dropped -> throw new AssertionError(dropped.toString());
    };
  }

  private Got decide(Wanted wanted) {
    GroupChanges changes = new GroupChanges(book, "test", 0);
    ChangeAnswer answer = rules.decide(changes, (GroupRequest) wanted.request());
    for (SubnetEvent event : changes.events()) {
      journal.add(event);
      book =
          switch (event) {
            case MulticastJoined joined -> book.with(joined);
            case MulticastLeft left -> book.with(left);
            default -> throw new AssertionError(event.toString());
          };
    }
    return switch (answer) {
      case ChangeAnswer.Done done -> new Got(0, (McMemberRecord) done.record());
      case ChangeAnswer.Refused refused -> new Got(refused.status(), null);
      case ChangeAnswer.OverQuota over -> new Got(SaStatus.NO_RESOURCES, null);
      case ChangeAnswer.Busy busy -> throw new AssertionError("rules are never busy");
    };
  }
}
