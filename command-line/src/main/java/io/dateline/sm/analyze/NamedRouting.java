package io.dateline.sm.analyze;

import io.dateline.fabric.LidMap;
import io.dateline.fabric.Routing;

/**
 * A routing to compare with others.
 *
 * @param name what people call it; unique in a comparison
 * @param caOrder by rank the ports of the jobs it was made for, or null where nothing says so
 */
public record NamedRouting(String name, LidMap lids, Routing routing, int[] caOrder) {}
