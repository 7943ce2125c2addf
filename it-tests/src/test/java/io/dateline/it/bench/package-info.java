/**
 * Programs that print figures and judge nothing. docs/BENCHMARKS.md says how each is run; some
 * tests of other packages take parts of them.
 */
package io.dateline.it.bench;
