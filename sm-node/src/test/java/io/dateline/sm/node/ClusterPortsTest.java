package io.dateline.sm.node;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.Address;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.UniqueAddress;
import akka.util.Version;
import com.typesafe.config.ConfigFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

class ClusterPortsTest {
  private static Member member(int number, MemberStatus status, Set<String> roles) {
    return new Member(
        new UniqueAddress(new Address("akka", "test", "node" + number, 1), (long) number),
        number,
        status,
        CollectionConverters.asScala(roles).<String>toSet(),
        new Version("0"));
  }

  private static Set<String> roles(long port) {
    return new HashSet<>(
        ClusterPorts.withRoles(
                ConfigFactory.parseString("akka.cluster.roles = [dc-default]"), port, 5)
            .getStringList("akka.cluster.roles"));
  }

  /** Others may not know the message, and their engines may give other tables. */
  @Test
  void shouldHaveTablesComputedByMembersOfThisBuild() {
    Set<String> before = roles(2);
    before.removeIf(role -> role.startsWith("sm-build-"));
    assertThat(before).as("of a member of the version before").hasSize(roles(2).size() - 1);
    Set<String> other = new HashSet<>(before);
    other.add("sm-build-0.0.1-of-another-commit");
    List<Member> members =
        List.of(
            member(1, MemberStatus.up(), roles(1)),
            member(2, MemberStatus.up(), before),
            member(3, MemberStatus.leaving(), roles(3)),
            member(4, MemberStatus.up(), roles(-4)),
            member(5, MemberStatus.up(), other));
    assertThat(ClusterPorts.triers(members.stream(), members.getFirst()))
        .containsExactlyInAnyOrder(1L, -4L);
    assertThat(ClusterPorts.triers(Stream.empty(), members.getFirst())).isEmpty();
  }
}
