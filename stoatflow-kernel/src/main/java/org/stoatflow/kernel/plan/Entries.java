package org.stoatflow.kernel.plan;

import java.util.List;

/** The entries of a plan, or of one of its stages, by their kind. */
public interface Entries {
    /** All entries, in the order of their ids. */
    List<Entry> entries();

    /** The entries of source topics. */
    default List<Entry.Source> sourceEntries() {
        return ofKind(Entry.Source.class);
    }

    /** The entries at the far ends of hops. */
    default List<Entry.HopEnd> hopEnds() {
        return ofKind(Entry.HopEnd.class);
    }

    /** The entries that have a source node: those of source topics and hops, in the order of their ids. */
    default List<Entry.Node> sourceNodes() {
        return ofKind(Entry.Node.class);
    }

    /** The entries of caches' flushes. */
    default List<Entry.Flush> flushes() {
        return ofKind(Entry.Flush.class);
    }

    private <E extends Entry> List<E> ofKind(Class<E> kind) {
        return entries().stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
