package io.dateline.routing.actors.entity;

/**
 * A message that may cross nodes: {@link RoutingMessageSerializer} is bound to this type and lists
 * every implementation.
 */
public interface RoutingMessage {}
