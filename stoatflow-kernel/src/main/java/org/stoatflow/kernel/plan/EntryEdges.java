package org.stoatflow.kernel.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.stoatflow.topology.LogicalNode;

/**
 * Which entry's work reaches which entry. Work goes from node to node, and also along edges that no topology shows: a
 * processor that writes another node's cached store makes that node forward, and a record that advances stream time
 * runs punctuators of the whole stage. Edges of the latter kind are added one by one, each only if the entries stay
 * without a cycle.
 */
final class EntryEdges {
    private final List<EntryDraft> drafts;
    private final Map<String, Set<String>> next = new HashMap<>();

    EntryEdges(List<LogicalNode> nodes, List<EntryDraft> drafts) {
        this.drafts = new ArrayList<>(drafts);
        for (LogicalNode node : nodes) {
            for (String predecessor : node.predecessors()) {
                nextOf(predecessor).add(node.name());
            }
        }
    }

    /**
     * Adds an edge between nodes, unless the edge would make the entries form a cycle. Returns whether the edge is
     * there.
     */
    boolean addIfAcyclic(String from, String to) {
        if (!nextOf(from).add(to)) {
            return true;
        }
        if (isAcyclic()) {
            return true;
        }
        nextOf(from).remove(to);
        return false;
    }

    /** Removes an entry. */
    void remove(EntryDraft draft) {
        drafts.remove(draft);
    }

    /** The entries, each after the entries upstream of it, otherwise in their order. */
    List<EntryDraft> inOrder() {
        int[][] upstream = upstream(drafts);
        List<EntryDraft> ordered = new ArrayList<>();
        Set<Integer> placed = new LinkedHashSet<>();
        while (placed.size() < drafts.size()) {
            int free = IntStream.range(0, drafts.size())
                    .filter(entry -> !placed.contains(entry))
                    .filter(entry -> IntStream.of(upstream[entry]).allMatch(placed::contains))
                    .findFirst()
                    .orElseThrow(() -> new PlanException("the topology's hops form a cycle: "
                            + IntStream.range(0, drafts.size())
                                    .filter(entry -> !placed.contains(entry))
                                    .mapToObj(entry -> drafts.get(entry).name())
                                    .toList()));
            placed.add(free);
            ordered.add(drafts.get(free));
        }
        return ordered;
    }

    /** For each entry of {@code order}, the indexes in {@code order} of the entries directly upstream. */
    int[][] upstream(List<EntryDraft> order) {
        List<List<Integer>> upstream = new ArrayList<>();
        order.forEach(entry -> upstream.add(new ArrayList<>()));
        for (int from = 0; from < order.size(); from++) {
            Set<String> reached = reachedFrom(order.get(from).starts());
            for (int to = 0; to < order.size(); to++) {
                EntryDraft target = order.get(to);
                // rows that a cache's flush writes into the same cache are flushed by that flush
                boolean itself = from == to && target.kind() == EntryDraft.Kind.FLUSH;
                if (!itself && !Collections.disjoint(reached, target.ends())) {
                    upstream.get(to).add(from);
                }
            }
        }
        return upstream.stream()
                .map(entries -> entries.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private boolean isAcyclic() {
        int[][] upstream = upstream(drafts);
        Set<Integer> placed = new HashSet<>();
        boolean grown = true;
        while (grown) {
            grown = false;
            for (int entry = 0; entry < upstream.length; entry++) {
                if (!placed.contains(entry) && IntStream.of(upstream[entry]).allMatch(placed::contains)) {
                    placed.add(entry);
                    grown = true;
                }
            }
        }
        return placed.size() == upstream.length;
    }

    private Set<String> reachedFrom(Set<String> starts) {
        Set<String> reached = new HashSet<>(starts);
        Deque<String> todo = new ArrayDeque<>(starts);
        while (!todo.isEmpty()) {
            for (String node : next.getOrDefault(todo.pop(), Set.of())) {
                if (reached.add(node)) {
                    todo.push(node);
                }
            }
        }
        return reached;
    }

    private Set<String> nextOf(String node) {
        return next.computeIfAbsent(node, name -> new HashSet<>());
    }
}
