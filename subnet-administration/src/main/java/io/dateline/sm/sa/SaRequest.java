package io.dateline.sm.sa;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.SaHeader;
import java.util.Optional;

/**
 * A request to subnet administration as it came in.
 *
 * @param mad the MAD, read only
 * @param requesterLid LID it came from
 * @param queuePair that it came from
 * @param atMs when, ms since 1970
 * @param sourceGid source GID of its GRH, if it came with one
 */
public record SaRequest(
    Mad mad, int requesterLid, int queuePair, long atMs, Optional<Gid> sourceGid) {
  /** One that came without a GRH. */
  public SaRequest(Mad mad, int requesterLid, int queuePair, long atMs) {
    this(mad, requesterLid, queuePair, atMs, Optional.empty());
  }

  /**
   * One that asks for nothing that depends on the time, from the queue pair of all such requests.
   */
  public SaRequest(Mad mad, int requesterLid) {
    this(mad, requesterLid, 1, 0);
  }

  long smKey() {
    return SaHeader.SM_KEY.get(mad.bytes(), SaHeader.OFFSET);
  }

  /** The value asked with, of a component of up to 32 bits. */
  int value(Field component) {
    return component.getInt(mad.bytes(), Mad.SA_DATA);
  }

  /** The GID asked with. */
  Gid gid(Field gid) {
    return new Gid(
        gid.getHalf(mad.bytes(), Mad.SA_DATA, 0), gid.getHalf(mad.bytes(), Mad.SA_DATA, 8));
  }

  /** Whether the ComponentMask selects the component. */
  boolean has(Field component) {
    return (componentMask() & component.mask()) != 0;
  }

  /** Another question that came in the same way. */
  SaRequest with(Mad question) {
    return new SaRequest(question, requesterLid, queuePair, atMs, sourceGid);
  }

  long componentMask() {
    return SaHeader.COMPONENT_MASK.get(mad.bytes(), SaHeader.OFFSET);
  }
}
