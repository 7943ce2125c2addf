/** Files that hold secrets. */
package io.dateline.persistence.file;
