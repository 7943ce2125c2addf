package io.dateline.sim;

/**
 * What a simulation has done since it began.
 *
 * @param sent MADs that programs sent
 * @param answered of these, those that a node's own agent answered
 * @param forwarded of these, those that reached another program
 * @param lost MADs that came nowhere, answers among them
 * @param refusedGets Gets that an M_Key kept from being answered
 * @param refusedSets Sets that an M_Key kept from being carried out
 * @param traps traps that nodes sent, repetitions included
 * @param linearBlocksSet blocks of linear forwarding tables that were written
 * @param guidBlocksSet blocks of GUIDs that were written
 */
public record SimulationStats(
    long sent,
    long answered,
    long forwarded,
    long lost,
    long refusedGets,
    long refusedSets,
    long traps,
    long linearBlocksSet,
    long guidBlocksSet) {}
