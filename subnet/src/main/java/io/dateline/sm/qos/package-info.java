/**
 * OpenSM's QoS policy: which level of service a path gets, by its ends and by what is asked for.
 * What {@code qos_policy_file} says, as immutable values that know of no fabric. Pure.
 */
package io.dateline.sm.qos;
