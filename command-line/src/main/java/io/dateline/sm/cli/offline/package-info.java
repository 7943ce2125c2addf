/** Commands that need no node: routings of files and generated fabrics. */
package io.dateline.sm.cli.offline;
