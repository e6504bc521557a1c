package org.stoatflow.dsl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.errors.TopologyException;
import org.stoatflow.topology.TopologyBuilder;

/** A node of the graph that the DSL builds before it writes the topology. */
class GraphNode {
    /** Writes a node to the topology, below parents that are already there. */
    @FunctionalInterface
    interface Writer {
        void write(TopologyBuilder topology, List<String> parents);
    }

    static final long NO_WINDOWS = -1;

    /** What merging repartitions has to know of a node. */
    enum Role {
        /** May forward other keys than it was given. */
        CHANGES_KEYS,
        /** Keeps keys, and may forward other values than it was given. */
        CHANGES_VALUES,
        /** Brings streams together. */
        MERGES,
        /** Leads records to the owners of their keys, and may be merged with others. */
        REPARTITIONS,
        /** Anything else. */
        OTHER
    }

    private final String name;
    private final @Nullable Writer writer;
    private final Set<GraphNode> parents = new LinkedHashSet<>();
    private final Set<GraphNode> children = new LinkedHashSet<>();
    private final long windowGraceMs;
    private int priority;
    private boolean written;
    private Role role = Role.OTHER;

    /** Whether an operator downstream of this node, or this node itself, has a use for records without a key. */
    private boolean usesNullKeys;

    GraphNode(String name, Writer writer) {
        this(name, NO_WINDOWS, writer);
    }

    /** @param windowGraceMs for how long the windows that the node makes still change after they have ended */
    GraphNode(String name, long windowGraceMs, Writer writer) {
        this.name = name;
        this.writer = writer;
        this.windowGraceMs = windowGraceMs;
    }

    /** A node that writes itself, see {@link #write}. */
    GraphNode(String name) {
        this.name = name;
        this.writer = null;
        windowGraceMs = NO_WINDOWS;
    }

    /** Says that the node has a use for records without a key, so that none on the way to it are left out. */
    final void useNullKeys() {
        Deque<GraphNode> todo = new ArrayDeque<>(List.of(this));
        while (!todo.isEmpty()) {
            GraphNode node = todo.pop();
            if (!node.usesNullKeys) {
                node.usesNullKeys = true;
                todo.addAll(node.parents);
            }
        }
    }

    final boolean leadsToUseOfNullKeys() {
        return usesNullKeys;
    }

    /** Writes the node below parents that are already there. */
    void write(TopologyBuilder topology, List<String> above) {
        if (writer == null) {
            throw new IllegalStateException(name + " does not say what to write");
        }
        writer.write(topology, above);
    }

    /** Called for each node before it is written. */
    void optimize(Optimizations wanted) {}

    final Role role() {
        return role;
    }

    /** Says what the node does. Before it is added to a parent, if others than nodes below it have to know. */
    final GraphNode is(Role newRole) {
        role = newRole;
        return this;
    }

    final void add(GraphNode child, int childPriority) {
        children.add(child);
        child.parents.add(this);
        child.priority = childPriority;
    }

    /** Adds a child without changing when it is written. */
    final void link(GraphNode child) {
        add(child, child.priority);
    }

    /** Takes over the children of a node that reads the same topics as this one. */
    final void adopt(GraphNode other) {
        for (GraphNode child : other.children()) {
            other.remove(child);
            children.add(child);
            child.parents.add(this);
        }
    }

    final void remove(GraphNode child) {
        children.remove(child);
        child.parents.remove(this);
    }

    /** The node from which all records come, or null if there are several. */
    final @Nullable GraphNode onlyParent() {
        return parents.size() == 1 ? parents.iterator().next() : null;
    }

    final List<GraphNode> children() {
        return new ArrayList<>(children);
    }

    final List<GraphNode> parents() {
        return new ArrayList<>(parents);
    }

    final boolean isChildOf(GraphNode node) {
        return parents.contains(node);
    }

    /** This node and all below it. */
    final Set<GraphNode> reachable() {
        Set<GraphNode> reached = new LinkedHashSet<>();
        Deque<GraphNode> todo = new ArrayDeque<>(List.of(this));
        while (!todo.isEmpty()) {
            GraphNode node = todo.pop();
            if (reached.add(node)) {
                todo.addAll(node.children);
            }
        }
        return reached;
    }

    final String name() {
        return name;
    }

    /**
     * For how long windows still change after they have ended: what the windowed tables say that all ways to this node
     * begin with, or the longest of them.
     *
     * @throws TopologyException if a way begins with a node that makes no windows
     */
    final long windowGraceMs() {
        return windowGraceMs("");
    }

    private long windowGraceMs(String below) {
        if (windowGraceMs != NO_WINDOWS) {
            return windowGraceMs;
        }
        String way = below.isEmpty() ? name : name + "->" + below;
        if (parents.isEmpty()) {
            throw new TopologyException("Only windows close, and this table is not one of windows. The way to it is ["
                    + way + "]: suppress the updates of a windowed aggregation until windows close, or of other tables"
                    + " until a time limit");
        }
        long longestMs = NO_WINDOWS;
        for (GraphNode parent : parents) {
            longestMs = Math.max(longestMs, parent.windowGraceMs(way));
        }
        return longestMs;
    }

    final int priority() {
        return priority;
    }

    /** Writes the node if it is not written and all of its parents are. Returns whether it is written now. */
    final boolean writeIfReady(TopologyBuilder topology) {
        if (!written && parents.stream().allMatch(parent -> parent.written)) {
            write(topology, parents.stream().map(parent -> parent.name).toList());
            written = true;
        }
        return written;
    }
}
