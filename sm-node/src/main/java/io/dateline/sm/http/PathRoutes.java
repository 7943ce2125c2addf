package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.parameterMap;
import static akka.http.javadsl.server.Directives.path;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import io.dateline.mad.AttributeId;
import io.dateline.mad.Mad;
import io.dateline.mad.attribute.LinkRate;
import io.dateline.mad.attribute.Mtu;
import io.dateline.mad.sa.PathRecord;
import io.dateline.mad.sa.Sa;
import io.dateline.sm.path.PathReport;
import io.dateline.sm.registration.Register;
import io.dateline.sm.sa.PartitionKeys;
import io.dateline.sm.sa.SaAnswer;
import io.dateline.sm.sa.SaRequest;
import io.dateline.sm.sa.SaSettings;
import io.dateline.sm.sa.SubnetAdministration;
import io.dateline.sm.subnet.SubnetView;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * {@code GET /path?from=..&to=..}: the way of packets, hop by hop. SL, MTU and rate are those that
 * subnet administration answers to the port that it begins at.
 */
final class PathRoutes {
  private static final SubnetAdministration ADMINISTRATION =
      new SubnetAdministration(SaSettings.DEFAULTS);

  private final Supplier<Optional<SubnetView>> view;
  private final Supplier<Optional<String>> whyNot;

  /**
   * The routes.
   *
   * @param view of the subnet, where this node manages it
   * @param whyNot why this node does not, in a sentence; nothing where it does
   */
  PathRoutes(Supplier<Optional<SubnetView>> view, Supplier<Optional<String>> whyNot) {
    this.view = view;
    this.whyNot = whyNot;
  }

  Route routes(HttpGuard guard, BoundedReads reads, Executor slow) {
    return path(
        "path",
        () ->
            get(
                () ->
                    guard.reading(
                        () ->
                            parameterMap(
                                given ->
                                    completeWithFuture(reads.read(slow, () -> answer(given)))))));
  }

  HttpResponse answer(Map<String, String> given) {
    if (!given.containsKey("from") || !given.containsKey("to")) {
      return JsonAnswer.error(StatusCodes.BAD_REQUEST, "from and to are needed");
    }
    Optional<SubnetView> known = view.get();
    if (known.isEmpty()) {
      return JsonAnswer.error(
          StatusCodes.SERVICE_UNAVAILABLE, whyNot.get().orElse("the subnet is not up yet"));
    }
    SubnetView now = known.get();
    try {
      return JsonAnswer.of(
          PathReport.of(
              now.fabric(),
              now.lids(),
              now.routing(),
              given.get("from"),
              given.get("to"),
              (from, to) -> terms(now, from, to)));
    } catch (IllegalArgumentException e) {
      return JsonAnswer.error(StatusCodes.BAD_REQUEST, e.getMessage());
    }
  }

  /** As subnet administration answers; where it has no path, what the tables say, and why. */
  private static PathReport.Terms terms(SubnetView view, int from, int to) {
    PathRecord asked = new PathRecord().slid(from).dlid(to);
    Mad question =
        Sa.request(
            Mad.GET,
            AttributeId.PATH_RECORD,
            0,
            PathRecord.SLID.mask() | PathRecord.DLID.mask(),
            0,
            asked.bytes());
    SaAnswer answer = ADMINISTRATION.respond(view, Register.EMPTY, new SaRequest(question, from));
    if (answer instanceof SaAnswer.Reply reply && reply.recordCount() == 1) {
      PathRecord path = PathRecord.in(reply.records(), 0);
      return new PathReport.Terms(path.sl(), Mtu.bytes(path.mtu()), LinkRate.gbps(path.rate()));
    }
    return new PathReport.Terms(
        view.routing().pathSl().sl(from, to), null, null, whyNoPath(view, from, to));
  }

  /** Tables lead on where no path is granted: an operator would look there for the fault. */
  private static String whyNoPath(SubnetView view, int from, int to) {
    return keys(view, from).shares(keys(view, to))
        ? "subnet administration gives no path between them"
        : "subnet administration gives no path between them: in no partition are both members, and"
            + " one of them a full one";
  }

  private static PartitionKeys keys(SubnetView view, int lid) {
    return PartitionKeys.of(view.attributes().pKeys()[view.lids().port(lid)]);
  }
}
