/**
 * Policy files of NVIDIA's OpenSM, as they are written: port groups ({@code pgrp_policy_file}),
 * topologies ({@code topo_policy_file}) and routing chains ({@code rch_policy_file}). Pure.
 */
package io.dateline.fabric.policy;
