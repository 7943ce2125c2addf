package io.dateline.sm.http;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.Directives;
import akka.http.javadsl.server.ExceptionHandler;
import akka.http.javadsl.server.MethodRejection;
import akka.http.javadsl.server.Rejection;
import akka.http.javadsl.server.RejectionHandler;
import akka.http.scaladsl.model.EntityStreamSizeException;
import akka.http.scaladsl.model.ExceptionWithErrorInfo;
import akka.http.scaladsl.model.IllegalRequestException;
import akka.stream.StreamTcpException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** What becomes of requests that are cut, too large or unknown: an answer, a count, one line. */
final class RequestErrors {
  /** What Akka says of a body that is to be read at once. */
  private static final String TOO_LARGE = "Request too large";

  private final HttpCounters counters;

  RequestErrors(HttpCounters counters) {
    this.counters = counters;
  }

  ExceptionHandler exceptions() {
    return ExceptionHandler.newBuilder()
        .matchAny(
            failure ->
                Directives.extractRequest(request -> Directives.complete(answer(request, failure))))
        .build();
  }

  private HttpResponse answer(HttpRequest request, Throwable failure) {
    return switch (failure) {
      case EntityStreamSizeException large ->
          broken(request, StatusCodes.CONTENT_TOO_LARGE, "its body is too large");
      case ExceptionWithErrorInfo large when large.info().summary().equals(TOO_LARGE) ->
          broken(request, StatusCodes.CONTENT_TOO_LARGE, "its body is too large");
      case IllegalRequestException illegal ->
          broken(request, illegal.status(), illegal.info().summary());
      case ExceptionWithErrorInfo cut ->
          broken(request, StatusCodes.BAD_REQUEST, "its body was cut or is no HTTP");
      case TimeoutException late ->
          broken(request, StatusCodes.REQUEST_TIMEOUT, "its body did not come in time");
      case StreamTcpException gone ->
          broken(request, StatusCodes.BAD_REQUEST, "the connection was lost in its body");
      case IOException gone ->
          broken(request, StatusCodes.BAD_REQUEST, "the connection was lost in its body");
      default -> {
        counters.failed(words(request) + " could not be answered", failure);
        yield JsonAnswer.error(StatusCodes.INTERNAL_SERVER_ERROR, "a defect; the log has it");
      }
    };
  }

  private HttpResponse broken(HttpRequest request, StatusCode status, String why) {
    counters.count(HttpEvent.BROKEN, words(request) + ": " + why);
    return JsonAnswer.error(status, why);
  }

  /** Method and path; what is given there may be anything, so of the path only what is ordinary. */
  static String words(HttpRequest request) {
    String path = request.getUri().path().replaceAll("[^A-Za-z0-9/._-]", "?");
    return request.method().value() + " " + path.substring(0, Math.min(path.length(), 80));
  }

  static RejectionHandler rejections() {
    return RejectionHandler.newBuilder()
        .handleAll(
            MethodRejection.class,
            rejections ->
                Directives.complete(
                    JsonAnswer.error(
                        StatusCodes.METHOD_NOT_ALLOWED,
                        "this path takes "
                            + rejections.stream()
                                .map(rejection -> rejection.supported().value())
                                .distinct()
                                .collect(Collectors.joining(" or ")))))
        .handleNotFound(
            Directives.complete(JsonAnswer.error(StatusCodes.NOT_FOUND, "there is no such path")))
        .handleAll(
            Rejection.class,
            rejections ->
                Directives.complete(
                    JsonAnswer.error(StatusCodes.BAD_REQUEST, "the request makes no sense here")))
        .build();
  }
}
