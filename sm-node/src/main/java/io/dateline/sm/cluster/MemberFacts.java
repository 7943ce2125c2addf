package io.dateline.sm.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What a node says of itself to the others.
 *
 * @param role as the subnet manager calls its own, or {@code standby}
 * @param ready whether it manages the subnet, or could take over
 * @param notReady why not; null where it is
 * @param fabricPort its port into the fabric
 * @param http where it is asked for more, null where it takes a free port
 * @param version of its build
 * @param commit of its build
 * @param term of the subnet, as it has read the journal; 0 before
 * @param generation of the routing, likewise
 * @param replica whether it follows the journal, or what is wrong; null before that is known
 * @param lagEvents events that it has not read yet, negative while that is not known
 * @param lagMillis age of the oldest of them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MemberFacts(
    String role,
    boolean ready,
    String notReady,
    String fabricPort,
    String http,
    String version,
    String commit,
    long term,
    long generation,
    String replica,
    long lagEvents,
    long lagMillis)
    implements ClusterMessage {}
