package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import io.dateline.sm.subnet.SubnetView;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code GET /path} where this node has no answer. */
class PathRoutesTest {
  private static final Map<String, String> QUESTION = Map.of("from", "1", "to", "2");

  private static PathRoutes withoutView(Optional<String> whyNot) {
    return new PathRoutes(Optional::<SubnetView>empty, () -> whyNot);
  }

  private static String text(HttpResponse answer) {
    return ((HttpEntity.Strict) answer.entity()).getData().utf8String();
  }

  @Test
  void aNodeThatDoesNotManageTheSubnetRefusesAndSaysWhy() {
    HttpResponse answer =
        withoutView(Optional.of("this node does not manage the subnet: standby")).answer(QUESTION);
    assertThat(answer.status()).isEqualTo(StatusCodes.SERVICE_UNAVAILABLE);
    assertThat(text(answer)).contains("this node does not manage the subnet: standby");
  }

  @Test
  void aMasterWhoseSubnetIsNotUpYetSaysThat() {
    HttpResponse answer = withoutView(Optional.empty()).answer(QUESTION);
    assertThat(answer.status()).isEqualTo(StatusCodes.SERVICE_UNAVAILABLE);
    assertThat(text(answer)).contains("the subnet is not up yet");
  }

  @Test
  void aQuestionWithOneEndIsNone() {
    HttpResponse answer = withoutView(Optional.empty()).answer(Map.of("from", "1"));
    assertThat(answer.status()).isEqualTo(StatusCodes.BAD_REQUEST);
    assertThat(text(answer)).contains("from and to are needed");
  }
}
