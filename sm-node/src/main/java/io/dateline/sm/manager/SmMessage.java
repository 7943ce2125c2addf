package io.dateline.sm.manager;

/**
 * A message that may cross nodes: the serializer of the shell is bound to this type and lists every
 * implementation.
 */
public interface SmMessage {}
