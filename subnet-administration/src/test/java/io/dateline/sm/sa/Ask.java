package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaHeader;
import io.dateline.sm.change.ChangeGate;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.registration.Register;
import io.dateline.sm.registration.RegistrationBook;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.subnet.SubnetView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** A request in the making. Setting a component selects it in the ComponentMask. */
public final class Ask {
  static final SubnetAdministration ADMINISTRATION = new SubnetAdministration(SaSettings.DEFAULTS);

  private final Mad mad;

  private Ask(int method, int attributeId) {
    mad = Sa.request(method, attributeId, 0, 0, 0, new byte[0]);
  }

  public static Ask method(int method, int attributeId) {
    return new Ask(method, attributeId);
  }

  public static Ask get(int attributeId) {
    return method(Mad.GET, attributeId);
  }

  public static Ask table(int attributeId) {
    return method(Mad.GET_TABLE, attributeId);
  }

  public Ask with(Field component, long value) {
    component.set(mad.bytes(), Mad.SA_DATA, value);
    return selecting(component);
  }

  public Ask with(Field gid, long prefix, long interfaceId) {
    gid.setHalf(mad.bytes(), Mad.SA_DATA, 0, prefix);
    gid.setHalf(mad.bytes(), Mad.SA_DATA, 8, interfaceId);
    return selecting(gid);
  }

  public Ask with(Field text, String value) {
    text.setText(mad.bytes(), Mad.SA_DATA, value);
    return selecting(text);
  }

  private Ask selecting(Field component) {
    SaHeader header = SaHeader.of(mad);
    header.componentMask(header.componentMask() | component.mask());
    return this;
  }

  public Ask smKey(long key) {
    SaHeader.of(mad).smKey(key);
    return this;
  }

  public Ask modifier(int value) {
    mad.u32(20, value);
    return this;
  }

  public Ask transaction(long id) {
    mad.transactionId(id);
    return this;
  }

  public Mad mad() {
    return mad;
  }

  /** Whether it is answered on the thread that it came on. */
  boolean isCheapIn(SubnetView view, Register register) {
    return ADMINISTRATION.isCheap(view, register, new SaRequest(mad, 1));
  }

  SaAnswer answerTo(SubnetView view, int requesterLid) {
    return answerTo(view, GroupBook.EMPTY, requesterLid);
  }

  SaAnswer answerTo(SubnetView view, GroupBook groups, int requesterLid) {
    return ADMINISTRATION.respond(
        view,
        new Register(groups, RegistrationBook.EMPTY, ChangeGate.CLOSED),
        new SaRequest(mad, requesterLid));
  }

  /** The reply to the requester, who has LID 1 unless said otherwise. */
  public Reply in(SubnetView view) {
    return in(view, 1);
  }

  public Reply in(SubnetView view, int requesterLid) {
    return (Reply) answerTo(view, requesterLid);
  }

  public Reply in(SubnetView view, GroupBook groups, int requesterLid) {
    return (Reply) answerTo(view, groups, requesterLid);
  }

  int statusIn(SubnetView view) {
    return in(view).status();
  }

  /** The records of a reply that says yes, as views. */
  <R> List<R> recordsIn(SubnetView view, BiFunction<byte[], Integer, R> type) {
    return records(in(view), type);
  }

  static <R> List<R> records(Reply reply, BiFunction<byte[], Integer, R> type) {
    assertThat(reply.status()).isZero();
    List<R> records = new ArrayList<>();
    for (int i = 0; i < reply.recordCount(); i++) {
      records.add(type.apply(reply.records(), i * reply.attributeOffset() * 8));
    }
    return records;
  }
}
