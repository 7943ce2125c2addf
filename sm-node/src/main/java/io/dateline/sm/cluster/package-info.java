/** The members of the cluster: joining, noticing which have died, telling operators. */
package io.dateline.sm.cluster;
