package io.dateline.sm.qos;

import io.dateline.fabric.format.FormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a {@code qos-policy.conf} says ({@code doc/QoS_management_in_OpenSM.txt}, sections 2 to 6):
 *
 * <pre>
 * port-groups
 *   port-group
 *     name: Storage
 *     port-guid: 0x10000000000001, 0x10000000000005-0x1000000000FFFA
 *     port-name: "vs1 HCA-1/P1"
 *     pkey: 0x1234
 *     node-type: ROUTER, SELF
 *   end-port-group
 * end-port-groups
 * qos-levels
 *   qos-level
 *     name: DEFAULT                       # has to be there, or "default" below
 *     sl: 0
 *   end-qos-level
 *   qos-level
 *     name: Bulk
 *     sl: 1
 *     mtu-limit: 4                        # codes, not bytes and Gb/s
 *     rate-limit: 5
 *     packet-life: 16
 *   end-qos-level
 * end-qos-levels
 * qos-match-rules
 *   qos-match-rule
 *     qos-class: 7-9,11
 *     destination: Storage
 *     qos-level-name: Bulk
 *   end-qos-match-rule
 * end-qos-match-rules
 * qos-ulps
 *   default                  : 0
 *   sdp, port-num 3000-4000  : 2
 *   any, service-id 0x6234   : 2
 * end-qos-ulps
 * </pre>
 *
 * <p>Names are those of OpenSM, which does not tell upper case in them from lower case, nor looks
 * at blanks. Unlike OpenSM, which goes on without a policy, this reads all of a file or nothing.
 *
 * @param policy what holds
 * @param warnings a sentence {@code file:line: ...} for what was read and has no effect
 */
public record PolicyFile(QosPolicy policy, List<String> warnings) {
  public PolicyFile {
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads a file.
   *
   * @throws FormatException that names every line with something wrong, up to a bound
   */
  public static PolicyFile read(Path file) throws IOException {
    return new PolicyReader(file).read();
  }

  /** The warning where one is named and {@code qos} is off. */
  public static String notRead(String name) {
    return "qos_policy_file %s is not read: qos is FALSE".formatted(name);
  }
}
