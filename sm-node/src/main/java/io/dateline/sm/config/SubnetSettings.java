package io.dateline.sm.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import io.dateline.fabric.Guid;
import io.dateline.fabric.Lid;
import io.dateline.fabric.format.PrefixRoutes;
import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.group.GroupSettings;
import io.dateline.sm.lane.QosSettings;
import io.dateline.sm.link.PortSettings;
import io.dateline.sm.partition.PartitionSettings;
import io.dateline.sm.qos.PolicyFile;
import io.dateline.sm.qos.QosPolicy;
import io.dateline.sm.registration.RegistrationSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringJoiner;

/**
 * How the subnet is to be managed: the block {@code dateline.subnet}, whose keys are OpenSM's
 * option names where OpenSM has one. All nodes of a cluster must agree on it.
 *
 * @param subnetPrefix upper 64 bits of every GID
 * @param lmc LIDs per end port = 2^lmc
 * @param lmcEsp0 whether enhanced switch port 0s have them, too
 * @param smPriority SMInfo priority, 0 to 15
 * @param smKey SM_Key of SMInfo; empty where a random one is to be journaled
 * @param sminfoPollingTimeout between polls of a subnet manager that goes before
 * @param pollingRetryNumber how many of them may go unanswered
 * @param saKey SM_Key that makes an SA request a trusted one; empty as {@code smKey}
 * @param mKeyLeaseSeconds M_Key lease; 0 never expires
 * @param mKeyProtectionLevel M_KeyProtectBits, 0 to 3
 * @param subnetTimeout SubnetTimeOut code
 * @param maxOpVls cap on the OperationalVLs code
 * @param vlStallCount of switch ports
 * @param headOfQueueLifetime code, between switches
 * @param leafHeadOfQueueLifetime code, towards end nodes
 * @param packetLifeTime LifeTimeValue of switches
 * @param sweepInterval between light sweeps; zero for none
 * @param sweepOnTrap whether traps 128 and 144 cause heavy sweeps
 * @param babblingPortPolicy whether ports that send traps without end are disabled
 * @param lftBlocksReadBack forwarding blocks that a term reads back which it has not sent
 * @param groups of multicast
 * @param registrations services, subscriptions and alias GUIDs of ports
 * @param routing engines, and their options
 * @param qos how lanes are programmed
 * @param policy which paths have which level of service; nothing where there is no such file, and
 *     without qos
 * @param partitions file and options of partitions
 * @param prefixRoutes by which routers packets to other subnets leave
 * @param trust which requests and other subnet managers are let in
 * @param isNewFabric whether the fabric may be another one than the journal knows
 */
public record SubnetSettings(
    long subnetPrefix,
    int lmc,
    boolean lmcEsp0,
    int smPriority,
    OptionalLong smKey,
    Duration sminfoPollingTimeout,
    int pollingRetryNumber,
    OptionalLong saKey,
    int mKeyLeaseSeconds,
    int mKeyProtectionLevel,
    int subnetTimeout,
    int maxOpVls,
    int vlStallCount,
    int headOfQueueLifetime,
    int leafHeadOfQueueLifetime,
    int packetLifeTime,
    Duration sweepInterval,
    boolean sweepOnTrap,
    boolean babblingPortPolicy,
    int lftBlocksReadBack,
    GroupSettings groups,
    RegistrationSettings registrations,
    RoutingSettings routing,
    QosSettings qos,
    Optional<QosPolicy> policy,
    PartitionSettings partitions,
    PrefixRoutes prefixRoutes,
    TrustPolicy trust,
    boolean isNewFabric) {
  private static final String BLOCK = "dateline.subnet.";
  private static final String RANDOM = "random";
  private static final Duration SWEEP_INTERVAL_MAX = Duration.ofDays(30);
  private static final Duration POLLING_TIMEOUT_MAX = Duration.ofHours(1);

  /**
   * Reads {@code dateline.subnet}.
   *
   * @throws ConfigException that names the key, if a value is missing, malformed or out of range
   */
  public static SubnetSettings of(Config config) {
    NodeFiles.refusePipes(config);
    RoutingSettings routing = RoutingSettings.of(config);
    boolean hasQos = routing.options().routing().lanes().qos();
    Optional<PolicyFile> policy = QosReader.policy(config, hasQos);
    PartitionSettings partitions = PartitionsFile.of(config);
    return new SubnetSettings(
        unsigned(config, BLOCK + "subnet_prefix"),
        Ranges.inRange(config, BLOCK + "lmc", 0, Lid.LMC_MAX),
        config.getBoolean(BLOCK + "lmc_esp0"),
        Ranges.inRange(config, BLOCK + "sm_priority", 0, 15),
        keyOrRandom(config, BLOCK + "sm_key"),
        Ranges.inRange(
            config, BLOCK + "sminfo_polling_timeout", Duration.ofMillis(1), POLLING_TIMEOUT_MAX),
        Ranges.inRange(config, BLOCK + "polling_retry_number", 0, 1000),
        keyOrRandom(config, BLOCK + "sa_key"),
        Ranges.inRange(config, BLOCK + "m_key_lease_period", 0, 0xFFFF),
        Ranges.inRange(config, BLOCK + "m_key_protection_level", 0, 3),
        Ranges.inRange(config, BLOCK + "subnet_timeout", 0, 31),
        Ranges.inRange(config, BLOCK + "max_op_vls", 1, 5),
        Ranges.inRange(config, BLOCK + "vl_stall_count", 0, 7),
        Ranges.inRange(config, BLOCK + "head_of_queue_lifetime", 0, 31),
        Ranges.inRange(config, BLOCK + "leaf_head_of_queue_lifetime", 0, 31),
        Ranges.inRange(config, BLOCK + "packet_life_time", 0, 31),
        Ranges.inRange(config, BLOCK + "sweep_interval", Duration.ZERO, SWEEP_INTERVAL_MAX),
        config.getBoolean(BLOCK + "sweep_on_trap"),
        config.getBoolean(BLOCK + "babbling_port_policy"),
        Ranges.inRange(config, BLOCK + "lft_blocks_read_back", 0, 1_000_000),
        new GroupSettings(
            config.getBoolean(BLOCK + "disable_multicast"),
            config.getBoolean(BLOCK + "ipoib_mcgroup_creation_validation"),
            config.getBoolean(BLOCK + "mcgroup_join_validation"),
            config.getBoolean(BLOCK + "consolidate_ipv6_snm_req"),
            Ranges.inRange(config, BLOCK + "sa_etm_max_num_mcgs", 0, 0xFFFF)),
        new RegistrationSettings(
            Ranges.inRange(config, BLOCK + "sa_etm_max_num_srvcs", 0, 0xFFFF),
            Ranges.inRange(config, BLOCK + "sa_etm_max_num_event_subs", 0, 0xFFFF),
            config.getBoolean(BLOCK + "drop_event_subscriptions"),
            Ranges.inRange(config, BLOCK + "alias_guids_max", 0, 0xFF),
            Ranges.inRange(config, BLOCK + "sm_assigned_guid", 0, 0xFF)),
        routing
            .and(
                policy
                    .map(PolicyFile::warnings)
                    .orElseGet(() -> QosReader.unreadPolicy(config, hasQos)))
            .and(PartitionsFile.warnings(partitions, config, hasQos))
            .noting(StandardFiles.notes(config, hasQos, partitions.isManaged())),
        QosReader.read(config, hasQos),
        policy.map(PolicyFile::policy),
        partitions,
        PrefixRoutesFile.read(config),
        TrustPolicy.of(config),
        config.getBoolean(BLOCK + "new_fabric"));
  }

  /** These, with what a running node takes of others: see {@link Reloadable}. */
  SubnetSettings with(SubnetSettings read) {
    return new SubnetSettings(
        subnetPrefix,
        lmc,
        lmcEsp0,
        smPriority,
        smKey,
        sminfoPollingTimeout,
        pollingRetryNumber,
        saKey,
        read.mKeyLeaseSeconds,
        mKeyProtectionLevel,
        read.subnetTimeout,
        read.maxOpVls,
        read.vlStallCount,
        read.headOfQueueLifetime,
        read.leafHeadOfQueueLifetime,
        read.packetLifeTime,
        read.sweepInterval,
        read.sweepOnTrap,
        babblingPortPolicy,
        lftBlocksReadBack,
        groups.with(read.groups),
        registrations.withLimitsOf(read.registrations),
        read.routing,
        read.qos,
        read.policy,
        read.partitions,
        read.prefixRoutes,
        read.trust,
        isNewFabric);
  }

  private static OptionalLong keyOrRandom(Config config, String key) {
    return config.getString(key).equals(RANDOM)
        ? OptionalLong.empty()
        : OptionalLong.of(unsigned(config, key, "what stands there"));
  }

  private static long unsigned(Config config, String key) {
    return unsigned(config, key, "'" + config.getString(key) + "'");
  }

  /** As above; keys are not told. */
  private static long unsigned(Config config, String key, String told) {
    try {
      return Guid.parse(config.getString(key));
    } catch (NumberFormatException e) {
      throw new ConfigException.BadValue(
          config.getValue(key).origin(), key, told + " is no unsigned 64-bit number", e);
    }
  }

  /**
   * The options that tables, SLs, lanes and levels of service come of, in a line. A plan keeps it:
   * a node that would say something else plans anew.
   */
  public String planOptions() {
    StringJoiner all = new StringJoiner("; ").add(routing.options().summary());
    if (!qos.given().isEmpty()) {
      all.add(qos.given());
    }
    policy.ifPresent(known -> all.add("policy %.16s".formatted(known.digest())));
    return all.toString();
  }

  /** What ports are to be given. */
  public PortSettings ports(TermKeys keys) {
    return new PortSettings(
        subnetPrefix,
        keys,
        mKeyLeaseSeconds,
        mKeyProtectionLevel,
        subnetTimeout,
        maxOpVls,
        vlStallCount,
        headOfQueueLifetime,
        leafHeadOfQueueLifetime,
        qos);
  }
}
