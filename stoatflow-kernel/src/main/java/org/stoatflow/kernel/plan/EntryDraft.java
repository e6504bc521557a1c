package org.stoatflow.kernel.plan;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.SourceNode;

/**
 * An entry that has no id yet.
 *
 * @param starts nodes of the stage at which the entry's work begins
 * @param ends nodes, of any stage, whose work comes to the entry
 */
record EntryDraft(
        Kind kind, int stage, String name, @Nullable SourceNode node, Set<String> starts, Set<String> ends) {
    /** The kind of work that is counted at the entry. */
    enum Kind {
        SOURCE,
        HOP,
        TIMER,
        FLUSH
    }

    EntryDraft {
        starts = Set.copyOf(starts);
        ends = Set.copyOf(ends);
    }

    static EntryDraft source(int stage, SourceNode node) {
        return new EntryDraft(Kind.SOURCE, stage, node.name(), node, Set.of(node.name()), Set.of());
    }

    boolean isInput() {
        return kind != Kind.FLUSH;
    }

    /** The source node of a source or hop. */
    SourceNode input() {
        return Objects.requireNonNull(node, name);
    }

    /** @param sinks the sinks into the hop's topic */
    static EntryDraft hop(int stage, SourceNode node, Set<String> sinks) {
        return new EntryDraft(Kind.HOP, stage, node.name(), node, Set.of(node.name()), sinks);
    }

    /** @param timed the processors of the stage that time batches may run */
    static EntryDraft timer(int stage, Set<String> timed) {
        return new EntryDraft(Kind.TIMER, stage, "timer of stage " + stage, null, timed, Set.of());
    }

    /**
     * @param owner the node that is given the flushed updates
     * @param children the children to which the owner forwards the updates
     */
    static EntryDraft flush(int stage, String store, String owner, Set<String> children) {
        return new EntryDraft(Kind.FLUSH, stage, store, null, children, Set.of(owner));
    }
}
