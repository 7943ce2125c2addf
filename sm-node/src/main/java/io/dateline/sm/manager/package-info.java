/**
 * The subnet manager as a machine that decides: terms, sweeps, other subnet managers. Its actor is
 * in {@code shell}.
 */
package io.dateline.sm.manager;
