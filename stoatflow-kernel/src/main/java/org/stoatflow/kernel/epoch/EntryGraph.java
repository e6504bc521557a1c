package org.stoatflow.kernel.epoch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Which entry feeds which. Epochs close their entries along these edges. Entries are dense ints. Each belongs to a
 * stage, and the edges form a DAG (docs/DESIGN.md, "Plan"). Immutable.
 */
public final class EntryGraph {
    private final int[][] upstream;
    private final int[][] downstream;
    private final int[] stageOf;
    private final int stages;

    /**
     * @param stageOf stage of each entry
     * @param upstream for each entry the entries directly upstream of it
     * @throws IllegalArgumentException if the edges have a cycle or name an entry that does not exist
     */
    public EntryGraph(int[] stageOf, int[][] upstream) {
        if (stageOf.length != upstream.length) {
            throw new IllegalArgumentException("stages=" + stageOf.length + " entries=" + upstream.length);
        }
        this.stageOf = stageOf.clone();
        this.upstream = copy(upstream);
        this.downstream = invert(this.upstream);
        this.stages = Arrays.stream(stageOf).max().orElse(-1) + 1;
        requireAcyclic();
    }

    public int entries() {
        return stageOf.length;
    }

    public int stages() {
        return stages;
    }

    public int stageOf(int entry) {
        return stageOf[entry];
    }

    /** Whether {@code feeder} is directly upstream of {@code entry}. */
    public boolean isUpstream(int feeder, int entry) {
        for (int direct : upstream[entry]) {
            if (direct == feeder) {
                return true;
            }
        }
        return false;
    }

    /** Whether work of {@code feeder} can cause work of {@code entry}, directly or over other entries. */
    public boolean leadsTo(int feeder, int entry) {
        BitSet reached = new BitSet();
        Deque<Integer> todo = new ArrayDeque<>(List.of(feeder));
        while (!todo.isEmpty()) {
            for (int next : downstream[todo.pop()]) {
                if (!reached.get(next)) {
                    reached.set(next);
                    todo.push(next);
                }
            }
        }
        return reached.get(entry);
    }

    int[] upstream(int entry) {
        return upstream[entry];
    }

    int[] downstream(int entry) {
        return downstream[entry];
    }

    private static int[][] copy(int[][] edges) {
        int[][] copy = new int[edges.length][];
        for (int i = 0; i < edges.length; i++) {
            copy[i] = edges[i].clone();
        }
        return copy;
    }

    private static int[][] invert(int[][] upstream) {
        List<List<Integer>> down = new ArrayList<>();
        for (int i = 0; i < upstream.length; i++) {
            down.add(new ArrayList<>());
        }
        for (int entry = 0; entry < upstream.length; entry++) {
            for (int feeder : upstream[entry]) {
                if (feeder < 0 || feeder >= upstream.length) {
                    throw new IllegalArgumentException("entry " + entry + " names unknown upstream entry " + feeder);
                }
                down.get(feeder).add(entry);
            }
        }
        return toArrays(down);
    }

    private static int[][] toArrays(List<List<Integer>> lists) {
        int[][] arrays = new int[lists.size()][];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = lists.get(i).stream().mapToInt(Integer::intValue).toArray();
        }
        return arrays;
    }

    private void requireAcyclic() {
        int[] missing = new int[upstream.length];
        List<Integer> ready = new ArrayList<>();
        for (int entry = 0; entry < upstream.length; entry++) {
            missing[entry] = upstream[entry].length;
            if (missing[entry] == 0) {
                ready.add(entry);
            }
        }
        int ordered = 0;
        while (!ready.isEmpty()) {
            int entry = ready.removeLast();
            ordered++;
            for (int next : downstream[entry]) {
                if (--missing[next] == 0) {
                    ready.add(next);
                }
            }
        }
        if (ordered != upstream.length) {
            throw new IllegalArgumentException("the entries form a cycle; a topology has none");
        }
    }
}
