/** A process with nothing but a member of the cluster and a singleton in it. */
package io.dateline.it.cluster;
