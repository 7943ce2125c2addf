/** A port of this host, through libibumad; native memory and native calls stay in here. */
package io.dateline.mad.transport.umad;
