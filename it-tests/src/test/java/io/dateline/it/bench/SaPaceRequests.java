package io.dateline.it.bench;

import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.InformInfo;
import io.dateline.mad.sa.GuidInfoRecord;
import io.dateline.mad.sa.InformInfoRecord;
import io.dateline.mad.sa.LinearForwardingTableRecord;
import io.dateline.mad.sa.LinkRecord;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.MultiPathRecord;
import io.dateline.mad.sa.MulticastForwardingTableRecord;
import io.dateline.mad.sa.NodeRecord;
import io.dateline.mad.sa.PKeyTableRecord;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.PortInfoRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.ServiceRecord;
import io.dateline.mad.sa.SlToVlMappingTableRecord;
import io.dateline.mad.sa.SmInfoRecord;
import io.dateline.mad.sa.SwitchInfoRecord;
import io.dateline.mad.sa.VlArbitrationTableRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The requests of {@link SaPace} to one manager, made of what it says of its nodes. Those that it
 * does not grant are left out.
 */
final class SaPaceRequests {
  private static final long SA_KEY = 1;
  private static final long SERVICE_ID = 0x1000_0000_0000_0000L;
  private static final Gid GROUP = new Gid(0xFF15_5A5A_0000_0000L, 0x100);
  private static final int SWITCH = 2;
  private static final int SLOTS = 32;
  private static final int QUERIES_MAX = 256;
  private static final int ANY = 0xFFFF;

  private final SaPort port;
  private final List<NodeRecord> nodes = new ArrayList<>();
  private final List<SaPaceKind> kinds = new ArrayList<>();

  private SaPaceRequests(SaPort port) {
    this.port = port;
  }

  /**
   * Those of every kind.
   *
   * @param port that asks
   * @param holder another port, which makes the groups that are joined
   * @param lidMax LIDs in use, from 1 on
   */
  static List<SaPaceKind> of(SaPort port, SaPort holder, int lidMax) throws InterruptedException {
    SaPaceRequests requests = new SaPaceRequests(port);
    requests.nodes(lidMax);
    requests.ofPorts();
    requests.ofSwitches();
    requests.paths();
    requests.registered();
    requests.changes(holder);
    return requests.kinds;
  }

  private static SaQuestion get(SaKind kind) {
    return SaQuestion.of("", kind, Mad.GET);
  }

  private void nodes(int lidMax) throws InterruptedException {
    for (int lid = 1; lid <= lidMax; lid++) {
      port.ask(get(SaKind.NODE).with(NodeRecord.LID, lid).mad())
          .map(answer -> NodeRecord.of(Sa.data(answer)))
          .ifPresent(nodes::add);
    }
  }

  private List<NodeRecord> hosts() {
    return nodes.stream().filter(it -> it.nodeInfo().nodeType() != SWITCH).toList();
  }

  private List<NodeRecord> switches() {
    return nodes.stream().filter(it -> it.nodeInfo().nodeType() == SWITCH).toList();
  }

  /** A kind with those of the questions that are answered. */
  private void add(String name, List<SaQuestion> questions) throws InterruptedException {
    List<Mad> answered = new ArrayList<>();
    for (SaQuestion question : questions.subList(0, Math.min(QUERIES_MAX, questions.size()))) {
      if (port.ask(question.mad()).isPresent()) {
        answered.add(question.mad());
      }
    }
    if (!answered.isEmpty()) {
      kinds.add(SaPaceKind.of("Get " + name, answered));
    }
  }

  private void add(SaKind kind, List<SaQuestion> questions) throws InterruptedException {
    add(kind.name(), questions);
  }

  private void ofPorts() throws InterruptedException {
    add(SaKind.CLASS_PORT_INFO, List.of(get(SaKind.CLASS_PORT_INFO)));
    add(SaKind.NODE, ofNodes(nodes, SaKind.NODE, NodeRecord.LID));
    List<SaQuestion> ports = new ArrayList<>();
    List<SaQuestion> links = new ArrayList<>();
    List<SaQuestion> keys = new ArrayList<>();
    List<SaQuestion> lanes = new ArrayList<>();
    List<SaQuestion> arbitration = new ArrayList<>();
    for (NodeRecord host : hosts()) {
      int lid = host.lid();
      int number = host.nodeInfo().localPortNum();
      ports.add(
          get(SaKind.PORT_INFO)
              .with(PortInfoRecord.ENDPORT_LID, lid)
              .with(PortInfoRecord.PORT_NUM, number));
      links.add(get(SaKind.LINK).with(LinkRecord.FROM_LID, lid).with(LinkRecord.FROM_PORT, number));
      keys.add(
          get(SaKind.P_KEY)
              .trusted(SA_KEY)
              .with(PKeyTableRecord.LID, lid)
              .with(PKeyTableRecord.BLOCK_NUM, 0)
              .with(PKeyTableRecord.PORT_NUM, number));
      lanes.add(
          get(SaKind.SL_TO_VL)
              .with(SlToVlMappingTableRecord.LID, lid)
              .with(SlToVlMappingTableRecord.INPUT_PORT_NUM, 0)
              .with(SlToVlMappingTableRecord.OUTPUT_PORT_NUM, number));
      arbitration.add(
          get(SaKind.VL_ARBITRATION)
              .with(VlArbitrationTableRecord.LID, lid)
              .with(VlArbitrationTableRecord.OUTPUT_PORT_NUM, number)
              .with(VlArbitrationTableRecord.BLOCK_NUM, 1));
    }
    add(SaKind.PORT_INFO, ports);
    add(SaKind.LINK, links);
    add(SaKind.P_KEY, keys);
    add(SaKind.SL_TO_VL, lanes);
    add(SaKind.VL_ARBITRATION, arbitration);
    add(
        SaKind.GUID_INFO,
        ofNodes(hosts(), SaKind.GUID_INFO, GuidInfoRecord.LID).stream()
            .map(it -> it.with(GuidInfoRecord.BLOCK_NUM, 0))
            .toList());
    add(SaKind.SM_INFO, ofNodes(nodes, SaKind.SM_INFO, SmInfoRecord.LID));
  }

  private static List<SaQuestion> ofNodes(List<NodeRecord> nodes, SaKind kind, Field lid) {
    return nodes.stream().map(node -> get(kind).with(lid, node.lid())).toList();
  }

  private void ofSwitches() throws InterruptedException {
    add(SaKind.SWITCH, ofNodes(switches(), SaKind.SWITCH, SwitchInfoRecord.LID));
    add(
        SaKind.LFT,
        ofNodes(switches(), SaKind.LFT, LinearForwardingTableRecord.LID).stream()
            .map(it -> it.with(LinearForwardingTableRecord.BLOCK_NUM, 0))
            .toList());
    add(
        SaKind.MFT,
        ofNodes(switches(), SaKind.MFT, MulticastForwardingTableRecord.LID).stream()
            .map(it -> it.with(MulticastForwardingTableRecord.POSITION, 0))
            .map(it -> it.with(MulticastForwardingTableRecord.BLOCK_NUM, 0))
            .toList());
  }

  private void paths() throws InterruptedException {
    List<SaQuestion> byLid = new ArrayList<>();
    List<SaQuestion> byGid = new ArrayList<>();
    List<SaQuestion> several = new ArrayList<>();
    List<NodeRecord> hosts = hosts();
    for (int i = 0; i < QUERIES_MAX; i++) {
      NodeRecord from = hosts.get(i % hosts.size());
      NodeRecord to = hosts.get((7 * i + 1 + i / hosts.size()) % hosts.size());
      byLid.add(get(SaKind.PATH).with(PathRecord.SLID, from.lid()).with(PathRecord.DLID, to.lid()));
      byGid.add(byGids(from.nodeInfo().portGuid(), to.nodeInfo().portGuid()));
      several.add(multiPath(from.nodeInfo().portGuid(), to.nodeInfo().portGuid()));
    }
    add("PathRecord by LIDs", byLid);
    add("PathRecord by GIDs", byGid);
    add("MultiPathRecord (GetMulti)", several);
  }

  private static SaQuestion byGids(long from, long to) {
    PathRecord record = new PathRecord().sgid(ofPort(from)).dgid(ofPort(to)).numbPath(1);
    long mask = PathRecord.SGID.mask() | PathRecord.DGID.mask() | PathRecord.NUMB_PATH.mask();
    return new SaQuestion("", SaKind.PATH, Mad.GET, 0, 0, mask, padded(record.bytes()));
  }

  private static SaQuestion multiPath(long from, long to) {
    SaQuestion question =
        SaQuestion.of("", SaKind.MULTI_PATH, Mad.GET_MULTI)
            .with(MultiPathRecord.SGID_COUNT, 1)
            .with(MultiPathRecord.DGID_COUNT, 1)
            .with(MultiPathRecord.NUMB_PATH, 1);
    ByteBuffer gids = ByteBuffer.wrap(question.record()).position(MultiPathRecord.BYTES);
    gids.putLong(Gid.DEFAULT_PREFIX).putLong(from).putLong(Gid.DEFAULT_PREFIX).putLong(to);
    return question;
  }

  private static Gid ofPort(long guid) {
    return new Gid(Gid.DEFAULT_PREFIX, guid);
  }

  private static byte[] padded(byte[] record) {
    return Arrays.copyOf(record, Mad.SA_DATA_BYTES);
  }

  /** What the port leaves with the manager: a service, a subscription and a group. */
  private void registered() throws InterruptedException {
    port.ask(service(Mad.SET, SERVICE_ID - 1));
    port.ask(subscription(1, ANY));
    port.ask(group(Mad.SET, SLOTS));
    add(
        SaKind.SERVICE,
        List.of(get(SaKind.SERVICE).with(ServiceRecord.SERVICE_ID, SERVICE_ID - 1)));
    InformInfoRecord own = new InformInfoRecord().subscriberGid(ofPort(port.guid()));
    add(
        SaKind.INFORM_INFO,
        List.of(
            new SaQuestion(
                "",
                SaKind.INFORM_INFO,
                Mad.GET,
                0,
                SA_KEY,
                InformInfoRecord.SUBSCRIBER_GID.mask(),
                padded(own.bytes()))));
    McMemberRecord member = new McMemberRecord().mgid(groupGid(SLOTS)).portGid(ofPort(port.guid()));
    add(
        SaKind.MC_MEMBER,
        List.of(
            new SaQuestion(
                "",
                SaKind.MC_MEMBER,
                Mad.GET,
                0,
                SA_KEY,
                McMemberRecord.MGID.mask() | McMemberRecord.PORT_GID.mask(),
                padded(member.bytes()))));
  }

  private void changes(SaPort holder) throws InterruptedException {
    List<List<Mad>> joins = new ArrayList<>();
    List<List<Mad>> services = new ArrayList<>();
    List<List<Mad>> subscriptions = new ArrayList<>();
    for (int slot = 0; slot < SLOTS; slot++) {
      holder.ask(group(Mad.SET, slot, holder.guid()));
      joins.add(List.of(group(Mad.SET, slot), group(Mad.DELETE, slot)));
      services.add(
          List.of(service(Mad.SET, SERVICE_ID + slot), service(Mad.DELETE, SERVICE_ID + slot)));
      subscriptions.add(List.of(subscription(1, 0x1000 + slot), subscription(0, 0x1000 + slot)));
    }
    kinds.add(new SaPaceKind("join and leave", joins));
    kinds.add(new SaPaceKind("offer and end a service", services));
    kinds.add(new SaPaceKind("subscribe and end it", subscriptions));
  }

  private static Gid groupGid(int slot) {
    return new Gid(GROUP.prefix(), GROUP.interfaceId() + slot);
  }

  private Mad group(int method, int slot) {
    return group(method, slot, port.guid());
  }

  private static Mad group(int method, int slot, long guid) {
    McMemberRecord record =
        new McMemberRecord()
            .mgid(groupGid(slot))
            .portGid(ofPort(guid))
            .joinState(McMemberRecord.JOIN_FULL)
            .qKey(0xB1B)
            .pKey(0xFFFF);
    long mask =
        McMemberRecord.MGID.mask()
            | McMemberRecord.PORT_GID.mask()
            | McMemberRecord.JOIN_STATE.mask();
    if (method == Mad.SET) {
      mask |=
          McMemberRecord.Q_KEY.mask()
              | McMemberRecord.P_KEY.mask()
              | McMemberRecord.SL.mask()
              | McMemberRecord.FLOW_LABEL.mask()
              | McMemberRecord.T_CLASS.mask();
    }
    return Sa.request(method, AttributeId.MC_MEMBER_RECORD, 0, mask, 0, record.bytes());
  }

  private Mad service(int method, long id) {
    ServiceRecord record =
        new ServiceRecord()
            .serviceId(id)
            .serviceGid(ofPort(port.guid()))
            .servicePKey(0xFFFF)
            .serviceLease(0xFFFF_FFFFL);
    long mask =
        ServiceRecord.SERVICE_ID.mask()
            | ServiceRecord.SERVICE_GID.mask()
            | ServiceRecord.SERVICE_PKEY.mask()
            | ServiceRecord.SERVICE_LEASE.mask();
    return Sa.request(method, AttributeId.SERVICE_RECORD, 0, mask, 0, record.bytes());
  }

  private static Mad subscription(int subscribe, int trapNumber) {
    InformInfo info =
        new InformInfo()
            .lidRangeBegin(ANY)
            .isGeneric(1)
            .subscribe(subscribe)
            .type(ANY)
            .trapNumber(trapNumber)
            .qpn(1)
            .respTimeValue(18)
            .producerType(0xFFFFFF);
    return Sa.request(Mad.SET, AttributeId.INFORM_INFO, 0, 0, 0, info.bytes());
  }
}
