package io.dateline.persistence.event;

/** What goes into the journal or a snapshot. Its serializer is bound to this type. */
public sealed interface Journaled
    permits SubnetEvent,
        SubnetSnapshot,
        LftEvent,
        LftSnapshot,
        LayerEvent,
        LayerSnapshot,
        NodeEvent {}
