package io.dateline.it.bench;

import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.LinearForwardingTableRecord;
import io.dateline.mad.sa.LinkRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.MultiPathRecord;
import io.dateline.mad.sa.MulticastForwardingTableRecord;
import io.dateline.mad.sa.NodeRecord;
import io.dateline.mad.sa.PKeyTableRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.PortInfoRecord;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.mad.sa.SlToVlMappingTableRecord;
import io.dateline.mad.sa.SmInfoRecord;
import io.dateline.mad.sa.SwitchInfoRecord;
import io.dateline.mad.sa.VlArbitrationTableRecord;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks one manager all there is to ask: every kind of record whole and by each of its components,
 * each record by its own key, and what no client should ask. What the first manager has said makes
 * the questions, which are then put to the second one as they were.
 */
final class SaQuestions {
  private static final long SA_KEY = 1;
  private static final Set<SaKind> CHANGED_BY_CLIENTS =
      Set.of(SaKind.MC_MEMBER, SaKind.SERVICE, SaKind.GUID_INFO);
  private static final int SAMPLES = 2;
  private static final int SWITCH = 2;

  /** Of the port that asks. */
  static final long ALIAS = 0x0002_C903_00A1_0001L;

  private final SaAsker asker;
  private final int lidMax;
  private final Map<SaQuestion, SaSeen> answers = new LinkedHashMap<>();
  private final Set<SaQuestion> later = new LinkedHashSet<>();

  private SaQuestions(SaAsker asker, int lidMax) {
    this.asker = asker;
    this.lidMax = lidMax;
  }

  /**
   * Asks the first manager.
   *
   * @param lidMax LIDs in use, from 1 on
   */
  static Map<SaQuestion, SaSeen> askAll(SaAsker asker, int lidMax) {
    SaQuestions all = new SaQuestions(asker, lidMax);
    for (SaKind kind : SaKind.ALL) {
      all.byComponents(kind);
    }
    all.byKeys();
    all.paths();
    all.portOptions();
    all.strange();
    return all.askLater();
  }

  /** Asks about the alias GUID that the port of the client has now. */
  static Map<SaQuestion, SaSeen> askByAlias(SaAsker asker, int lidMax) {
    SaQuestions all = new SaQuestions(asker, lidMax);
    all.byAlias();
    return all.askLater();
  }

  private Map<SaQuestion, SaSeen> askLater() {
    later.removeAll(answers.keySet());
    answers.putAll(asker.askAll(later));
    return answers;
  }

  /** Asks a question whose answer makes others. */
  private SaSeen now(SaQuestion question) {
    return answers.computeIfAbsent(question, asker::ask);
  }

  private void ask(SaQuestion question) {
    later.add(question);
  }

  private void byComponents(SaKind kind) {
    ask(SaQuestion.of("Get of everything", kind, Mad.GET));
    SaSeen plain = now(SaQuestion.of("table", kind, Mad.GET_TABLE));
    SaSeen trusted = now(SaQuestion.of("table, trusted", kind, Mad.GET_TABLE).trusted(SA_KEY));
    List<byte[]> samples = plain.records().isEmpty() ? trusted.records() : plain.records();
    for (byte[] sample : samples.subList(0, Math.min(SAMPLES, samples.size()))) {
      for (Field component : kind.layout().fields()) {
        if (!component.isReserved() && component.mask() != 0 && component.count() == 1) {
          ask(
              SaQuestion.of("table by a component", kind, Mad.GET_TABLE)
                  .trusted(SA_KEY)
                  .like(component, sample));
        }
      }
    }
  }

  private void byKeys() {
    for (int lid = 1; lid <= lidMax; lid++) {
      SaSeen node = now(get(SaKind.NODE).with(NodeRecord.LID, lid));
      if (node.records().isEmpty()) {
        continue;
      }
      NodeRecord record = NodeRecord.of(node.records().getFirst());
      boolean isSwitch = record.nodeInfo().nodeType() == SWITCH;
      int first = isSwitch ? 0 : record.nodeInfo().localPortNum();
      int last = isSwitch ? record.nodeInfo().numPorts() : first;
      ask(get(SaKind.GUID_INFO).with(GuidInfoRecord.LID, lid).with(GuidInfoRecord.BLOCK_NUM, 0));
      ask(get(SaKind.SM_INFO).with(SmInfoRecord.LID, lid));
      if (isSwitch) {
        ofSwitch(lid);
      }
      for (int port = first; port <= last; port++) {
        ofPort(lid, port);
        for (int input = first; input <= last; input++) {
          ask(
              get(SaKind.SL_TO_VL)
                  .with(SlToVlMappingTableRecord.LID, lid)
                  .with(SlToVlMappingTableRecord.INPUT_PORT_NUM, isSwitch ? input : 0)
                  .with(SlToVlMappingTableRecord.OUTPUT_PORT_NUM, port));
        }
      }
    }
  }

  private void ofSwitch(int lid) {
    ask(get(SaKind.SWITCH).with(SwitchInfoRecord.LID, lid));
    ask(
        get(SaKind.LFT)
            .with(LinearForwardingTableRecord.LID, lid)
            .with(LinearForwardingTableRecord.BLOCK_NUM, 0));
    ask(
        get(SaKind.MFT)
            .with(MulticastForwardingTableRecord.LID, lid)
            .with(MulticastForwardingTableRecord.POSITION, 0)
            .with(MulticastForwardingTableRecord.BLOCK_NUM, 0));
  }

  private void ofPort(int lid, int port) {
    ask(
        get(SaKind.PORT_INFO)
            .with(PortInfoRecord.ENDPORT_LID, lid)
            .with(PortInfoRecord.PORT_NUM, port));
    ask(get(SaKind.LINK).with(LinkRecord.FROM_LID, lid).with(LinkRecord.FROM_PORT, port));
    ask(
        get(SaKind.P_KEY)
            .trusted(SA_KEY)
            .with(PKeyTableRecord.LID, lid)
            .with(PKeyTableRecord.BLOCK_NUM, 0)
            .with(PKeyTableRecord.PORT_NUM, port));
    for (int block = 1; block <= 4; block++) {
      ask(
          get(SaKind.VL_ARBITRATION)
              .with(VlArbitrationTableRecord.LID, lid)
              .with(VlArbitrationTableRecord.OUTPUT_PORT_NUM, port)
              .with(VlArbitrationTableRecord.BLOCK_NUM, block));
    }
  }

  private static SaQuestion get(SaKind kind) {
    return SaQuestion.of("one by its key", kind, Mad.GET);
  }

  private void paths() {
    for (int source = 1; source <= lidMax; source++) {
      for (int destination = 1; destination <= lidMax; destination++) {
        ask(path("one by its ends", source, destination));
      }
    }
    SaQuestion some = path("one with a limit", 1, lidMax);
    for (int selector = 0; selector < 4; selector++) {
      for (int code = 0; code < 25; code++) {
        ask(some.with(PathRecord.MTU_SELECTOR, selector).with(PathRecord.MTU, code));
        ask(some.with(PathRecord.RATE_SELECTOR, selector).with(PathRecord.RATE, code));
        ask(
            some.with(PathRecord.PACKET_LIFE_TIME_SELECTOR, selector)
                .with(PathRecord.PACKET_LIFE_TIME, code));
      }
    }
    for (int sl = 0; sl < 16; sl++) {
      ask(some.with(PathRecord.SL, sl));
    }
    for (int key : new int[] {0xFFFF, 0x7FFF, 0x8001, 0}) {
      ask(some.with(PathRecord.P_KEY, key));
    }
    multiPaths();
  }

  private static SaQuestion path(String group, int source, int destination) {
    return SaQuestion.of(group, SaKind.PATH, Mad.GET)
        .with(PathRecord.SLID, source)
        .with(PathRecord.DLID, destination);
  }

  /** Each port from and to the alias GUID, and the groups of its port by it. */
  private void byAlias() {
    Gid alias = new Gid(Gid.DEFAULT_PREFIX, ALIAS);
    ask(
        SaQuestion.of("of the alias's port", SaKind.GUID_INFO, Mad.GET)
            .with(GuidInfoRecord.LID, asker.lid())
            .with(GuidInfoRecord.BLOCK_NUM, 0));
    for (int lid = 1; lid <= lidMax; lid++) {
      SaQuestion path = SaQuestion.of("by an alias", SaKind.PATH, Mad.GET);
      ask(path.with(PathRecord.SGID, alias).with(PathRecord.DLID, lid));
      ask(path.with(PathRecord.SLID, lid).with(PathRecord.DGID, alias));
      ask(path.with(PathRecord.SLID, lid).with(PathRecord.DGID, alias).with(PathRecord.SL, 0));
    }
    ask(
        SaQuestion.of("by an alias", SaKind.PATH, Mad.GET)
            .with(PathRecord.SGID, alias)
            .with(PathRecord.DGID, alias));
    ask(
        SaQuestion.of("by an alias", SaKind.MC_MEMBER, Mad.GET_TABLE)
            .trusted(SA_KEY)
            .with(McMemberRecord.PORT_GID, alias));
    ask(
        SaQuestion.of("by an alias", SaKind.SERVICE, Mad.GET_TABLE)
            .with(ServiceRecord.SERVICE_GID, alias));
  }

  private void multiPaths() {
    long[] guids = new long[lidMax + 1];
    for (int lid = 1; lid <= lidMax; lid++) {
      List<byte[]> node = now(get(SaKind.NODE).with(NodeRecord.LID, lid)).records();
      guids[lid] = node.isEmpty() ? 0 : NodeRecord.of(node.getFirst()).nodeInfo().portGuid();
    }
    for (int sources = 0; sources < 4; sources++) {
      for (int destinations = 0; destinations < 4; destinations++) {
        SaQuestion plain = multiPath(guids, sources, destinations);
        ask(plain);
        for (int paths : new int[] {0, 1, 2, 3, 127}) {
          ask(plain.with(MultiPathRecord.NUMB_PATH, paths));
        }
        ask(plain.with(MultiPathRecord.RATE_SELECTOR, 2).with(MultiPathRecord.RATE, 1));
        ask(plain.with(MultiPathRecord.SERVICE_ID8_MSB, 1));
      }
    }
  }

  /** From the last LIDs to those before them. */
  private SaQuestion multiPath(long[] guids, int sources, int destinations) {
    SaQuestion question =
        SaQuestion.of("several ends", SaKind.MULTI_PATH, Mad.GET_MULTI)
            .with(MultiPathRecord.SGID_COUNT, sources)
            .with(MultiPathRecord.DGID_COUNT, destinations);
    ByteBuffer gids = ByteBuffer.wrap(question.record());
    gids.position(MultiPathRecord.BYTES);
    for (int i = 0; i < sources + destinations; i++) {
      gids.putLong(Gid.DEFAULT_PREFIX).putLong(guids[lidMax - i]);
    }
    return question;
  }

  private void portOptions() {
    Field mask = PortInfoRecord.LAYOUT.field("portInfo.capabilityMask");
    Field mask2 = PortInfoRecord.LAYOUT.field("portInfo.capabilityMask2");
    for (int modifier : new int[] {0, 1 << 31}) {
      for (int bit = 0; bit < 32; bit++) {
        ask(
            SaQuestion.of("by bits of capabilities", SaKind.PORT_INFO, Mad.GET_TABLE)
                .modifier(modifier)
                .with(mask, 1L << bit));
      }
      for (int bit = 0; bit < 16; bit++) {
        ask(
            SaQuestion.of("by bits of capabilities", SaKind.PORT_INFO, Mad.GET_TABLE)
                .modifier(modifier)
                .with(mask2, 1L << bit));
      }
    }
    for (int options : new int[] {0, 0x80, 0x7F, 0xFF}) {
      ask(
          SaQuestion.of("by options", SaKind.PORT_INFO, Mad.GET_TABLE)
              .with(PortInfoRecord.OPTIONS, options));
    }
  }

  private void strange() {
    for (SaKind kind : SaKind.ALL) {
      ask(SaQuestion.of("wrong SM_Key", kind, Mad.GET_TABLE).trusted(7));
      ask(SaQuestion.of("method GetMulti", kind, Mad.GET_MULTI));
      ask(SaQuestion.of("method GetTraceTable", kind, Mad.GET_TRACE_TABLE));
      if (!CHANGED_BY_CLIENTS.contains(kind)) {
        ask(SaQuestion.of("method Set", kind, Mad.SET));
        ask(SaQuestion.of("method Delete", kind, Mad.DELETE));
      }
    }
  }
}
