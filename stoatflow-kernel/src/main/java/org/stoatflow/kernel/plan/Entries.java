package org.stoatflow.kernel.plan;

import java.util.List;

/** The entries of a plan, or of one of its stages, by their kind. */
public interface Entries {
    /** All of them, in the order of their ids. */
    List<Entry> entries();

    /** Those that source topics lead into. */
    default List<Entry.Source> sourceEntries() {
        return ofKind(Entry.Source.class);
    }

    /** Those that hops lead into. */
    default List<Entry.HopEnd> hopEnds() {
        return ofKind(Entry.HopEnd.class);
    }

    /** Those behind which a source node stands: the former two, in the order of all entries. */
    default List<Entry.Node> sourceNodes() {
        return ofKind(Entry.Node.class);
    }

    /** The caches. */
    default List<Entry.Flush> flushes() {
        return ofKind(Entry.Flush.class);
    }

    private <E extends Entry> List<E> ofKind(Class<E> kind) {
        return entries().stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
