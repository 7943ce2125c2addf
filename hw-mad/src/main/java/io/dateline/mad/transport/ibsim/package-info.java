/** Client of the remote protocol that ibsim and Dateline's own simulated fabric speak, over UDP. */
package io.dateline.mad.transport.ibsim;
