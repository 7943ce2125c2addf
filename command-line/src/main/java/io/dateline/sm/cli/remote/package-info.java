/** Commands that ask a running node over HTTP. */
package io.dateline.sm.cli.remote;
