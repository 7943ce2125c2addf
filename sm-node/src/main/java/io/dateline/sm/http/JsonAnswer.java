package io.dateline.sm.http;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dateline.sm.token.Role;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers whose body is JSON. */
final class JsonAnswer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private record Failure(String error) {}

  private record NeedsRole(String error, String role) {}

  private JsonAnswer() {}

  static HttpResponse of(Object value) {
    return of(StatusCodes.OK, value);
  }

  /** Says in a sentence why there is no other answer. */
  static HttpResponse error(StatusCode status, String sentence) {
    return of(status, new Failure(sentence));
  }

  /** The sentence of an answer that is {@link #error}; nothing of any other. */
  static String why(HttpResponse answer) {
    try {
      return answer.entity() instanceof HttpEntity.Strict strict
          ? JSON.readTree(strict.getData().utf8String()).path("error").asText()
          : "";
    } catch (JsonProcessingException e) {
      return "";
    }
  }

  /** The same of a request that cannot be meant. */
  static CompletionStage<HttpResponse> wrong(String sentence) {
    return CompletableFuture.completedStage(error(StatusCodes.BAD_REQUEST, sentence));
  }

  /** As {@link #error}, where a token of a role would have helped. */
  static HttpResponse needs(StatusCode status, Role role, String sentence) {
    return of(status, new NeedsRole(sentence, role.word()));
  }

  static HttpResponse of(StatusCode status, Object value) {
    try {
      return HttpResponse.create()
          .withStatus(status)
          .withEntity(
              HttpEntities.create(ContentTypes.APPLICATION_JSON, JSON.writeValueAsBytes(value)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a report that cannot be written as JSON", e);
    }
  }
}
