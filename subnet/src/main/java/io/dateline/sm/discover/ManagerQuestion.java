package io.dateline.sm.discover;

import io.dateline.mad.AttributeId;
import io.dateline.mad.DirectedRoute;
import io.dateline.mad.Mad;
import io.dateline.mad.Smp;
import io.dateline.mad.attribute.SmInfo;

/** The question to another subnet manager what it is. */
public final class ManagerQuestion {
  private ManagerQuestion() {}

  /**
   * A directed-route Get(SMInfo) that says which manager is asking, without the SM_Key: older
   * OpenSMs show theirs only to a manager that says that it is master.
   */
  public static Mad of(DirectedRoute route, long mKey, SmInfo asking) {
    Mad question = Smp.get(route, AttributeId.SM_INFO, 0, mKey);
    asking.copyTo(question.bytes(), Mad.SMP_DATA);
    SmInfo.in(question.bytes(), Mad.SMP_DATA).smKey(0);
    return question;
  }
}
