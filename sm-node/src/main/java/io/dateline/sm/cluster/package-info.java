/** Who belongs to the cluster: joining, noticing who has died, telling operators. */
package io.dateline.sm.cluster;
