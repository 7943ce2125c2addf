/**
 * OpenSM's nue: routing inside the complete channel dependency graph, so that no credit loop can
 * form on any fabric with any number of virtual lanes (J. Domke, T. Hoefler and S. Matsuoka,
 * "Routing on the Dependency Graph: A New Approach to Deadlock-Free High-Performance Routing", HPDC
 * 2016; J. Domke, "Routing on the Channel Dependency Graph", dissertation, TU Dresden 2017, chapter
 * 6).
 */
package io.dateline.routing.nue;
