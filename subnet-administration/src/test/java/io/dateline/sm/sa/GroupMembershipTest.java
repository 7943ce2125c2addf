package io.dateline.sm.sa;

import static io.dateline.sm.sa.GroupClients.BROADCAST;
import static io.dateline.sm.sa.GroupClients.creating;
import static io.dateline.sm.sa.GroupClients.joining;
import static io.dateline.sm.sa.GroupClients.leaving;
import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.MulticastTree;
import io.dateline.fabric.Routing;
import io.dateline.mad.attribute.Field;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.SwitchInfo;
import io.dateline.mad.sa.McMemberRecord;
import io.dateline.mad.sa.SaStatus;
import io.dateline.mad.sa.Selector;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.sm.group.GroupSettings;
import io.dateline.sm.sa.GroupClients.Got;
import io.dateline.sm.subnet.SubnetView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Set and Delete of MCMemberRecord (IBA Vol 1, o15-0.1 and o15-0.2). Hosts 0 to 3 have LIDs 3 to 6;
 * host 3 is in no partition with the others but that of 0x8005, with host 2.
 */
class GroupMembershipTest {
  private static final Gid MGID = new Gid(0xFF12_0000_0000_0000L, 1);
  private static final Gid IPOIB = new Gid(0xFF12_401B_FFFF_0000L, 1);
  private static final int FULL = MulticastGroup.FULL_MEMBER;
  private static final int NON = MulticastGroup.NON_MEMBER;
  private static final int SEND_ONLY = MulticastGroup.SEND_ONLY_NON_MEMBER;
  private static final int SEND_ONLY_FULL = MulticastGroup.SEND_ONLY_FULL_MEMBER;
  private static final int RATE_100 = 16; // of 4x EDR

  /** Bits of components, in a fixed order. */
  private static final Map<Field, Integer> WIDTHS = new LinkedHashMap<>();

  static {
    WIDTHS.put(McMemberRecord.Q_KEY, 32);
    WIDTHS.put(McMemberRecord.MLID, 16);
    WIDTHS.put(McMemberRecord.MTU_SELECTOR, 2);
    WIDTHS.put(McMemberRecord.MTU, 6);
    WIDTHS.put(McMemberRecord.T_CLASS, 8);
    WIDTHS.put(McMemberRecord.P_KEY, 16);
    WIDTHS.put(McMemberRecord.RATE_SELECTOR, 2);
    WIDTHS.put(McMemberRecord.RATE, 6);
    WIDTHS.put(McMemberRecord.PACKET_LIFE_TIME_SELECTOR, 2);
    WIDTHS.put(McMemberRecord.PACKET_LIFE_TIME, 6);
    WIDTHS.put(McMemberRecord.SL, 4);
    WIDTHS.put(McMemberRecord.FLOW_LABEL, 20);
    WIDTHS.put(McMemberRecord.HOP_LIMIT, 8);
    WIDTHS.put(McMemberRecord.SCOPE, 4);
    WIDTHS.put(McMemberRecord.PROXY_JOIN, 1);
  }

  private final SubnetViewBuilder builder = SubnetViewBuilder.row(2, 2);

  {
    builder.pKeys(builder.host(2), 0xFFFF, 0x8005).pKeys(builder.host(3), 0x0005);
  }

  private SubnetView view = builder.build();
  private GroupClients clients = new GroupClients(view, GroupSettings.DEFAULTS);

  private int lid(int host) {
    return view.lids().baseLid(builder.host(host));
  }

  private long guid(int host) {
    return builder.fabric.portGuid(builder.host(host));
  }

  private Got ask(Ask ask, int host) {
    return clients.tell(ask, lid(host));
  }

  private int join(Gid mgid, int host, int joinState) {
    return ask(joining(mgid, guid(host), joinState), host).status();
  }

  @Test
  void shouldMakeTheGroupOfTheFirstWhoJoins() {
    Got got = ask(creating(MGID, guid(0), FULL), 0);
    assertThat(got.status()).isZero();
    McMemberRecord record = got.record();
    assertThat(record.mlid()).isEqualTo(0xC000);
    assertThat(record.mtuSelector()).isEqualTo(Selector.EXACTLY);
    assertThat(record.mtu()).isEqualTo(5);
    assertThat(record.rate()).isEqualTo(RATE_100);
    assertThat(record.packetLifeTime()).isEqualTo(18);
    assertThat(record.qKey()).isEqualTo(0xB1B);
    assertThat(record.scope()).isEqualTo(2);
    assertThat(record.joinState()).isEqualTo(FULL);
    assertThat(record.proxyJoin()).isFalse();
    assertThat(record.portGid()).isEqualTo(new Gid(Gid.DEFAULT_PREFIX, guid(0)));
    Gid other = new Gid(MGID.prefix(), 2);
    assertThat(ask(creating(other, guid(1), SEND_ONLY_FULL), 1).record().mlid()).isEqualTo(0xC001);
    assertThat(join(MGID, 1, NON)).isZero();
    assertThat(clients.book.group(MGID).members())
        .extracting(MulticastGroup.Member::joinState)
        .containsExactly(FULL, NON);
  }

  @Test
  void shouldGrantARepeatedJoinWithoutAChange() {
    ask(creating(MGID, guid(0), FULL), 0);
    int events = clients.journal.size();
    Got again = ask(creating(MGID, guid(0), FULL), 0);
    assertThat(again.status()).isZero();
    assertThat(again.record().joinState()).isEqualTo(FULL);
    assertThat(clients.journal).hasSize(events);
    assertThat(ask(joining(MGID, guid(0), SEND_ONLY), 0).record().joinState())
        .as("all that it is in with")
        .isEqualTo(FULL | SEND_ONLY);
    assertThat(clients.journal).hasSize(events + 1);
  }

  @Test
  void shouldEndWithTheLastWhoKeepsItAlive() {
    ask(creating(MGID, guid(0), FULL), 0);
    join(MGID, 1, SEND_ONLY_FULL | NON);
    join(MGID, 2, NON);
    assertThat(ask(leaving(MGID, guid(0), FULL), 0).record().joinState()).isZero();
    assertThat(clients.book.group(MGID).members()).hasSize(2);
    Got half = ask(leaving(MGID, guid(1), SEND_ONLY_FULL), 1);
    assertThat(half.record().joinState()).as("it is in no group any more").isZero();
    assertThat(clients.book.groups()).as("non-members went with it").isEmpty();
    assertThat(ask(creating(MGID, guid(2), FULL), 2).record().mlid())
        .as("its MLID is free")
        .isEqualTo(0xC000);
  }

  private static Arguments refusal(String what, int status, UnaryOperator<Ask> change) {
    return Arguments.of(what, status, change);
  }

  /** What is wrong with a Set that would make a group otherwise. */
  static Stream<Arguments> creations() {
    int invalid = SaStatus.REQ_INVALID;
    return Stream.of(
        refusal("nothing", 0, ask -> ask),
        refusal("not full", invalid, ask -> ask.with(McMemberRecord.JOIN_STATE, NON)),
        refusal("no state", invalid, ask -> ask.with(McMemberRecord.JOIN_STATE, 0)),
        refusal("unicast", invalid, ask -> ask.with(McMemberRecord.MGID, 0xFE80L << 48, 1)),
        refusal("flags", invalid, ask -> ask.with(McMemberRecord.MGID, 0xFF22_0000_0000_0000L, 1)),
        refusal(
            "the SA's own", invalid, ask -> ask.with(McMemberRecord.MGID, 0xFF12_A01BL << 32, 1)),
        refusal(
            "the SA's, site-local", 0, ask -> ask.with(McMemberRecord.MGID, 0xFF15_A01BL << 32, 1)),
        refusal("no P_Key", invalid, ask -> ask.with(McMemberRecord.P_KEY, 0x8000)),
        refusal("foreign P_Key", invalid, ask -> ask.with(McMemberRecord.P_KEY, 0x8005)),
        refusal(
            "foreign prefix",
            SaStatus.REQ_INVALID_GID,
            ask -> ask.with(McMemberRecord.PORT_GID, 0xFEC0L << 48, 0x1000)),
        refusal(
            "unknown port",
            invalid,
            ask -> ask.with(McMemberRecord.PORT_GID, Gid.DEFAULT_PREFIX, 99)),
        refusal(
            "another partition's port",
            invalid,
            ask -> ask.with(McMemberRecord.PORT_GID, Gid.DEFAULT_PREFIX, 0x1030)),
        refusal("no MTU", invalid, ask -> mtu(ask, Selector.EXACTLY, 9)),
        refusal("MTU as the port's", 0, ask -> mtu(ask, Selector.EXACTLY, 5)),
        refusal("MTU above the port's", invalid, ask -> mtu(ask, Selector.GREATER_THAN, 5)),
        refusal("MTU above a small one", 0, ask -> mtu(ask, Selector.GREATER_THAN, 2)),
        refusal("MTU below the least", invalid, ask -> mtu(ask, Selector.LESS_THAN, 1)),
        refusal("no rate", invalid, ask -> rate(ask, Selector.EXACTLY, 63)),
        refusal("rate as the port's", 0, ask -> rate(ask, Selector.EXACTLY, RATE_100)),
        refusal("rate above the port's", invalid, ask -> rate(ask, Selector.EXACTLY, 17)),
        refusal("more than the port's", invalid, ask -> rate(ask, Selector.GREATER_THAN, RATE_100)),
        refusal("rate below the least", invalid, ask -> rate(ask, Selector.LESS_THAN, 2)));
  }

  private static Ask mtu(Ask ask, int selector, int mtu) {
    return ask.with(McMemberRecord.MTU_SELECTOR, selector).with(McMemberRecord.MTU, mtu);
  }

  private static Ask rate(Ask ask, int selector, int rate) {
    return ask.with(McMemberRecord.RATE_SELECTOR, selector).with(McMemberRecord.RATE, rate);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("creations")
  void shouldMakeOnlyWhatCanBe(String what, int status, UnaryOperator<Ask> change) {
    assertThat(ask(change.apply(creating(MGID, guid(0), FULL)), 0).status()).isEqualTo(status);
    assertThat(clients.book.groups()).hasSize(status == 0 ? 1 : 0);
  }

  @Test
  void shouldWantAllComponents() {
    int insufficient = SaStatus.REQ_INSUFFICIENT_COMPONENTS;
    assertThat(join(MGID, 0, FULL)).isEqualTo(insufficient);
    Ask withoutPort =
        Ask.method(0x02, 0x38)
            .with(McMemberRecord.MGID, MGID.prefix(), MGID.interfaceId())
            .with(McMemberRecord.JOIN_STATE, FULL);
    assertThat(ask(withoutPort, 0).status()).isEqualTo(insufficient);
    Ask withoutTclass =
        joining(MGID, guid(0), FULL)
            .with(McMemberRecord.Q_KEY, 1)
            .with(McMemberRecord.P_KEY, 0xFFFF)
            .with(McMemberRecord.SL, 0)
            .with(McMemberRecord.FLOW_LABEL, 0);
    assertThat(ask(withoutTclass, 0).status()).isEqualTo(insufficient);
    assertThat(clients.journal).isEmpty();
  }

  /** What is wrong with a Set that would join a group of MTU 2048 and 40 Gb/s otherwise. */
  static Stream<Arguments> joins() {
    int invalid = SaStatus.REQ_INVALID;
    return Stream.of(
        refusal("nothing", 0, ask -> ask),
        refusal("no state", invalid, ask -> ask.with(McMemberRecord.JOIN_STATE, 0)),
        refusal("Q_Key", invalid, ask -> ask.with(McMemberRecord.Q_KEY, 1)),
        refusal("same Q_Key", 0, ask -> ask.with(McMemberRecord.Q_KEY, 0xB1B)),
        refusal("P_Key", invalid, ask -> ask.with(McMemberRecord.P_KEY, 0x8005)),
        refusal("limited P_Key", 0, ask -> ask.with(McMemberRecord.P_KEY, 0x7FFF)),
        refusal("TClass", invalid, ask -> ask.with(McMemberRecord.T_CLASS, 1)),
        refusal("SL", invalid, ask -> ask.with(McMemberRecord.SL, 1)),
        refusal("FlowLabel", invalid, ask -> ask.with(McMemberRecord.FLOW_LABEL, 1)),
        refusal("HopLimit", invalid, ask -> ask.with(McMemberRecord.HOP_LIMIT, 1)),
        refusal("exact MTU", 0, ask -> mtu(ask, Selector.EXACTLY, 4)),
        refusal("another MTU", invalid, ask -> mtu(ask, Selector.EXACTLY, 5)),
        refusal("MTU above", invalid, ask -> mtu(ask, Selector.GREATER_THAN, 4)),
        refusal("MTU below", invalid, ask -> mtu(ask, Selector.LESS_THAN, 4)),
        refusal("a value alone", 0, ask -> ask.with(McMemberRecord.MTU, 5)),
        refusal("exact rate", 0, ask -> rate(ask, Selector.EXACTLY, 7)),
        refusal("rate above", invalid, ask -> rate(ask, Selector.GREATER_THAN, 7)),
        refusal("rates compare as rates", 0, ask -> rate(ask, Selector.LESS_THAN, 12)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("joins")
  void shouldLetInWhoAgrees(String what, int status, UnaryOperator<Ask> change) {
    Ask first = rate(mtu(creating(MGID, guid(0), FULL), Selector.EXACTLY, 4), Selector.EXACTLY, 7);
    assertThat(ask(first, 0).status()).isZero();
    assertThat(ask(change.apply(joining(MGID, guid(1), FULL)), 1).status()).isEqualTo(status);
    assertThat(clients.book.memberCount()).isEqualTo(status == 0 ? 2 : 1);
  }

  @Test
  void shouldNotLookAtWhatNeedNotAgree() {
    clients = new GroupClients(view, new GroupSettings(false, true, false, false, 0));
    ask(creating(MGID, guid(0), FULL), 0);
    assertThat(ask(joining(MGID, guid(1), FULL).with(McMemberRecord.SL, 5), 1).status()).isZero();
  }

  @Test
  void shouldRefusePortsThatCannotTakeItsPackets() {
    builder.portInfo(builder.host(1)).neighborMtu(3).mtuCap(3);
    view = builder.build();
    clients = new GroupClients(view, GroupSettings.DEFAULTS);
    ask(creating(MGID, guid(0), FULL), 0);
    assertThat(join(MGID, 1, FULL)).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(join(MGID, 3, FULL)).as("another partition").isEqualTo(SaStatus.REQ_INVALID);
    assertThat(join(MGID, 2, FULL)).isZero();
  }

  @Test
  void shouldTakeASwitchForAsFastAsItsLinks() {
    ask(creating(MGID, guid(0), FULL), 0);
    int port = builder.switchPort(0, 0);
    Ask ask = joining(MGID, builder.fabric.portGuid(port), FULL);
    Got got = clients.tell(ask, view.lids().baseLid(port));
    assertThat(got.status()).isZero();
    assertThat(got.record().rate()).isEqualTo(RATE_100);
  }

  @Test
  void shouldMakeGroupsOfIpoibNextToTheirBroadcastGroup() {
    assertThat(ask(creating(IPOIB, guid(0), FULL), 0).status()).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(ask(creating(BROADCAST, guid(0), FULL), 0).status()).isZero();
    assertThat(ask(creating(IPOIB, guid(0), FULL).with(McMemberRecord.Q_KEY, 1), 0).status())
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(ask(creating(IPOIB, guid(0), FULL), 0).status()).isZero();
    Gid siteLocal = new Gid(0xFF15_601B_FFFF_0000L, 1);
    assertThat(ask(creating(siteLocal, guid(0), FULL), 0).status()).isEqualTo(SaStatus.REQ_INVALID);
    clients = new GroupClients(view, new GroupSettings(false, false, true, false, 0));
    assertThat(ask(creating(IPOIB, guid(0), FULL), 0).status()).as("unchecked").isZero();
  }

  private Gid numbered(int number) {
    return new Gid(MGID.prefix(), number);
  }

  @Test
  void shouldLeaveGroupsForOthersWhateverOnePortMakes() {
    clients = new GroupClients(view, new GroupSettings(false, true, true, false, 5));
    for (int i = 0; i < 5; i++) {
      assertThat(ask(creating(numbered(i), guid(0), FULL), 0).status()).isZero();
    }
    assertThat(ask(creating(numbered(5), guid(0), FULL), 0).status())
        .isEqualTo(SaStatus.NO_RESOURCES);
    assertThat(ask(creating(numbered(6), guid(1), FULL), 1).status()).as("another port").isZero();
    assertThat(join(numbered(6), 0, FULL)).as("a group of others").isEqualTo(SaStatus.NO_RESOURCES);
    assertThat(join(numbered(0), 0, FULL)).as("one that it is in").isZero();
    assertThat(ask(leaving(numbered(0), guid(0), FULL), 0).status()).isZero();
    assertThat(join(numbered(6), 0, FULL)).as("room again").isZero();
  }

  @Test
  void shouldCountGroupsThatAPortHasOthersJoinAsItsOwn() {
    clients = new GroupClients(view, new GroupSettings(false, true, true, false, 5));
    for (int i = 0; i < 5; i++) {
      assertThat(ask(creating(numbered(i), guid(1), FULL), 0).status()).isZero();
    }
    assertThat(ask(creating(numbered(5), guid(1), FULL), 0).status())
        .isEqualTo(SaStatus.NO_RESOURCES);
    assertThat(ask(creating(numbered(6), guid(1), FULL), 1).status())
        .as("the one that was spoken for asks itself")
        .isZero();
  }

  @Test
  void shouldMakeMgidsOfItsOwn() {
    Gid first = ask(creating(Gid.ZERO, guid(0), FULL), 0).record().mgid();
    Gid second =
        ask(creating(Gid.ZERO, guid(0), FULL).with(McMemberRecord.SCOPE, 5), 0).record().mgid();
    assertThat(first.toString()).startsWith("ff12:a01b:fe80:0:0:0:");
    assertThat(second.toString()).startsWith("ff15:a01b:fe80:0:0:0:");
    Gid third = ask(creating(Gid.ZERO, guid(0), FULL), 0).record().mgid();
    assertThat(third).isNotEqualTo(first);
    assertThat(clients.book.groups()).hasSize(3);
  }

  @Test
  void shouldRunOutOfMlids() {
    builder.attributes.switchInfo()[0] =
        SwitchInfo.of(builder.attributes.switchInfo()[0]).multicastFdbCap(2).bytes();
    view = builder.build();
    clients = new GroupClients(view, GroupSettings.DEFAULTS);
    Gid last = new Gid(MGID.prefix(), 7);
    Ask wanted = creating(last, guid(0), FULL).with(McMemberRecord.MLID, 0xC001);
    assertThat(ask(wanted, 0).record().mlid()).isEqualTo(0xC001);
    assertThat(ask(creating(MGID, guid(0), FULL), 0).record().mlid()).isEqualTo(0xC000);
    assertThat(ask(creating(new Gid(MGID.prefix(), 3), guid(0), FULL), 0).status())
        .isEqualTo(SaStatus.NO_RESOURCES);
  }

  @Test
  void shouldGrantServiceLevelsThatTheTreeIsFor() {
    Routing routing =
        view.routing().withMulticast(new MulticastTree(0, new int[2][0], List.of(0, 8)));
    view =
        new SubnetView(
            view.generation(),
            view.fabric(),
            view.lids(),
            routing,
            view.attributes(),
            view.subnetPrefix(),
            view.subnetTimeoutCode(),
            view.policy(),
            view.partitionSls(),
            view.managers(),
            view.multicast());
    clients = new GroupClients(view, GroupSettings.DEFAULTS);
    assertThat(ask(creating(MGID, guid(0), FULL).with(McMemberRecord.SL, 1), 0).status())
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(ask(creating(MGID, guid(0), FULL).with(McMemberRecord.SL, 8), 0).status()).isZero();
  }

  @Test
  void shouldLetOthersSpeakForAPortThatTheyBroughtIn() {
    Got proxied = ask(creating(MGID, guid(0), FULL), 1);
    assertThat(proxied.record().proxyJoin()).isTrue();
    assertThat(ask(leaving(MGID, guid(0), FULL), 3).status())
        .as("of another partition")
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(ask(leaving(MGID, guid(0), FULL), 2).status()).isZero();
    ask(creating(MGID, guid(0), FULL), 0);
    assertThat(ask(leaving(MGID, guid(0), FULL), 1).status())
        .as("it speaks for itself")
        .isEqualTo(SaStatus.REQ_INVALID);
    assertThat(ask(joining(MGID, guid(0), NON), 1).status()).isEqualTo(SaStatus.REQ_INVALID);
  }

  @Test
  void shouldLetGoOnlyWhatIsThere() {
    ask(creating(MGID, guid(0), FULL), 0);
    for (Ask ask :
        List.of(
            leaving(new Gid(MGID.prefix(), 9), guid(0), FULL),
            leaving(MGID, guid(0), NON),
            leaving(MGID, guid(0), FULL | NON),
            leaving(MGID, guid(0), 0))) {
      assertThat(ask(ask, 0).status()).isEqualTo(SaStatus.REQ_INVALID);
    }
    assertThat(ask(leaving(MGID, guid(1), FULL), 1).status()).isEqualTo(SaStatus.REQ_INVALID);
    assertThat(clients.book.memberCount()).isEqualTo(1);
  }

  /** Whatever is asked, the answer is a status or a membership that the journal has. */
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13})
  void shouldSurviveWhateverIsAsked(long seed) {
    Random random = new Random(seed);
    int granted = 0;
    for (int i = 0; i < 4000; i++) {
      Gid mgid = random.nextInt(5) == 0 ? Gid.ZERO : new Gid(MGID.prefix(), random.nextInt(4));
      int host = random.nextInt(4);
      int states = random.nextInt(16);
      boolean leaves = random.nextInt(3) == 0;
      Ask ask =
          leaves
              ? leaving(mgid, guid(random.nextInt(4)), states)
              : creating(mgid, guid(random.nextInt(8) == 0 ? random.nextInt(4) : host), states);
      WIDTHS.forEach(
          (field, bits) -> {
            if (random.nextInt(40) == 0) {
              ask.with(field, random.nextInt() & ((1L << bits) - 1));
            }
          });
      Got got = ask(ask, host);
      if (got.status() == 0) {
        granted++;
        int left = got.record().joinState();
        MulticastGroup group = clients.book.group(got.record().mgid());
        int isIn =
            group == null
                ? 0
                : group.members().stream()
                    .filter(member -> member.portGuid() == got.record().portGid().interfaceId())
                    .mapToInt(MulticastGroup.Member::joinState)
                    .findFirst()
                    .orElse(0);
        assertThat(isIn).as("seed %d, step %d", seed, i).isEqualTo(left);
      }
      for (MulticastGroup group : clients.book.groups()) {
        assertThat(group.members())
            .as("seed %d, step %d", seed, i)
            .anyMatch(member -> (member.joinState() & MulticastGroup.KEEPING) != 0);
      }
    }
    assertThat(granted).isGreaterThan(400);
  }
}
