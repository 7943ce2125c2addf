package io.dateline.sm.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What a node's settings are like.
 *
 * @param read when those in force were read, in UTC
 * @param trouble why they could not be read again last time; null where they could
 * @param needRestart settings whose files say something else now, which a running node does not
 *     take
 * @param differs in what way the routing in force was planned with other settings; null where this
 *     node would have planned the same
 * @param warnings what is not acted on, or may be meant otherwise, in files that settings name
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SettingsStatus(
    String read, String trouble, List<String> needRestart, String differs, List<String> warnings) {}
