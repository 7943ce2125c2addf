package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many groups, services and subscriptions one port may have. */
class PortLimitsTest {
  private static final String BLOCK = "dateline.subnet.";

  @TempDir Path folder;

  /** Groups, services, subscriptions. */
  private List<Integer> limits(String opensmConf, Map<String, String> own) throws IOException {
    Path file = Files.writeString(folder.resolve("opensm.conf"), opensmConf);
    Map<String, String> all = new HashMap<>(own);
    all.put(OpensmLayer.FILE, file.toString());
    SubnetSettings settings = SubnetSettings.of(NodeConfig.load(ConfigFactory.parseMap(all)));
    return List.of(
        settings.groups().portMax(),
        settings.registrations().servicesMax(),
        settings.registrations().subscriptionsMax());
  }

  @Test
  void shouldBeAsOpensmsOptionsAndTheNodesOwnSay() throws IOException {
    String opensm = "sa_etm_max_num_mcgs %d\nsa_etm_max_num_srvcs %d\nsa_etm_max_num_event_subs %d";
    Map<String, String> none =
        Map.of(
            BLOCK + "sa_etm_max_num_mcgs", "0",
            BLOCK + "sa_etm_max_num_srvcs", "0",
            BLOCK + "sa_etm_max_num_event_subs", "0");
    assertThat(limits("", Map.of())).containsExactly(512, 512, 512);
    assertThat(limits(opensm.formatted(0, 0, 0), Map.of())).containsExactly(512, 512, 512);
    assertThat(limits(opensm.formatted(1, 2, 3), Map.of())).containsExactly(1, 2, 3);
    assertThat(limits("", none)).as("no limit").containsExactly(0, 0, 0);
  }
}
