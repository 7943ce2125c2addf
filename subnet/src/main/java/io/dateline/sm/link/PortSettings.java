package io.dateline.sm.link;

import io.dateline.persistence.event.TermKeys;
import io.dateline.sm.lane.QosSettings;

/**
 * What is the same for all ports of a subnet. Names and codes as in IBA Vol 1, 14.2.5.6 PortInfo.
 *
 * @param subnetPrefix GidPrefix
 * @param keys M_Keys of the current term
 * @param mKeyLeaseSeconds M_KeyLeasePeriod; 0 never expires
 * @param mKeyProtectBits 0 to 3
 * @param subnetTimeoutCode SubnetTimeOut, 4.096 us x 2^code
 * @param maxOpVlsCode cap on OperationalVLs: 1 VL0, 2 VL0-1, 3 VL0-3, 4 VL0-7, 5 VL0-14
 * @param vlStallCount VLStallCount of switch ports
 * @param hoqLifeCode HOQLife between switches
 * @param leafHoqLifeCode HOQLife towards end nodes
 * @param qos whether VLHighLimit is set, and to what
 */
public record PortSettings(
    long subnetPrefix,
    TermKeys keys,
    int mKeyLeaseSeconds,
    int mKeyProtectBits,
    int subnetTimeoutCode,
    int maxOpVlsCode,
    int vlStallCount,
    int hoqLifeCode,
    int leafHoqLifeCode,
    QosSettings qos) {}
