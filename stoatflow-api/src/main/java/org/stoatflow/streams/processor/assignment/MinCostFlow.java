package org.stoatflow.streams.processor.assignment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A network in which each edge has a capacity and a cost. Finds the cheapest of the largest flows by sending flow along
 * the cheapest path that is left, until there is none. One thread.
 */
final class MinCostFlow {
    private final List<List<Edge>> edgesOf = new ArrayList<>();

    private static final class Edge {
        private final int to;
        private final long cost;
        private int left;
        private Edge reverse;

        @SuppressWarnings("NullAway.Init") // each edge is given its reverse as soon as both are there
        Edge(int to, int capacity, long cost) {
            this.to = to;
            left = capacity;
            this.cost = cost;
        }
    }

    /** @param nodes how many nodes there are, numbered from 0 */
    MinCostFlow(int nodes) {
        for (int node = 0; node < nodes; node++) {
            edgesOf.add(new ArrayList<>());
        }
    }

    void edge(int from, int to, int capacity, long cost) {
        Edge edge = new Edge(to, capacity, cost);
        Edge reverse = new Edge(from, 0, -cost);
        edge.reverse = reverse;
        reverse.reverse = edge;
        edgesOf.get(from).add(edge);
        edgesOf.get(to).add(reverse);
    }

    /** Sends all flow that goes from one node to the other, and returns how much that is. */
    int solve(int source, int sink) {
        int flow = 0;
        Edge[] path = cheapestPath(source, sink);
        while (path[sink] != null) {
            for (int node = sink; node != source; node = path[node].reverse.to) {
                path[node].left--;
                path[node].reverse.left++;
            }
            flow++; // one unit at a time: each path begins with a task
            path = cheapestPath(source, sink);
        }
        return flow;
    }

    /** The edge by which each node is reached; null for nodes that are not. Bellman and Ford's way. */
    private Edge[] cheapestPath(int source, int sink) {
        Edge[] by = new Edge[Math.max(edgesOf.size(), sink + 1)];
        long[] costs = new long[by.length];
        Arrays.fill(costs, Long.MAX_VALUE);
        costs[source] = 0;
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int node = 0; node < edgesOf.size(); node++) {
                if (costs[node] == Long.MAX_VALUE) {
                    continue;
                }
                for (Edge edge : edgesOf.get(node)) {
                    if (edge.left > 0 && costs[node] + edge.cost < costs[edge.to]) {
                        costs[edge.to] = costs[node] + edge.cost;
                        by[edge.to] = edge;
                        changed = true;
                    }
                }
            }
        }
        return by;
    }

    /** The nodes to which a node sends flow, in the order in which the edges were added. */
    List<Integer> targetsOf(int node) {
        return edgesOf.get(node).stream()
                .filter(edge -> edge.reverse.left > 0 && !isBackward(edge))
                .map(edge -> edge.to)
                .toList();
    }

    /** Whether the edge leads back to a node that sends flow here. Tasks are numbered below what they send to. */
    private static boolean isBackward(Edge edge) {
        return edge.reverse.to > edge.to;
    }
}
