package io.dateline.sm.http;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * How large the journal is, and what of it was archived.
 *
 * @param bytes of its file or table; -1 where the database does not tell
 * @param days after which events are archived, 0 for never
 * @param archive folder of this node, or of all
 * @param archiveFiles how many are in it
 * @param archiveBytes of all of them
 * @param newestFile of them, empty where there is none
 * @param trouble why events that are old enough stay in the journal; null where they do not
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JournalSize(
    long bytes,
    int days,
    String archive,
    int archiveFiles,
    long archiveBytes,
    String newestFile,
    String trouble) {}
