package io.dateline.sm.http;

import static org.assertj.core.api.Assertions.assertThat;

import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import io.dateline.sm.sa.SubnetViewBuilder;
import io.dateline.sm.subnet.SubnetView;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code GET /path} where there is no answer, and where there is no path. */
class PathRoutesTest {
  private static final Map<String, String> QUESTION = Map.of("from", "1", "to", "2");
  private static final Map<String, String> HOSTS = Map.of("from", "3", "to", "6");

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
  void aPairThatIsInNoPartitionTogetherIsToldToHaveNoPath() {
    String granted = text(paths().answer(HOSTS));
    assertThat(granted).contains("\"mtu\"").doesNotContain("noPath");
    assertThat(text(paths(3).answer(HOSTS))).contains("\"mtu\"").doesNotContain("noPath");

    HttpResponse answer = paths(3, 6).answer(HOSTS);
    assertThat(answer.status()).isEqualTo(StatusCodes.OK);
    assertThat(text(answer))
        .contains("gives no path between them: in no partition are both members", "\"hops\"")
        .doesNotContain("\"mtu\"");
  }

  /** Of a row of switches; the ports of some LIDs are limited members of the only partition. */
  private static PathRoutes paths(int... limited) {
    SubnetView view = SubnetViewBuilder.row(2, 2).build();
    for (int lid : limited) {
      view.attributes().pKeys()[view.lids().port(lid)] = new short[] {0x7FFF};
    }
    return new PathRoutes(() -> Optional.of(view), Optional::empty);
  }

  @Test
  void aQuestionWithOneEndIsNone() {
    HttpResponse answer = withoutView(Optional.empty()).answer(Map.of("from", "1"));
    assertThat(answer.status()).isEqualTo(StatusCodes.BAD_REQUEST);
    assertThat(text(answer)).contains("from and to are needed");
  }
}
