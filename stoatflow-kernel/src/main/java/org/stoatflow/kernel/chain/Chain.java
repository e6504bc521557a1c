package org.stoatflow.kernel.chain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.record.RecordPlace;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.kernel.timer.LaneTime;
import org.stoatflow.state.lane.LaneState;

/** The operators of a stage in one lane, linked; made by {@link ChainBuilder}. Owner: the lane's thread. */
public final class Chain {
    private static final int[] NO_HOPS = {};

    private final int firstEntry;
    private final @Nullable EntryInput[] inputs;
    private final List<ProcessorChainNode> processors;
    private final HopChainNode[] hops;
    private final int[][] hopsFedBy;
    private final boolean[] punctuates;
    private final int[] doorIds;
    private final RecordScope scope;
    private final LaneTime time;

    /**
     * @param inputs by entry; the stage's caches have none
     * @param nodes all nodes, each after its predecessors
     * @param hopsFedBy for each input the entries that its records reach through hops
     */
    Chain(
            Stage stage,
            Map<Integer, EntryInput> inputs,
            Collection<ChainNode> nodes,
            Map<Integer, int[]> hopsFedBy,
            RecordScope scope,
            LaneTime time) {
        this.scope = scope;
        this.time = time;
        this.doorIds = stage.inputs();
        List<Entry> entries = stage.entries();
        this.firstEntry = entries.getFirst().id();
        this.inputs = new EntryInput[entries.size()];
        this.hopsFedBy = new int[entries.size()][];
        this.punctuates = new boolean[entries.size()];
        for (int i = 0; i < entries.size(); i++) {
            this.punctuates[i] = entries.get(i).punctuates();
            this.inputs[i] = inputs.get(firstEntry + i);
            this.hopsFedBy[i] = hopsFedBy.getOrDefault(firstEntry + i, NO_HOPS);
        }
        this.processors = new ArrayList<>();
        List<HopChainNode> found = new ArrayList<>();
        for (ChainNode node : nodes) {
            switch (node) {
                case ProcessorChainNode processor -> processors.add(processor);
                case HopChainNode hop -> found.add(hop);
                case SinkChainNode sink -> {}
            }
        }
        this.hops = found.toArray(HopChainNode[]::new);
    }

    /** Source, hop and timer entries of the stage; each after those upstream of it. */
    public int[] inputs() {
        return doorIds;
    }

    public EntryInput input(int entry) {
        EntryInput input = inputs[entry - firstEntry];
        if (input == null) {
            throw new IllegalArgumentException("no batches come in at entry " + entry);
        }
        return input;
    }

    /** Whether a record of the entry runs the punctuators that it makes due. */
    public boolean punctuates(int entry) {
        return punctuates[entry - firstEntry];
    }

    /** After a record of the entry, once what it made stays. */
    public void runDuePunctuators(int entry) {
        if (punctuates(entry)) {
            time.onStreamTime();
        }
    }

    public int[] hopsFedBy(int entry) {
        return hopsFedBy[entry - firstEntry];
    }

    /** Records go over in this epoch from now on. */
    public void begin(Epoch epoch) {
        for (HopChainNode hop : hops) {
            hop.begin(epoch);
        }
    }

    /** Tells the epoch what was found out about records of the entry; before their counter is lowered. */
    public void tell(int entry, Epoch epoch) {
        EntryInput input = inputs[entry - firstEntry];
        if (input != null) { // else it is a cache's
            input.tell(epoch);
        }
    }

    /** Where a record of the batch came from, and its key; any thread. */
    public RecordPlace place(Batch batch, int index) {
        return input(batch.entry()).place(batch, Math.min(index, batch.size() - 1));
    }

    /** The node that is running, for messages. */
    @Nullable
    public String node() {
        return scope.node();
    }

    /** Where what is processed came from, for messages. */
    public String describeRecord() {
        return scope.describe();
    }

    /** Hands over part-filled batches. */
    public void handOver() {
        for (HopChainNode hop : hops) {
            hop.handOver();
        }
    }

    /** For taking back what a record made in this lane. */
    public Savepoint savepoint(LaneState state, LaneOutput output) {
        return new Savepoint(state, output, hops);
    }

    /** Each after those upstream of it. What they write to stores is theirs, though no record is in process. */
    public void init() {
        processors.forEach(processor -> processor.context().initializing(true));
        for (ProcessorChainNode processor : processors) {
            scope.enterInit(processor.name());
            processor.init();
        }
        scope.leaveInit();
        processors.forEach(processor -> processor.context().initializing(false));
    }

    /**
     * Closes every processor, also if one of them fails; the first failure is thrown at the end. What they forward
     * meanwhile is not processed.
     */
    public void close() {
        processors.forEach(processor -> processor.context().closing());
        RuntimeException first = null;
        for (ProcessorChainNode processor : processors) {
            try {
                processor.close();
            } catch (RuntimeException failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Target entries of the hops among the nodes reachable from the given ones. */
    static int[] reachableHops(Collection<String> from, Map<String, List<ChainNode>> children) {
        Set<Integer> found = new HashSet<>();
        Set<String> seen = new HashSet<>(from);
        Deque<String> todo = new ArrayDeque<>(from);
        while (!todo.isEmpty()) {
            for (ChainNode child : children.getOrDefault(todo.pop(), List.of())) {
                if (child instanceof HopChainNode hop) {
                    found.add(hop.targetEntry());
                } else if (seen.add(child.name())) {
                    todo.push(child.name());
                }
            }
        }
        return found.stream().mapToInt(Integer::intValue).sorted().toArray();
    }
}
