/** Random numbers that a seed decides, on every machine. */
package io.dateline.fabric.random;
