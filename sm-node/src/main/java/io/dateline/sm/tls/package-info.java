/** What nodes prove themselves by to each other, and which peers they believe. */
package io.dateline.sm.tls;
