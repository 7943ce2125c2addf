/**
 * What strangers, hosts and hostile packets can do: TLS, M_Keys, HTTP, listening ports, secrets.
 * docs/SECURITY.md says what must hold.
 */
package io.dateline.it.security;
