/** What the scripts of {@code it-tests/bench} run: figures, not verdicts. */
package io.dateline.it.bench;
