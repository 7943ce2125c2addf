package io.dateline.mad.transport;

/**
 * What a transport has seen since it was opened.
 *
 * @param sent packets handed to the driver or the network
 * @param received packets passed on to the receiver
 * @param unsent packets that could not be sent: buffer full, no receiver, no agent for the class
 * @param returned packets of ours that came back as undeliverable or unanswered
 * @param malformed received datagrams dropped because their length or fields were wrong
 */
public record WireStats(long sent, long received, long unsent, long returned, long malformed) {}
