package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.dateline.sm.options.EngineOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A node's settings that are read again while it runs. */
class ReloadTest {
  @TempDir private Path folder;

  private Path opensm;
  private Path roots;
  private LiveSettings live;
  private Reload reload;

  @BeforeEach
  void start() throws IOException {
    roots = Files.writeString(folder.resolve("roots"), "0x7\n");
    opensm = Files.writeString(folder.resolve("opensm.conf"), conf("updn", ""));
    Config started = load();
    live = new LiveSettings(SubnetSettings.of(started));
    reload = new Reload(this::load, started, live);
  }

  private String conf(String engine, String more) {
    return "routing_engine %s\nroot_guid_file %s\n%s".formatted(engine, roots, more);
  }

  private Config load() {
    return NodeConfig.load(
        ConfigFactory.parseMap(
            Map.of(OpensmLayer.FILE, opensm.toString(), "dateline.cluster.port", 0)));
  }

  private Reload.Outcome.Read read() {
    return (Reload.Outcome.Read) reload.read();
  }

  @Test
  void shouldChangeNothingWhereNothingHasChanged() {
    SubnetSettings before = live.get();
    assertThat(read()).isEqualTo(new Reload.Outcome.Read(List.of(), List.of(), List.of()));
    assertThat(live.get().planOptions()).isEqualTo(before.planOptions());
  }

  @Test
  void shouldTakeEnginesAndWhatFilesSay() throws IOException {
    Files.writeString(opensm, conf("dnup,updn", "sweep_interval 33\n"));
    assertThat(read().changed()).containsExactly("routing_engine", "sweep_interval");
    assertThat(live.get().routing().engines().order()).containsExactly("dnup", "updn", "minhop");
    assertThat(live.get().sweepInterval()).isEqualTo(Duration.ofSeconds(33));
    Files.writeString(roots, "0x7\n0x9\n");
    assertThat(read().changed()).containsExactly("what files of engines say");
    assertThat(live.get().routing().options().routing().trees().rootGuids())
        .contains(List.of(7L, 9L));
  }

  @Test
  void shouldTakeThePolicy() throws IOException {
    Path policy =
        Files.writeString(folder.resolve("policy"), "qos-ulps\n default : 1\nend-qos-ulps\n");
    Files.writeString(opensm, conf("updn", "qos TRUE\nqos_policy_file " + policy));
    assertThat(read().changed()).containsExactly("qos", "qos_policy_file");
    String before = live.get().planOptions();
    Files.writeString(policy, "qos-ulps\n default : 2\nend-qos-ulps\n");
    assertThat(read().changed()).containsExactly("what qos_policy_file says");
    assertThat(live.get().planOptions()).contains("; policy ").isNotEqualTo(before);
  }

  @Test
  void shouldTakePrefixRoutesAndKeepThemWhereTheFileIsBroken() throws IOException {
    Path file = Files.writeString(folder.resolve("routes"), "0xfec1 *\n");
    Files.writeString(opensm, conf("updn", "prefix_routes_file " + file));
    assertThat(read().changed()).containsExactly("prefix_routes_file");
    assertThat(live.get().prefixRoutes().to(0xfec1)).isPresent();
    Files.writeString(file, "0xfec2 *\n");
    assertThat(read().changed()).containsExactly("what prefix_routes_file says");
    assertThat(live.get().prefixRoutes().to(0xfec1)).isEmpty();
    Files.writeString(file, "0xfec2 *\n0xfec3\n");
    assertThat(((Reload.Outcome.Refused) reload.read()).why())
        .contains("prefix_routes_file", file + ":2: port GUID expected");
    assertThat(live.get().prefixRoutes().to(0xfec2)).isPresent();
  }

  @Test
  void shouldNameWhatNeedsARestartAndNotTakeIt() throws IOException {
    Files.writeString(opensm, conf("updn", "lmc 2\nsm_priority 3\nsweep_interval 33\n"));
    Reload.Outcome.Read read = read();
    assertThat(read.needRestart()).containsExactly("lmc", "sm_priority");
    assertThat(read.changed()).containsExactly("sweep_interval");
    assertThat(live.get().lmc()).isZero();
    assertThat(live.get().smPriority()).isZero();
    assertThat(read().needRestart()).as("told each time").containsExactly("lmc", "sm_priority");
    Files.writeString(opensm, conf("updn", ""));
    assertThat(read().needRestart()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "routing_engine nosuch, there is no engine 'nosuch'",
    "lmc 9, 'must be 0 to 7, is 9'",
    "cn_guid_file /no/such, there is no file /no/such",
    "frobnicate TRUE, there is no option 'frobnicate'"
  })
  void shouldLeaveAllOfItInForceWhereSomethingIsWrong(String line, String why) throws IOException {
    SubnetSettings before = live.get();
    Files.writeString(opensm, "sweep_interval 33\nport_shifting TRUE\n" + line + "\n");
    Reload.Outcome outcome = reload.read();
    assertThat(((Reload.Outcome.Refused) outcome).why()).contains(why).doesNotContain("\n");
    assertThat(live.get()).isSameAs(before);
    Files.writeString(opensm, conf("updn", "sweep_interval 33\n"));
    assertThat(read().changed()).containsExactly("sweep_interval");
  }

  @Test
  void shouldTellManyMistakesInOneLine() throws IOException {
    Files.writeString(opensm, "a 1\nb 1\nc 1\nd 1\ne 1\n");
    assertThat(((Reload.Outcome.Refused) reload.read()).why())
        .contains(opensm + ":1: ", opensm + ":3: ")
        .endsWith("; and 2 more")
        .doesNotContain("\n");
  }

  /** It goes to log and status. */
  @ParameterizedTest
  @ValueSource(strings = {"sm_key 0xfeedz\n", "sm_key 0xfeeda\nsm_key 0xfeedb\n"})
  void shouldTellNoKey(String lines) throws IOException {
    Files.writeString(opensm, lines);
    assertThat(((Reload.Outcome.Refused) reload.read()).why())
        .endsWith("sm_key cannot be used")
        .doesNotContain("feed");
  }

  @Test
  void shouldRefuseAFileThatIsGone() throws IOException {
    Files.delete(roots);
    SubnetSettings before = live.get();
    assertThat(((Reload.Outcome.Refused) reload.read()).why())
        .contains("there is no file " + roots);
    assertThat(live.get()).isSameAs(before);
  }

  /** A sweep is made with what was in force when it began, and engines compute with that. */
  @Test
  void shouldKeepTheOptionsOfTheSweepUnderWay() throws IOException {
    EngineOptions first = live.forSweep().routing().options();
    Files.writeString(roots, "0x9\n");
    read();
    Files.writeString(roots, "0xa\n");
    read();
    EngineOptions last = live.get().routing().options();
    assertThat(live.engineOptions(first.digest())).contains(first);
    assertThat(live.engineOptions(last.digest())).contains(last);
    live.forSweep();
    assertThat(live.engineOptions(first.digest())).isEmpty();
  }

  /** What is said to be taken is, and nothing else. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "subnet_prefix = \"0xfe80000000000009\"",
        "lmc = 1",
        "lmc_esp0 = true",
        "sm_priority = 1",
        "sm_key = 5",
        "sa_key = 5",
        "sminfo_polling_timeout = 77",
        "polling_retry_number = 7",
        "m_key_lease_period = 77",
        "m_key_protection_level = 2",
        "subnet_timeout = 12",
        "max_op_vls = 2",
        "vl_stall_count = 2",
        "head_of_queue_lifetime = 2",
        "leaf_head_of_queue_lifetime = 2",
        "packet_life_time = 2",
        "sweep_interval = 77",
        "sweep_on_trap = false",
        "babbling_port_policy = true",
        "lft_blocks_read_back = 7",
        "disable_multicast = true",
        "ipoib_mcgroup_creation_validation = false",
        "mcgroup_join_validation = false",
        "sa_enhanced_trust_model = true",
        "sa_etm_allow_untrusted_guidinfo_rec = false",
        "sa_etm_allow_guidinfo_rec_by_vf = false",
        "sa_etm_allow_untrusted_proxy_requests = false",
        "consolidate_ipv6_snm_req = true",
        "sa_etm_max_num_mcgs = 7",
        "sa_etm_max_num_srvcs = 7",
        "sa_etm_max_num_event_subs = 7",
        "drop_event_subscriptions = true",
        "sa_check_sgid_spoofing = true",
        "allowed_sm_guids = \"0x7,0x8\"",
        "new_fabric = true",
        "routing_engine = [\"dor\"]",
        "port_shifting = true",
        "qos_high_limit = 7"
      })
  void shouldTakeWhatItSaysItTakes(String setting) {
    SubnetSettings before = SubnetSettings.of(ConfigFactory.load());
    Config changed =
        ConfigFactory.load(ConfigFactory.parseString("dateline.subnet." + setting))
            .withFallback(ConfigFactory.load());
    String key = "dateline.subnet." + setting.substring(0, setting.indexOf(' '));
    SubnetSettings read = SubnetSettings.of(OpensmLayer.withUnits(changed));
    SubnetSettings taken = before.with(read);
    assertThat(read).as("the setting is read").usingRecursiveComparison().isNotEqualTo(before);
    if (Reloadable.isReloadable(key)) {
      assertThat(taken).usingRecursiveComparison().isEqualTo(read);
    } else {
      assertThat(taken).usingRecursiveComparison().isEqualTo(before);
    }
  }
}
