package io.dateline.sm.sa;

import io.dateline.fabric.Fabric;
import io.dateline.mad.Mad;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sm.registration.Register;
import io.dateline.sm.sa.SaAnswer.DropReason;
import io.dateline.sm.sa.SaAnswer.Dropped;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.sa.SaAnswer.Wanted;
import io.dateline.sm.subnet.SubnetView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Answers requests to subnet administration (IBA Vol 1, 15.4) from a view of the subnet and the
 * register of groups, services and subscriptions, and from nothing else: the same of these and the
 * same request give the same answer. Any number of threads may ask. What is to change something is
 * only put in order here.
 *
 * <p>Unlike OpenSM, which keeps silent, it tells a port that asks for an attribute it does not have
 * that it does not have it.
 */
public final class SubnetAdministration {
  private static final int BASE_VERSION = 1;

  /** Looks that need no thread of their own: at as many pairs of LIDs as LMC 4 gives two ports. */
  static final int CHEAP_LOOKS = 256;

  private final SaSettings settings;
  private final Map<Integer, RecordSource> sources;

  /*
   * What was computed for the view last asked about. It follows from the view alone, so whether it
   * is found here or made anew changes no answer, and losing a race costs time only.
   */
  private volatile SubnetIndex lastIndex;

  public SubnetAdministration(SaSettings settings) {
    this.settings = settings;
    sources =
        List.of(
                new ClassPortInfoSource(
                    settings.respTimeCode(), settings.hasMulticast(), settings.hasQos()),
                new NodeRecords(),
                new PortInfoRecords(),
                new SlToVlMappingTableRecords(),
                new SwitchInfoRecords(settings.hasMulticast()),
                new LinearForwardingTableRecords(),
                new MulticastForwardingTableRecords(),
                new SmInfoRecords(),
                new LinkRecords(),
                new GuidInfoRecords(),
                new PKeyTableRecords(),
                new PathRecords(
                    settings.answerBytesMax() / PathRecord.BYTES, settings.prefixRoutes()),
                new MultiPathRecords(),
                new VlArbitrationTableRecords(),
                new McMemberRecords(settings.hasMulticast()),
                new ServiceRecords(),
                new InformInfos(),
                new InformInfoRecords())
            .stream()
            .collect(Collectors.toUnmodifiableMap(RecordSource::attributeId, Function.identity()));
  }

  /** Computes what queries of this view need, so that the first of them need not. */
  public void prepare(SubnetView view) {
    index(view);
  }

  /**
   * Whether the request is answered without a look at the whole subnet, in microseconds. Others may
   * take seconds and want a thread of their own.
   */
  public boolean isCheap(SubnetView view, Register register, SaRequest request) {
    RecordSource source = sources.get(request.mad().attributeId());
    return source == null
        || !isOfVersion(request.mad())
        || source.methodStatus(request.mad().method()) != 0
        || looks(source, index(view), register, request) <= CHEAP_LOOKS;
  }

  private static long looks(
      RecordSource source, SubnetIndex index, Register register, SaRequest request) {
    return source.namesItsEnds(request.componentMask())
        ? source.looks(request, index, register)
        : source.looksAtAll(index, register);
  }

  public SaAnswer respond(SubnetView view, Register register, SaRequest request) {
    Mad mad = request.mad();
    if (!isOfClass(mad)) {
      return new Dropped(DropReason.WRONG_CLASS);
    }
    if (!isRequest(mad.method())) {
      return new Dropped(DropReason.NOT_A_REQUEST);
    }
    if (!isOfVersion(mad)) {
      return Reply.refusal(Sa.responseMethod(mad.method()), Mad.STATUS_BAD_VERSION);
    }
    long key = request.smKey();
    if (key != 0 && key != settings.saKey().getAsLong()) {
      return new Dropped(DropReason.WRONG_SM_KEY);
    }
    int requester = view.lids().port(request.requesterLid());
    if (requester == Fabric.NONE) {
      return new Dropped(DropReason.UNKNOWN_REQUESTER);
    }
    SaQuery query = new SaQuery(index(view), register, request, requester, key != 0);
    Optional<DropReason> objection = TrustRules.objection(settings.trust().get(), query);
    if (objection.isPresent()) {
      return new Dropped(objection.get());
    }
    int responseMethod = Sa.responseMethod(mad.method());
    RecordSource source = sources.get(mad.attributeId());
    if (source == null) {
      return Reply.refusal(responseMethod, Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE);
    }
    int status = source.methodStatus(mad.method());
    if (status != 0) {
      return Reply.refusal(responseMethod, status);
    }
    return answer(source, query, responseMethod);
  }

  private SaAnswer answer(RecordSource source, SaQuery query, int responseMethod) {
    int status = source.check(query);
    if (status != 0) {
      return Reply.refusal(responseMethod, status);
    }
    if (query.method() == Mad.SET || query.method() == Mad.DELETE) {
      return new Wanted(source.wanted(query));
    }
    boolean isTable = Sa.isAnsweredByTable(query.method());
    int recordsMax =
        isTable ? settings.answerBytesMax() / RecordTable.stride(source.recordBytes()) : 1;
    RecordTable table = new RecordTable(source.recordBytes(), recordsMax);
    source.collect(query, table);
    if (table.isExceeded()) {
      return Reply.refusal(
          responseMethod, isTable ? SaStatus.NO_RESOURCES : SaStatus.TOO_MANY_RECORDS);
    }
    if (table.count() == 0) {
      return Reply.refusal(responseMethod, isTable ? 0 : SaStatus.NO_RECORDS);
    }
    return new Reply(responseMethod, 0, table.stride() / 8, table.toBytes());
  }

  private SubnetIndex index(SubnetView view) {
    SubnetIndex index = lastIndex;
    if (index == null || !index.isOf(view)) {
      index = SubnetIndex.of(view);
      lastIndex = index;
    }
    return index;
  }

  /** Whether a MAD is one of subnet administration. */
  public static boolean isOfClass(Mad mad) {
    return mad.managementClass() == Mad.CLASS_SUBN_ADM;
  }

  /** Whether a MAD is of the versions spoken here; of others nothing but the header is known. */
  public static boolean isOfVersion(Mad mad) {
    return mad.u8(0) == BASE_VERSION && mad.classVersion() == Sa.CLASS_VERSION;
  }

  /** Whether a method asks for an answer (IBA Vol 1, 15.2.2). */
  private static boolean isRequest(int method) {
    return switch (method) {
      case Mad.GET, Mad.SET, Mad.GET_TABLE, Mad.GET_TRACE_TABLE, Mad.GET_MULTI, Mad.DELETE -> true;
      default -> false;
    };
  }
}
