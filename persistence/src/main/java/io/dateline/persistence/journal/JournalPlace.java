package io.dateline.persistence.journal;

/**
 * Which event of a persistence id it is. Numbers alone do not tell: a journal that has lost its
 * end, as a copy that was put back, gives them again.
 *
 * @param sequence its number among those of its persistence id, from 1 on
 * @param ordering its number among all of the journal
 * @param writer its writer: each life of an actor has a name of its own
 */
public record JournalPlace(long sequence, long ordering, String writer) {}
