package io.dateline.sm.http;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Whether a node lives, and whether it can do its work. Asked often, from any thread: it answers
 * from memory.
 *
 * @param notAlive why the process is to be started again, empty while it lives
 * @param notReady why it is not to be counted on, empty while it is master or could be the next one
 */
public record Health(Supplier<Optional<String>> notAlive, Supplier<Optional<String>> notReady) {}
