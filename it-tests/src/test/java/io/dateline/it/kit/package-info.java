/**
 * What the tests of several subjects start and ask: nodes, clusters, fabrics, journals, servers,
 * and what is read from beside them. It needs none of the tests.
 */
package io.dateline.it.kit;
