package io.dateline.sm.cluster;

/**
 * A message of this package that crosses nodes: {@link ClusterMessageSerializer} is bound to this
 * type and lists every implementation.
 */
interface ClusterMessage {}
