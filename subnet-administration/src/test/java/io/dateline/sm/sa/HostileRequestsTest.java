package io.dateline.sm.sa;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.sa.MultiPathRecord;
import io.dateline.mad.sa.Rmpp;
import io.dateline.mad.sa.Sa;
import io.dateline.mad.sa.SaHeader;
import io.dateline.mad.sa.SaStatus;
import io.dateline.sm.registration.Register;
import io.dateline.sm.sa.SaAnswer.DropReason;
import io.dateline.sm.sa.SaAnswer.Dropped;
import io.dateline.sm.sa.SaAnswer.Reply;
import io.dateline.sm.subnet.SubnetView;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Requests that no honest client sends: wrong class, versions, methods, keys, ports, masks and
 * counts. Each is answered with the status that IBA has for it (Vol 1, 13.4.7, 15.2.3), or dropped
 * where it says so (15.4.1). {@code -Dseed=N} asks others.
 */
class HostileRequestsTest {
  private static final int REQUESTS = Integer.getInteger("hostile.requests", 400_000);
  private static final int ANSWER_BYTES_MAX = 8_192;
  private static final int LIDS = 20; // those above the subnet's are of no port
  private static final Set<Integer> STATUSES =
      Set.of(
          0,
          Mad.STATUS_UNSUPPORTED_METHOD_ATTRIBUTE,
          SaStatus.NO_RESOURCES,
          SaStatus.REQ_INVALID,
          SaStatus.NO_RECORDS,
          SaStatus.TOO_MANY_RECORDS,
          SaStatus.REQ_INVALID_GID,
          SaStatus.REQ_INSUFFICIENT_COMPONENTS,
          SaStatus.REQ_DENIED);
  private static final Set<Integer> REQUEST_METHODS =
      Set.of(Mad.GET, Mad.SET, Mad.GET_TABLE, Mad.GET_TRACE_TABLE, Mad.GET_MULTI, Mad.DELETE);

  /** ClassPortInfo, InformInfo, and records of GUIDs, services, paths and groups. */
  private static final Set<Integer> ASKED_BY_STRANGERS =
      Set.of(
          AttributeId.CLASS_PORT_INFO,
          AttributeId.INFORM_INFO,
          AttributeId.GUID_INFO_RECORD,
          AttributeId.SERVICE_RECORD,
          AttributeId.PATH_RECORD,
          AttributeId.MC_MEMBER_RECORD);

  private final SubnetView view = SubnetViewBuilder.row(3, 2).lmc(1).build();
  private final SubnetAdministration administration =
      new SubnetAdministration(
          new SaSettings(
              () -> 1,
              16,
              ANSWER_BYTES_MAX,
              4,
              64 << 10,
              true,
              () -> PrefixRoutes.NONE,
              () -> true));
  private final Map<Integer, Integer> statuses = new TreeMap<>();
  private final Map<DropReason, Integer> drops = new EnumMap<>(DropReason.class);
  private int multiPaths; // that found some

  @Test
  void shouldAnswerWithTheRightStatusOrKeepSilent() {
    long seed = Long.getLong("seed", 30);
    Random random = new Random(seed);
    for (int i = 0; i < REQUESTS; i++) {
      Mad mad = random.nextInt(8) == 0 ? multiPath(random) : RandomMads.next(random);
      spoil(mad, random);
      SaRequest request = new SaRequest(mad, random.nextInt(LIDS));
      String what =
          "request %d of seed %d, from LID %d: %s".formatted(i, seed, request.requesterLid(), mad);
      SaAnswer answer = administration.respond(view, Register.EMPTY, request);
      check(what, request, answer);
    }
    assertThat(drops)
        .containsOnlyKeys(
            DropReason.WRONG_CLASS,
            DropReason.NOT_A_REQUEST,
            DropReason.WRONG_SM_KEY,
            DropReason.UNKNOWN_REQUESTER);
    assertThat(statuses).containsKey(Mad.STATUS_BAD_VERSION);
    assertThat(statuses.keySet())
        .as("REQ_DENIED is the manager's")
        .containsAll(
            Set.of(
                SaStatus.NO_RESOURCES,
                SaStatus.REQ_INVALID,
                SaStatus.NO_RECORDS,
                SaStatus.TOO_MANY_RECORDS,
                SaStatus.REQ_INVALID_GID,
                SaStatus.REQ_INSUFFICIENT_COMPONENTS));
    assertThat(multiPaths).isPositive();
  }

  /** Whatever strangers ask, with whatever GID: all that they get is in the list. */
  @Test
  void shouldTellStrangersLittleWithTheEnhancedTrustModel() {
    SaSettings defaults = SaSettings.DEFAULTS;
    SubnetAdministration strict =
        new SubnetAdministration(
            new SaSettings(
                () -> 1,
                16,
                ANSWER_BYTES_MAX,
                4,
                64 << 10,
                true,
                defaults.prefixRoutes(),
                defaults.hasQos(),
                () -> new TrustSettings(true, true, true, false, true)));
    long seed = Long.getLong("seed", 30);
    Random random = new Random(seed);
    Map<Boolean, Integer> outcomes = new TreeMap<>();
    for (int i = 0; i < REQUESTS / 4; i++) {
      Mad mad = RandomMads.next(random);
      SaHeader.of(mad).smKey(0);
      int lid = random.nextInt(LIDS);
      boolean isForged = random.nextInt(4) == 0;
      int port = view.lids().port(lid);
      long guid = port < 0 || isForged ? random.nextLong() : view.fabric().portGuid(port);
      SaRequest request =
          new SaRequest(mad, lid, 1, 0, Optional.of(new Gid(Gid.DEFAULT_PREFIX, guid)));
      SaAnswer answer = strict.respond(view, Register.EMPTY, request);
      boolean isAnswered = !(answer instanceof Dropped) && isKnownVersion(mad);
      if (isAnswered) {
        String what = "request %d of seed %d, from LID %d: %s".formatted(i, seed, lid, mad);
        assertThat(isForged).as(what).isFalse();
        assertThat(ASKED_BY_STRANGERS).as(what).contains(mad.attributeId());
      }
      outcomes.merge(isAnswered, 1, Integer::sum);
    }
    assertThat(outcomes).containsOnlyKeys(true, false);
  }

  private void check(String what, SaRequest request, SaAnswer answer) {
    Mad mad = request.mad();
    DropReason drop = drop(request);
    if (drop != null) {
      assertThat(answer).as(what).isEqualTo(new Dropped(drop));
      drops.merge(drop, 1, Integer::sum);
      return;
    }
    boolean isChange = mad.method() == Mad.SET || mad.method() == Mad.DELETE;
    if (!(answer instanceof Reply reply)) {
      assertThat(isChange).as(what).isTrue();
      return;
    }
    statuses.merge(reply.status(), 1, Integer::sum);
    assertThat(reply.method()).as(what).isEqualTo(Sa.responseMethod(mad.method()));
    assertThat(reply.records().length).as(what).isLessThanOrEqualTo(ANSWER_BYTES_MAX);
    if (!isKnownVersion(mad)) {
      assertThat(reply.status()).as(what).isEqualTo(Mad.STATUS_BAD_VERSION);
    } else {
      assertThat(STATUSES).as(what).contains(reply.status());
    }
    if (reply.status() != 0) {
      assertThat(reply.recordCount()).as(what).isZero();
    } else if (!Sa.isAnsweredByTable(mad.method())) {
      assertThat(reply.recordCount()).as(what).isEqualTo(1);
    } else if (mad.method() == Mad.GET_MULTI && reply.recordCount() > 0) {
      multiPaths++;
    }
  }

  /** Why a request gets no answer; null if it gets one. */
  private DropReason drop(SaRequest request) {
    Mad mad = request.mad();
    long key = SaHeader.of(mad).smKey();
    if (mad.managementClass() != Mad.CLASS_SUBN_ADM) {
      return DropReason.WRONG_CLASS;
    }
    if (!REQUEST_METHODS.contains(mad.method())) {
      return DropReason.NOT_A_REQUEST;
    }
    if (!isKnownVersion(mad)) {
      return null;
    }
    if (key != 0 && key != 1) {
      return DropReason.WRONG_SM_KEY;
    }
    boolean isKnown = view.lids().port(request.requesterLid()) >= 0;
    return isKnown ? null : DropReason.UNKNOWN_REQUESTER;
  }

  private static boolean isKnownVersion(Mad mad) {
    return mad.u8(0) == 1 && mad.u8(2) == 2;
  }

  private static void spoil(Mad mad, Random random) {
    if (random.nextInt(10) == 0) {
      mad.u8(random.nextInt(56), random.nextInt(256)); // of its headers
    }
    if (random.nextInt(20) == 0) {
      mad.u8(random.nextInt(3), random.nextInt(4));
    }
  }

  private static Mad multiPath(Random random) {
    Mad mad = Sa.request(Mad.GET_MULTI, AttributeId.MULTI_PATH_RECORD, 0, 0, 0, new byte[0]);
    long mask = random.nextInt(4) == 0 ? random.nextLong() : 0;
    mask |= random.nextInt(8) == 0 ? 0 : MultiPathRecord.SGID_COUNT.mask();
    mask |= random.nextInt(8) == 0 ? 0 : MultiPathRecord.DGID_COUNT.mask();
    SaHeader.of(mad)
        .componentMask(mask)
        .rmppFlags(random.nextInt(8) == 0 ? 0 : Rmpp.ACTIVE | Rmpp.FIRST | Rmpp.LAST);
    MultiPathRecord.in(mad.bytes(), Mad.SA_DATA)
        .sgidCount(random.nextInt(random.nextBoolean() ? 3 : 256))
        .dgidCount(random.nextInt(random.nextBoolean() ? 3 : 256))
        .numbPath(random.nextInt(128))
        .mtu(random.nextInt(8))
        .rate(random.nextInt(30))
        .independenceSelector(random.nextInt(4));
    ByteBuffer gids = ByteBuffer.wrap(mad.bytes());
    gids.position(Mad.SA_DATA + MultiPathRecord.BYTES);
    while (gids.remaining() >= Gid.BYTES) {
      gids.putLong(random.nextInt(30) == 0 ? random.nextLong() : Gid.DEFAULT_PREFIX)
          .putLong(
              random.nextInt(30) == 0 ? random.nextLong() : 0x1001 + 0x10L * random.nextInt(6));
    }
    return mad;
  }
}
