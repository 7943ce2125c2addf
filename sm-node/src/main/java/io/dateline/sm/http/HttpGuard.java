package io.dateline.sm.http;

import static akka.http.javadsl.server.Directives.complete;
import static akka.http.javadsl.server.Directives.completeWithFuture;
import static akka.http.javadsl.server.Directives.extractRequest;
import static akka.http.javadsl.server.Directives.extractRequestEntity;
import static akka.http.javadsl.server.Directives.onSuccess;
import static akka.http.javadsl.server.Directives.post;
import static akka.http.javadsl.server.Directives.toStrictEntity;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpMethods;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.RequestEntity;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.Route;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import io.dateline.sm.config.Listener;
import io.dateline.sm.token.Role;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.concurrent.duration.FiniteDuration;

/**
 * Says what clients may ask and order at one server. Whatever changes something is a {@link
 * #order}; whatever else is not for every client {@link #needs} a role.
 */
final class HttpGuard {
  private static final Logger LOG = LoggerFactory.getLogger(HttpGuard.class);
  private static final String SCHEME = "Bearer ";
  private static final long BODY_BYTES_MAX = 4096;
  private static final FiniteDuration BODY_PATIENCE = FiniteDuration.create(5, TimeUnit.SECONDS);
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

  private final Listener listener;
  private final AllowedHosts hosts;
  private final TokenFile file;
  private final HttpCounters counters;
  private final RequestErrors errors;
  private final Executor slow;

  /**
   * The guard of one server.
   *
   * @param slow where files are read
   */
  HttpGuard(Listener listener, TokenFile file, HttpCounters counters, Executor slow) {
    this.listener = listener;
    this.file = file;
    this.counters = counters;
    this.slow = slow;
    hosts = new AllowedHosts(listener.host(), listener.allowedHosts());
    errors = new RequestErrors(counters);
  }

  /** All that a server serves: requests for others are refused, and every one has an answer. */
  Route seal(Route route) {
    return extractRequest(request -> foreign(request).map(answer -> complete(answer)).orElse(route))
        .seal(RequestErrors.rejections(), errors.exceptions());
  }

  private Optional<HttpResponse> foreign(HttpRequest request) {
    Optional<String> otherHost = hosts.refusal(request);
    if (otherHost.isPresent()) {
      return Optional.of(
          refused(request, HttpEvent.OTHER_HOST, StatusCodes.MISDIRECTED_REQUEST, otherHost.get()));
    }
    return AllowedHosts.isOfOtherSite(request)
        ? Optional.of(
            refused(
                request,
                HttpEvent.OTHER_ORIGIN,
                StatusCodes.FORBIDDEN,
                "pages of another site may ask nothing here"))
        : Optional.empty();
  }

  /** What every client may read unless the settings want a token. */
  Route reading(Supplier<Route> inner) {
    return listener.reading() == Listener.Access.OPEN ? inner.get() : needs(Role.READER, inner);
  }

  /** Health and metrics, which have a setting of their own. */
  Route watching(Supplier<Route> inner) {
    return listener.metrics() == Listener.Access.OPEN ? inner.get() : needs(Role.READER, inner);
  }

  /** What needs a token of a role. */
  Route needs(Role role, Supplier<Route> inner) {
    return extractRequest(
        request ->
            onSuccess(
                CompletableFuture.supplyAsync(() -> refusal(request, role), slow),
                refusal -> refusal.map(answer -> complete(answer)).orElseGet(inner)));
  }

  private Optional<HttpResponse> refusal(HttpRequest request, Role role) {
    Optional<String> token =
        request
            .getHeader("Authorization")
            .map(header -> header.value())
            .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
            .map(value -> value.substring(SCHEME.length()).strip());
    if (token.isEmpty()) {
      return Optional.of(unauthorized(request, HttpEvent.NO_TOKEN, role, "a token is needed"));
    }
    Set<Role> roles;
    try {
      roles = file.tokens().rolesOf(token.get());
    } catch (UnusableTokensException e) {
      counters.count(HttpEvent.UNUSABLE_TOKENS, e.getMessage() + ": what needs one is refused");
      return Optional.of(
          JsonAnswer.needs(
              StatusCodes.SERVICE_UNAVAILABLE, role, "this node cannot check tokens; see its log"));
    }
    if (roles.isEmpty()) {
      return Optional.of(
          unauthorized(
              request, HttpEvent.UNKNOWN_TOKEN, role, "the token is not one of this node"));
    }
    return roles.stream().anyMatch(had -> had.suffices(role))
        ? Optional.empty()
        : Optional.of(
            refused(
                request,
                HttpEvent.OTHER_ROLE,
                JsonAnswer.needs(
                    StatusCodes.FORBIDDEN,
                    role,
                    "the token has another role than " + role.word())));
  }

  private HttpResponse unauthorized(
      HttpRequest request, HttpEvent event, Role role, String sentence) {
    return refused(
        request,
        event,
        JsonAnswer.needs(
                StatusCodes.UNAUTHORIZED, role, sentence + "; this needs the role " + role.word())
            .addHeader(RawHeader.create("WWW-Authenticate", "Bearer realm=\"dateline\"")));
  }

  private HttpResponse refused(
      HttpRequest request, HttpEvent event, StatusCode status, String sentence) {
    return refused(request, event, JsonAnswer.error(status, sentence));
  }

  /** A client that reads without a token is told to show it: the command line asks like that. */
  private HttpResponse refused(HttpRequest request, HttpEvent event, HttpResponse answer) {
    if (event == HttpEvent.NO_TOKEN && request.method().equals(HttpMethods.GET)) {
      counters.countOnly(event);
    } else {
      counters.count(
          event,
          "%s was refused with %d, %s"
              .formatted(RequestErrors.words(request), answer.status().intValue(), event));
    }
    return answer;
  }

  /**
   * A POST with a JSON object, which changes something, and needs a token. The token is looked at
   * before the body is.
   *
   * @param fields that the object may have, and their types
   * @param order does it, and says what became of it
   */
  Route order(
      Role role,
      Map<String, JsonNodeType> fields,
      Function<JsonNode, CompletionStage<HttpResponse>> order) {
    return post(
        () ->
            needs(
                role,
                () ->
                    toStrictEntity(
                        BODY_PATIENCE,
                        BODY_BYTES_MAX,
                        () ->
                            extractRequest(
                                request ->
                                    extractRequestEntity(
                                        body ->
                                            completeWithFuture(
                                                obey(request, role, body, fields, order)))))));
  }

  private CompletionStage<HttpResponse> obey(
      HttpRequest request,
      Role role,
      RequestEntity body,
      Map<String, JsonNodeType> fields,
      Function<JsonNode, CompletionStage<HttpResponse>> order) {
    if (!body.getContentType().equals(ContentTypes.APPLICATION_JSON)) {
      return CompletableFuture.completedStage(
          refused(
              request,
              HttpEvent.NO_JSON,
              StatusCodes.UNSUPPORTED_MEDIA_TYPE,
              "an order is JSON: Content-Type: application/json"));
    }
    try {
      JsonNode json = JSON.readTree(((HttpEntity.Strict) body).getData().utf8String());
      if (json.isObject()) {
        Optional<String> problem = OrderFields.problem(json, fields);
        String told = "HTTP: %s, as %s".formatted(RequestErrors.words(request), role.word());
        if (problem.isEmpty()) {
          LOG.info("{}", told);
        }
        return problem
            .map(JsonAnswer::wrong)
            .orElseGet(() -> order.apply(json))
            .whenComplete((answer, failure) -> tellOfRefusal(told, answer));
      }
    } catch (JsonProcessingException e) {
      // as what is no object
    }
    return CompletableFuture.completedStage(
        refused(
            request,
            HttpEvent.NO_JSON,
            StatusCodes.BAD_REQUEST,
            "the body of an order is a JSON object, each field once"));
  }

  /** An order that was not carried out leaves its reason in the log. */
  private static void tellOfRefusal(String told, HttpResponse answer) {
    if (answer != null && answer.status().isFailure()) {
      LOG.warn("{}: refused with {}: {}", told, answer.status().intValue(), JsonAnswer.why(answer));
    }
  }
}
