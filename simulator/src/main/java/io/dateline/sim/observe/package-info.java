/** What an application on a simulated subnet is told, and what the subnet's hardware holds. */
package io.dateline.sim.observe;
