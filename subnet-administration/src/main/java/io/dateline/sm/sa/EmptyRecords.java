package io.dateline.sm.sa;

import io.dateline.mad.attribute.AttributeLayout;

/**
 * Records that only clients make (multicast members, services, subscriptions), in a subnet whose
 * administration accepts none: Set and Delete are refused by the default of {@link #methodStatus},
 * so that there is nothing to tell, and saying so is a right answer.
 */
record EmptyRecords(int attributeId, AttributeLayout layout) implements RecordSource {
  @Override
  public int recordBytes() {
    return layout.bytes();
  }

  @Override
  public boolean isCheap(long componentMask) {
    return true;
  }

  @Override
  public void collect(SaQuery query, RecordTable answer) {}
}
