/** Whole programs against simulated fabrics, and what their tests share. */
package io.dateline.it;
