package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaHeader;
import java.util.Arrays;
import java.util.StringJoiner;

/**
 * A question to subnet administration. Each {@code with} makes another one.
 *
 * @param group what it is asked for, in words: questions of one are told together
 * @param smKey 0 for one that claims no trust
 * @param record 200 bytes of SA data
 */
record SaQuestion(
    String group, SaKind kind, int method, int modifier, long smKey, long mask, byte[] record) {
  static SaQuestion of(String group, SaKind kind, int method) {
    return new SaQuestion(group, kind, method, 0, 0, 0, new byte[Mad.SA_DATA_BYTES]);
  }

  SaQuestion with(Field component, long value) {
    byte[] changed = record.clone();
    component.set(changed, 0, value);
    return new SaQuestion(group, kind, method, modifier, smKey, mask | component.mask(), changed);
  }

  /** Asks for what a record has. */
  SaQuestion like(Field component, byte[] sample) {
    byte[] changed = record.clone();
    int from = component.byteOffset();
    int bits = component.bits() * component.count();
    if (bits % 8 == 0 && component.bit() % 8 == 0) {
      System.arraycopy(sample, from, changed, from, bits / 8);
    } else {
      component.set(changed, 0, component.get(sample, 0));
    }
    return new SaQuestion(group, kind, method, modifier, smKey, mask | component.mask(), changed);
  }

  /** Asks with one entry of a component that has several, as a record has it. */
  SaQuestion like(Field component, byte[] sample, int index) {
    byte[] changed = record.clone();
    int bytes = component.bits() / 8;
    int from = component.byteOffset() + index * bytes;
    System.arraycopy(sample, from, changed, from, bytes);
    return new SaQuestion(
        group, kind, method, modifier, smKey, mask | component.mask(index), changed);
  }

  /** Asks for a GID. */
  SaQuestion with(Field component, Gid gid) {
    byte[] sample = new byte[Mad.SA_DATA_BYTES];
    Gid.write(component, sample, 0, gid);
    return like(component, sample);
  }

  SaQuestion modifier(int value) {
    return new SaQuestion(group, kind, method, value, smKey, mask, record);
  }

  SaQuestion trusted(long key) {
    return new SaQuestion(group, kind, method, modifier, key, mask, record);
  }

  Mad mad() {
    Mad mad = Sa.request(method, kind.attributeId(), modifier, mask, smKey, record);
    // Behind ibsim opensm leaves what its kernel would fill in as the request had it.
    SaHeader header = SaHeader.of(mad).rmppVersion(Rmpp.VERSION).rmppType(Rmpp.TYPE_DATA);
    if (method == Mad.GET_MULTI) {
      header.rmppFlags(Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST).segmentNumber(1);
    }
    return mad;
  }

  /** The components asked for. */
  @Override
  public String toString() {
    StringJoiner components = new StringJoiner(", ");
    for (Field field : kind.layout().fields()) {
      if (!field.isReserved() && (mask & field.mask()) != 0) {
        components.add(
            field.count() > 1
                ? field.name()
                : "%s=%#x".formatted(field.name(), field.get(record, 0)));
      }
    }
    return components.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SaQuestion question
        && question.group.equals(group)
        && Arrays.equals(question.mad().bytes(), mad().bytes());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(mad().bytes());
  }
}
