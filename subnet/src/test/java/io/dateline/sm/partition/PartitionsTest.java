package io.dateline.sm.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionsTest {
  private static final String RICH =
      """
      Default=0x7fff,ipoib,sl=2:ALL=full;
      Red=5,ipoib,indx0,mtu=5,rate=7,scope=2,scope=5,TClass=3: SELF=both, ALL_CAS, 0x11=full
        mgid=ff12:601b::16,sl=4,FlowLabel=7
        mgid=ff12::7,mtu=1,Q_Key=0xffffffff;
      Red=5,sl=7: 0x12, 0x11;
      : ALL_SWITCHES=full;
      """;

  private static Partitions read(String text) {
    return PartitionFile.read(text).partitions();
  }

  @Test
  void shouldLetAllTalkWithoutAFile() {
    assertThat(Partitions.DEFAULT).isEqualTo(read("Default=0x7fff,ipoib:ALL=full;"));
    assertThat(Partitions.DEFAULT.lines())
        .containsExactly(
            "Default=0x7fff,sl=0,rate=3,mtu=4:mgid=ff12:401b:ffff:0:0:0:ffff:ffff,scope=2,"
                + "Q_Key=0xb1b,TClass=0,FlowLabel=0;",
            "Default=0x7fff,sl=0:ALL=full;");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        RICH,
        "Default=0x7fff:0x1=full;",
        "A b=3,indx0:0x1,ALL=full;A b,sl=3:SELF;",
        "Default=0x7fff,scope=14:ALL=full\nmgid=ff1e:401b::ffff:ffff\nmgid=ff1e:401b::9,sl=0\n;"
      })
  void shouldReadItsOwnLines(String text) {
    Partitions partitions = read(text);

    assertThat(Partitions.read(partitions.lines())).isEqualTo(partitions);
  }

  @Test
  void shouldHaveNoChangesToItself() {
    assertThat(read(RICH).changesTo(read(RICH))).isEmpty();
  }

  @Test
  void shouldTellWhatChanges() {
    Partitions before =
        read(
            """
            Red=1,ipoib:0x1,0x2=full,0x3=full;
            Blue=2:0x1;
            Green=3:0x1,ALL_CAS=full;
            """);
    Partitions next =
        read(
            """
            Rot=1,ipoib,sl=3,mtu=5:0x1=full,0x2=full,0x4,0x5,0x6,0x7,0x8,0x9;
            Rot=1,indx0:0x2=full
            mgid=ff12::1;
            Green=3:ALL_CAS=full,0x1;
            White=4:0x1=full;
            """);

    assertThat(before.changesTo(next))
        .containsExactly(
            "partition 'Blue' (0x0002) is gone",
            "partition 'Rot' (0x0001) was named 'Red'",
            "partition 'Rot' (0x0001) loses 0x0000000000000003=full",
            "partition 'Rot' (0x0001) gets 0x0000000000000004=limited,"
                + " 0x0000000000000005=limited, 0x0000000000000006=limited,"
                + " 0x0000000000000007=limited, 0x0000000000000008=limited and 1 other member",
            "partition 'Rot' (0x0001) has another membership for 0x0000000000000001=full",
            "partition 'Rot' (0x0001) is at index 0 now with 0x0000000000000002=full",
            "partition 'Rot' (0x0001) has other terms for the group"
                + " ff12:401b:8001:0:0:0:ffff:ffff",
            "partition 'Rot' (0x0001) has the new group ff12:0:0:0:0:0:0:1",
            "partition 'Green' (0x0003) has its members in another order; of two for a port the"
                + " last counts",
            "partition 'White' (0x0004) is new, with 0x0000000000000001=full");
    assertThat(next.changesTo(before))
        .contains(
            "partition 'Red' (0x0001) is no longer at index 0 with 0x0000000000000002=full",
            "partition 'Red' (0x0001) no longer has the group ff12:0:0:0:0:0:0:1",
            "partition 'White' (0x0004) is gone");
  }

  /** Where nothing was said before, the default partition is no other than it was. */
  @Test
  void shouldTellOfTheFirstFileWhatIsInIt() {
    Partitions first = read("Default=0x7fff,ipoib:ALL=limited;Red=1:0x1=full;");

    assertThat(PartitionBook.EMPTY.changesTo(first))
        .containsExactly(
            "partition 'Default' (0x7fff) is new, with ALL=limited",
            "partition 'Red' (0x0001) is new, with 0x0000000000000001=full");
  }

  @Test
  void shouldFindAPartitionWhateverTheTopBit() {
    Partitions partitions = read(RICH);

    assertThat(partitions.find(0x8005)).isEqualTo(partitions.find(5)).isPresent();
    assertThat(partitions.find(0x8006)).isEmpty();
    assertThat(List.copyOf(partitions.all())).hasSize(3);
  }
}
