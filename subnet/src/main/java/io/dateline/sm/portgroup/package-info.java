/**
 * Port groups of NVIDIA's OpenSM, {@code pgrp_policy_file}: parts of a fabric that have a name, as
 * topologies of routing chains are made of. Pure.
 */
package io.dateline.sm.portgroup;
