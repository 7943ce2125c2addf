package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.get;
import static akka.http.javadsl.server.Directives.path;
import static akka.http.javadsl.server.PathMatchers.segment;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Route;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.sm.state.SubnetState;
import io.dateline.sm.token.Role;
import java.util.concurrent.CompletionStage;

/**
 * {@code GET /keys/port/GUID}: the M_Key of a port in the present term, for those that have a token
 * of the role {@code keys}; from any node, as the journal has it.
 */
final class KeyRoutes {
  private record PortKey(String portGuid, long term, String mKey) {}

  private final JournalReads journal;

  KeyRoutes(JournalReads journal) {
    this.journal = journal;
  }

  Route routes(HttpGuard guard) {
    return path(
        segment("keys").slash("port").slash(segment()),
        guid -> get(() -> guard.needs(Role.KEYS, () -> completeWithFuture(answer(guid)))));
  }

  private CompletionStage<HttpResponse> answer(String text) {
    try {
      long guid = Guid.parse(text);
      return journal.answer(known -> key(known, guid));
    } catch (NumberFormatException e) {
      return JsonAnswer.wrong("'%s' is no GUID".formatted(text));
    }
  }

  private static HttpResponse key(SubnetState known, long guid) {
    if (known.keys().isNone() || known.lids().baseLid(guid) == Lid.NONE) {
      return JsonAnswer.error(
          StatusCodes.NOT_FOUND, "no end port of this subnet has the GUID " + Guid.format(guid));
    }
    return JsonAnswer.of(
        new PortKey(Guid.format(guid), known.term(), Guid.format(known.keys().of(guid))));
  }
}
