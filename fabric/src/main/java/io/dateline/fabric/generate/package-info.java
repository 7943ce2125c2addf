/** Regular and random networks by size and seed, whole or with faults. */
package io.dateline.fabric.generate;
