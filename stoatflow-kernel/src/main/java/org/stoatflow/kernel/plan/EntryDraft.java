package org.stoatflow.kernel.plan;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.topology.SourceNode;

/**
 * An entry before it has its id.
 *
 * @param starts nodes of the stage at which its work begins
 * @param ends nodes, of any stage, whose work comes to it
 */
record EntryDraft(
        Kind kind, int stage, String name, @Nullable SourceNode node, Set<String> starts, Set<String> ends) {
    /** What is counted there. */
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

    /** The source node behind a source or hop. */
    SourceNode input() {
        return Objects.requireNonNull(node, name);
    }

    /** @param sinks the sinks into the hop's topic */
    static EntryDraft hop(int stage, SourceNode node, Set<String> sinks) {
        return new EntryDraft(Kind.HOP, stage, node.name(), node, Set.of(node.name()), sinks);
    }

    /** @param timed the processors of the stage that time may have work for */
    static EntryDraft timer(int stage, Set<String> timed) {
        return new EntryDraft(Kind.TIMER, stage, "timer of stage " + stage, null, timed, Set.of());
    }

    /**
     * @param owner the node that hears of flushed updates
     * @param children to which it forwards them
     */
    static EntryDraft flush(int stage, String store, String owner, Set<String> children) {
        return new EntryDraft(Kind.FLUSH, stage, store, null, children, Set.of(owner));
    }
}
