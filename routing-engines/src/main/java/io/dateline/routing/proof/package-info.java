/**
 * Whether a routing's lanes are free of cycles, from its tables, lanes and service levels.
 *
 * <p>It shares no algorithm with {@link io.dateline.fabric.judge}, which judges the same question
 * from the tables alone before they are programmed; only the word for a vertex, {@link
 * io.dateline.fabric.judge.Lane}.
 */
package io.dateline.routing.proof;
