package io.dateline.sm.alias;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.MulticastGroup;
import io.dateline.persistence.event.MulticastGroup.Member;
import io.dateline.persistence.event.Registered;
import io.dateline.sm.group.GroupBook;
import io.dateline.sm.registration.AliasBook;
import io.dateline.sm.registration.RegistrationBook;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

class AliasMembersTest {
  private static final MulticastGroup.Terms TERMS =
      new MulticastGroup.Terms(0xB1B, 0xFFFF, 4, 3, 18, 0, 0, 0, 0, 2);

  private static MulticastGroup group(Member... members) {
    return new MulticastGroup(0xFF12L << 48, 1, 0xC000, TERMS, false, List.of(members));
  }

  private static AliasBook aliases(AliasGuid... aliases) {
    return RegistrationBook.of(new Registered(List.of(), List.of(), List.of(aliases), 0)).aliases();
  }

  @Test
  void shouldJoinWhatAPortIsByAllItsGuids() {
    AliasBook aliases =
        aliases(new AliasGuid(new AliasGuid.Id(7, 1), 2), new AliasGuid(new AliasGuid.Id(7, 2), 9));
    MulticastGroup group =
        group(new Member(2, 1, false), new Member(5, 1, true), new Member(9, 4, true));
    Collection<MulticastGroup> told = AliasMembers.byPort(List.of(group), aliases);

    assertThat(told).containsExactly(group(new Member(5, 1, true), new Member(7, 5, false)));
  }

  @Test
  void shouldLeaveGroupsWithoutAliasesAsTheyAre() {
    List<MulticastGroup> groups = List.of(group(new Member(5, 1, true)));
    assertThat(AliasMembers.byPort(groups, AliasBook.EMPTY)).isSameAs(groups);
    assertThat(new AliasMembers().byPort(GroupBook.of(groups), AliasBook.EMPTY))
        .containsExactlyElementsOf(groups);
    AliasBook some = aliases(new AliasGuid(new AliasGuid.Id(7, 1), 2));
    assertThat(AliasMembers.byPort(groups, some).iterator().next()).isSameAs(groups.getFirst());
  }

  @Test
  void shouldAnswerAnewWhenGroupsOrAliasesAreOthers() {
    AliasMembers members = new AliasMembers();
    GroupBook groups = GroupBook.of(List.of(group(new Member(2, 1, false))));
    AliasBook none = aliases();
    AliasBook some = aliases(new AliasGuid(new AliasGuid.Id(7, 1), 2));
    assertThat(members.byPort(groups, none)).containsExactly(group(new Member(2, 1, false)));
    assertThat(members.byPort(groups, some)).containsExactly(group(new Member(7, 1, false)));
    assertThat(members.byPort(groups, some)).isSameAs(members.byPort(groups, some));
    assertThat(members.byPort(GroupBook.EMPTY, some)).isEmpty();
    assertThat(members.byPort(groups, none)).containsExactly(group(new Member(2, 1, false)));
  }
}
