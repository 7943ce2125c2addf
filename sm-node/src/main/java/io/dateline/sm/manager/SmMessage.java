package io.dateline.sm.manager;

/**
 * A message that may cross nodes: {@link SmMessageSerializer} is bound to this type and lists every
 * implementation.
 */
interface SmMessage {}
