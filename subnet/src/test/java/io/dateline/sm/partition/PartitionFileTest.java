package io.dateline.sm.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code man opensm}, PARTITION CONFIGURATION, and what OpenSM's parser makes of the rest. */
class PartitionFileTest {
  private static final String OPEN = "Default=0x7fff:ALL=full;";

  private static PartitionFile read(String text) {
    return PartitionFile.read(text);
  }

  private static Partition second(String text) {
    return read(text).partitions().all().get(1);
  }

  private static List<String> members(Partition partition) {
    return partition.members().stream().map(Member::toString).toList();
  }

  private static List<String> defaultMembers(String text) {
    return members(read(text).partitions().all().getFirst());
  }

  @Test
  void shouldReadAllThereIs() {
    Partition partition =
        second(
            """
            # all keywords
            Default = 0x7fff : ALL=full ; Stor age = 0x8010, indx0, ipoib, rate = 7, mtu=5, sl=3,
            """
                    .strip()
                + """
                 scope=2,scope=5,Q_Key=0x12,TClass=9,FlowLabel=0x123,defmember=both :
              0x0002c90000000011, 19 =limited   # decimal

              ALL_CAS=full, SELF, NONE,,
              mgid=ff15:401b::ffff:ffff,TClass=9
              mgid=ff12:601b::16,TClass=1
              mgid=ff15::7,sl=1,Q_Key=0xDEADBEEF,rate=3,mtu=2
              0x21=full ;
            """);

    assertThat(partition.name()).isEqualTo("Stor age");
    assertThat(partition.key()).isEqualTo(0x10);
    assertThat(partition.sl()).isEqualTo(3);
    assertThat(partition.isIndex0()).isTrue();
    assertThat(members(partition))
        .containsExactly(
            "0x0002c90000000011=both",
            "0x0000000000000013=limited",
            "ALL_CAS=full",
            "SELF=both",
            "0x0000000000000021=full");
    assertThat(partition.groups().stream().map(group -> group.mgid().toString()))
        .containsExactly(
            "ff12:401b:8010:0:0:0:ffff:ffff",
            "ff15:401b:8010:0:0:0:ffff:ffff",
            "ff12:601b:8010:0:0:0:0:16",
            "ff15:601b:8010:0:0:0:0:16",
            "ff12:0:0:0:0:0:0:7",
            "ff15:0:0:0:0:0:0:7");
    PartitionGroup.Sl givenSl = new PartitionGroup.Sl(3, true);
    assertThat(partition.groups().get(1))
        .isEqualTo(
            new PartitionGroup(partition.groups().get(1).mgid(), 5, 7, givenSl, 0x12, 9, 0x123));
    assertThat(partition.groups().get(2))
        .isEqualTo(
            new PartitionGroup(partition.groups().get(2).mgid(), 5, 7, givenSl, 0x12, 1, 0x123));
    assertThat(partition.groups().get(5))
        .isEqualTo(
            new PartitionGroup(
                partition.groups().get(5).mgid(),
                2,
                3,
                new PartitionGroup.Sl(1, false),
                0xDEADBEEF,
                0,
                0x123));
  }

  @Test
  void shouldHaveADigestOfTheText() {
    assertThat(read(OPEN).digest())
        .hasSize(64)
        .isEqualTo(read(OPEN).digest())
        .isNotEqualTo(read(OPEN + " ").digest());
  }

  @Test
  void shouldLimitPortsOfTheDefaultPartitionThatNoRuleNames() {
    assertThat(defaultMembers("Red=1:0x11=full;")).containsExactly("ALL=limited", "SELF=full");
    assertThat(defaultMembers("Default=0xffff:0x11=full;"))
        .containsExactly("ALL=limited", "SELF=full", "0x0000000000000011=full");
    assertThat(defaultMembers("Default:ALL;")).containsExactly("ALL=limited");
  }

  @Test
  void shouldTakeAbbreviations() {
    Partition partition =
        second("Red=1,ip,r=6,m=2,sc=5,sl=1,Q=7,T=8,F=9,def=f:0x1,0x2=l,0x3=b,AL=fu,S,ALL_R=li;");

    assertThat(members(partition)).containsExactly("ALL=full", "SELF=full", "ALL_ROUTERS=limited");
    PartitionGroup group = partition.groups().getFirst();
    assertThat(group.scope()).isEqualTo(2);
    assertThat(List.of(group.rate(), group.mtu(), group.qKey())).containsExactly(6, 2, 7);
    assertThat(List.of(group.trafficClass(), group.flowLabel())).containsExactly(8, 9);
  }

  @Test
  void shouldNumberPartitionsWithoutAKey() {
    Partitions partitions =
        read("A:0x1=full; =2:0x1=full; B:0x2=full; 0x9:0x1=full; A:0x3=full; :0x4=full;")
            .partitions();

    assertThat(partitions.all())
        .extracting(Partition::name)
        .containsExactly("Default", "A", "0002", "B", "0009", "0004");
    assertThat(partitions.all()).extracting(Partition::key).containsExactly(0x7FFF, 1, 2, 3, 9, 4);
    assertThat(members(partitions.find(1).orElseThrow()))
        .containsExactly("0x0000000000000001=full", "0x0000000000000003=full");
  }

  @Test
  void shouldMergeDefinitionsOfOneKey() {
    PartitionFile file = read("Red=5,indx0:0x1=full,0x2;\nBlue=0x8005:0x1;");

    assertThat(members(file.partitions().all().get(1)))
        .containsExactly("0x0000000000000002=limited", "0x0000000000000001=limited");
    assertThat(file.partitions().all().get(1).members())
        .extracting(Member::isIndex0)
        .containsExactly(true, false);
    assertThat(file.warnings())
        .contains(
            "line 2: 'Blue' is the partition 'Red' of line 1, which has the same P_Key 0x0005");
  }

  @Test
  void shouldWarnWhenAKeyIsTheOneThatANameWasGiven() {
    assertThat(read("Red:0x1=full;\nBlue=1:0x2=full;").warnings())
        .containsExactly(
            "line 2: P_Key 0x0001 is what 'Red' of line 1 was given, which names none: they are one"
                + " partition");
  }

  @Test
  void shouldDropPartitionsWithoutMembers() {
    PartitionFile file = read("Red=1,ipoib:;Blue=2:0x1=full;");

    assertThat(file.partitions().all())
        .extracting(Partition::name)
        .containsExactly("Default", "Blue");
    assertThat(file.warnings())
        .contains("line 1: partition 'Red' has no members, so there will be none");
  }

  @Test
  void shouldWarnWhereAllIsLimited() {
    assertThat(read("Default=0x7fff:ALL,SELF=full;").warnings())
        .containsExactly(
            "line 1: ALL has no '=full', so all ports are limited members of partition 'Default'"
                + " (0x7fff) but those that are named as full: two limited members cannot talk");
    assertThat(read("Default=0x7fff:ALL=limited,SELF=full;").warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Default=0x7fff,ipoib,sc=5:ALL=full; | line 1: the broadcast group has scope 2; another one has to have a line with its mgid
          Default=0x7fff,blue=3:ALL=full;     | line 1: there is no flag 'blue'; it counts for nothing
          Default=0x7fff:ALL=full,0x1=fool;   | line 1: 'fool' is none of full, limited and both: 0x1 is a limited member
          Default=0x7fff,ipoib,rate=30:ALL=f; | line 1: there will be no broadcast group: rate=30 is no code of a rate
          """)
  void shouldWarn(String text, String warning) {
    assertThat(read(text).warnings()).containsExactly(warning);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mgid=ff12:401b:8001::1             | line 2: there will be no group ff12:401b:8001:0:0:0:0:1: its GID has P_Key 0x8001, its partition 0xffff
          mgid=ff12:401b::1,rate=4           | line 2: there will be no group ff12:401b:0:0:0:0:0:1: groups of IP have the MTU and rate that their definition has
          mgid=ff15:401b::1,scope=5          | line 2: there will be no group ff15:401b:ffff:0:0:0:0:1, as its partition has no broadcast group of scope 5
          mgid=ff12:401b::ffff:ffff          | line 2: the group ff12:401b:ffff:0:0:0:ffff:ffff is there already, and stays as it is
          mgid=ff15::1                       | line 2: without a flag scope the group is ff12:0:0:0:0:0:0:1, not ff15:0:0:0:0:0:0:1
          mgid=ff12:a01b::1                  | line 2: there will be no group ff12:a01b:0:0:0:0:0:1: its GID has flags or a scope it must not have
          mgid=ff12::1,mtu=6                 | line 2: there will be no group ff12:0:0:0:0:0:0:1: mtu=6 is no code of an MTU
          mgid=ff12::1,blue                  | line 2: a group has no flag 'blue'; it counts for nothing
          """)
  void shouldWarnOfGroups(String line, String warning) {
    assertThat(read("Default=0x7fff,ipoib:ALL=full\n" + line + "\n;").warnings())
        .containsExactly(warning);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Red=1                        | a definition has a ':' behind its name and flags, in one line
          Red=1:0x1;;                  | a definition has a ':' behind its name and flags, in one line
          Red=0:0x1;                   | '0' is no P_Key: that is a number from 1 to 0x7fff, with or without 0x8000
          Red=0x8000:0x1;              | '0x8000' is no P_Key: that is a number from 1 to 0x7fff, with or without 0x8000
          Red=0x18001:0x1;             | '0x18001' is no P_Key: that is a number from 1 to 0x7fff, with or without 0x8000
          Red=:0x1;                    | '' is no P_Key: that is a number from 1 to 0x7fff, with or without 0x8000
          1x:0x1;                      | '1x' is no P_Key: that is a number from 1 to 0x7fff, with or without 0x8000
          Red=1,mtu=2048:0x1;          | mtu 2048 is not within 1 to 63; it is a code, as mtu=4 for 2048 bytes and rate=3 for 10 Gb/s
          Red=1,rate:0x1;              | rate has no value
          Red=1,scope=0:0x1;           | scope 0 is not within 1 to 15
          Red=1,sl=16:0x1;             | sl 16 is not within 0 to 15
          Red=1,Q_Key=x:0x1;           | Q_Key needs a number, not 'x'
          Red=1,=3:0x1;                | the name of a flag is missing before '='
          Red=1,defmember=:0x1;        | defmember is full, limited or both, or begins like that
          Red=1:0x1=;                  | full, limited or both is missing behind '0x1='
          Red=1:=full;                 | the port is missing before '='
          Red=1:0x1234g;               | '0x1234g' is neither the GUID of a port nor ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS or SELF
          Red=1:-1;                    | '-1' is neither the GUID of a port nor ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS or SELF
          Red=1:0;                     | '0' is neither the GUID of a port nor ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS or SELF
          Red=1:mgid;                  | '' is no multicast GID
          Red=1:mgid=fe80::1;          | 'fe80::1' is no multicast GID
          Red=1:mgid=ff12::1,ALL=full; | port 'ALL' has to stand in another line than mgid
          Red=1:0x1;Red=2:0x1;Red:0x1; | there are 2 partitions 'Red'; the P_Key has to say which
          """)
  void shouldRefuse(String text, String sentence) {
    assertThatThrownBy(() -> read("# broken\n" + text))
        .isInstanceOfSatisfying(
            PartitionFileException.class,
            e -> {
              assertThat(e.line()).isEqualTo(2);
              assertThat(e.sentence()).isEqualTo(sentence);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# Default=0x7fff:ALL=full;\n"})
  void shouldRefuseAFileWithoutDefinition(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(PartitionFileException.class)
        .hasMessageContaining("no definition");
  }

  /** A manager that reads it has other things to do, and is watched. */
  @Test
  void shouldRefuseAFileThatIsTooLarge() {
    String members = "0x0002c90000000011=full,".repeat(200_000);
    assertThatThrownBy(() -> PartitionFile.read("Default=0x7fff:" + members + "SELF;"))
        .isInstanceOf(PartitionFileException.class)
        .hasMessageContaining("larger than 4 MiB");
  }

  /** As some editors write UTF-8: the mark is no part of the first partition's name. */
  @Test
  void shouldPassOverAByteOrderMark() {
    String text = "Default=0x7fff:ALL=full;Storage=0x10:0x11=full;";
    assertThat(PartitionFile.read("\uFEFF" + text).partitions())
        .isEqualTo(PartitionFile.read(text).partitions());
  }

  @Test
  void shouldReadLinesOfOtherSystems() {
    assertThat(defaultMembers("Default=0x7fff:\r\nALL=full;\r\n")).containsExactly("ALL=full");
  }

  /** What was cut off may have said that members are limited. */
  @Test
  void shouldRefuseAFileThatMayHaveBeenCutOff() {
    assertThatThrownBy(() -> read("Default=0x7fff:ALL=full\n 0x11=limited"))
        .hasMessage("line 1: the definition has no ';': the file may have been cut off");
    assertThatThrownBy(() -> read("Default=0x7fff:ALL=full;\nA\rB=1:0x11=full;"))
        .hasMessageContaining("line 2: there is a control character");
  }
}
