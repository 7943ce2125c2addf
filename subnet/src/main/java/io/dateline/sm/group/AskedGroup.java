package io.dateline.sm.group;

import io.dateline.mad.attribute.Field;

/** What a request says of a group, with components of MCMemberRecord. */
public interface AskedGroup {
  /** Whether the request's ComponentMask selects the component. */
  boolean has(Field component);

  /** The value of a component of up to 32 bits. */
  int value(Field component);
}
