package io.dateline.sm.qos;

import java.util.List;

/** A {@link MatchRule} of which groups and level are names. */
record RuleDraft(
    List<NamedAt> sources,
    List<NamedAt> destinations,
    NumberRanges qosClasses,
    NumberRanges serviceIds,
    NumberRanges pKeys,
    NamedAt level) {}
