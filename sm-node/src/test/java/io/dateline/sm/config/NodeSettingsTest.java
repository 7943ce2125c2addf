package io.dateline.sm.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every setting with a range, beyond both of its ends, and of another kind. */
class NodeSettingsTest {
  private static Config with(String key, String value) {
    return ConfigFactory.parseString(key + " = " + value).withFallback(ConfigFactory.load());
  }

  @Test
  void theDefaultsAreRight() {
    NodeSettings settings = NodeSettings.of(ConfigFactory.load());
    assertThat(settings.http().main().port()).isEqualTo(7170);
    assertThat(settings.subnet().sweepInterval()).isEqualTo(Duration.ofSeconds(10));
  }

  @ParameterizedTest
  @CsvSource({
    "dateline.fabric, usb",
    "dateline.fabric, 'sim://'",
    "dateline.http.port, -1",
    "dateline.http.port, 65536",
    "dateline.http.port, many",
    "dateline.http.tls, perhaps",
    "dateline.http.tls, on", // without a certificate
    "dateline.http.reading, closed",
    "dateline.http.metrics, closed",
    "dateline.http.allowed-hosts, sm1",
    "dateline.http.host, 192.0.2.1", // without a certificate
    "dateline.security.unencrypted, perhaps",
    "dateline.programming-parallelism, 0",
    "dateline.programming-parallelism, 100001",
    "dateline.mad.timeout, 0s",
    "dateline.mad.timeout, 61s",
    "dateline.mad.timeout, 50 days", // more milliseconds than an int holds
    "dateline.mad.timeout, soon",
    "dateline.mad.retries, -1",
    "dateline.mad.retries, 101",
    "dateline.mad.window, 0",
    "dateline.mad.window, 4097",
    "dateline.mad.window-per-target, 0",
    "dateline.mad.window-per-target, 65",
    "dateline.subnet.subnet_prefix, prefix",
    "dateline.subnet.lmc, -1",
    "dateline.subnet.lmc, 8",
    "dateline.subnet.lmc_esp0, 2",
    "dateline.subnet.sm_priority, -1",
    "dateline.subnet.sm_priority, 16",
    "dateline.subnet.sm_key, key",
    "dateline.subnet.sa_key, ''",
    "dateline.subnet.m_key_lease_period, -1",
    "dateline.subnet.m_key_lease_period, 65536",
    "dateline.subnet.m_key_protection_level, -1",
    "dateline.subnet.m_key_protection_level, 4",
    "dateline.subnet.subnet_timeout, 32",
    "dateline.subnet.max_op_vls, 0",
    "dateline.subnet.max_op_vls, 6",
    "dateline.subnet.vl_stall_count, 8",
    "dateline.subnet.head_of_queue_lifetime, 32",
    "dateline.subnet.leaf_head_of_queue_lifetime, 32",
    "dateline.subnet.packet_life_time, 32",
    "dateline.subnet.sweep_interval, -1s",
    "dateline.subnet.sweep_interval, 31 days",
    "dateline.subnet.sweep_on_trap, perhaps",
    "dateline.subnet.routing_engine, []",
    "dateline.subnet.routing_engine, '[minhop, maxhop]'",
    "dateline.lft-programmer.outstanding-max, 0",
    "dateline.lft-programmer.passivate-after, 0s",
    "dateline.subnet.routing_engine, '[no_fallback]'",
    "dateline.subnet.routing_engine, '[minhop, minhop]'",
    "dateline.subnet.scatter_ports, many",
    "dateline.subnet.scatter_ports, -1",
    "dateline.subnet.max_reverse_hops, 65536",
    "dateline.subnet.connect_roots, perhaps",
    "dateline.subnet.root_guid_file, /missing",
    "dateline.subnet.opensm_conf, /missing",
    "dateline.subnet.port_profile_switch_nodes, 7"
  })
  void aWrongValueIsRefusedByName(String key, String value) {
    String quoted = value.startsWith("[") ? value : '"' + value + '"';
    assertThatThrownBy(() -> NodeSettings.of(with(key, quoted)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key)
        .message()
        .hasSizeLessThan(400); // the origin of one value, not of every file that was merged
  }
}
