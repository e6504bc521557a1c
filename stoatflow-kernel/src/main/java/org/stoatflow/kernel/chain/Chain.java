package org.stoatflow.kernel.chain;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.batch.Batch;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.error.FirstFailure;
import org.stoatflow.kernel.outbox.LaneOutput;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.Stage;
import org.stoatflow.kernel.record.NodeOfTask;
import org.stoatflow.kernel.record.RecordPlace;
import org.stoatflow.kernel.record.RecordScope;
import org.stoatflow.kernel.timer.LaneTime;
import org.stoatflow.state.lane.LaneState;

/** The linked operators of a stage in one lane. {@link ChainBuilder} makes it. Owner: the lane's thread. */
public final class Chain {
    private static final int[] NONE = {};

    private final int firstEntry;
    private final @Nullable EntryInput[] inputs;
    private final List<ProcessorChainNode> processors;
    private final HopChainNode[] hops;
    private final int[][] hopsFedBy;
    private final boolean[] punctuates;
    private final int[] inputIds;
    private final int[][] readBefore;
    private final RecordScope scope;
    private final LaneTime time;
    private int prepared; // of the processors, in their order: those that are to be closed

    /**
     * @param inputs the inputs by entry; a flush entry has none
     * @param nodes all nodes, each after its predecessors
     * @param hopsFedBy for each input, the entries of other stages that its records reach through hops
     */
    Chain(
            Plan plan,
            Stage stage,
            Map<Integer, EntryInput> inputs,
            Collection<ChainNode> nodes,
            Map<Integer, int[]> hopsFedBy,
            RecordScope scope,
            LaneTime time) {
        this.scope = scope;
        this.time = time;
        this.inputIds = stage.inputs();
        List<Entry> entries = stage.entries();
        this.firstEntry = entries.getFirst().id();
        this.inputs = new EntryInput[entries.size()];
        this.hopsFedBy = new int[entries.size()][];
        this.readBefore = new int[entries.size()][];
        this.punctuates = new boolean[entries.size()];
        for (int i = 0; i < entries.size(); i++) {
            this.punctuates[i] = entries.get(i).punctuates();
            this.inputs[i] = inputs.get(firstEntry + i);
            this.hopsFedBy[i] = hopsFedBy.getOrDefault(firstEntry + i, NONE);
            this.readBefore[i] = readBefore(plan, stage, entries.get(i));
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

    /** The source, hop and timer entries of the stage. Each entry stands after the entries upstream of it. */
    public int[] inputs() {
        return inputIds;
    }

    public EntryInput input(int entry) {
        EntryInput input = inputs[entry - firstEntry];
        if (input == null) {
            throw new IllegalArgumentException("no batches come in at entry " + entry);
        }
        return input;
    }

    /** Whether a record of the entry runs the punctuators that the record makes due. */
    public boolean punctuates(int entry) {
        return punctuates[entry - firstEntry];
    }

    /**
     * Runs due punctuators after a record of the entry, if the entry's records run them. The record's savepoint is
     * released before.
     */
    public void runDuePunctuators(int entry) {
        if (punctuates(entry)) {
            time.onStreamTime();
        }
    }

    public int[] hopsFedBy(int entry) {
        return hopsFedBy[entry - firstEntry];
    }

    /**
     * The entries whose batches those of the entry do not overtake, as far as the dispatcher has read them: for the far
     * end of a hop all sources of the stage, since they share a queue, if one of them does not lead to the hop; and for
     * each entry the hops of which the dispatcher may read records that were left (docs/design/040).
     */
    public int[] readBefore(int entry) {
        return readBefore[entry - firstEntry];
    }

    private static int[] readBefore(Plan plan, Stage stage, Entry entry) {
        if (!(entry instanceof Entry.Node)) {
            return NONE;
        }
        boolean sources =
                entry instanceof Entry.HopEnd hop && !plan.sourcesBeside(hop).isEmpty();
        return stage.sourceNodes().stream()
                .filter(other -> other instanceof Entry.HopEnd ? other.id() != entry.id() : sources)
                .mapToInt(Entry::id)
                .toArray();
    }

    /**
     * The lane begins to work, in this thread. Sets the epoch in which records go over hops and operators remember from
     * now on.
     */
    public void begin(Epoch epoch) {
        scope.beginWork();
        scope.epochMemory().begin(epoch.number());
        for (HopChainNode hop : hops) {
            hop.begin(epoch);
        }
    }

    /** The lane calls no user code any more until it begins again. */
    public void end() {
        scope.endWork();
    }

    /**
     * Lets the entry's input tell the epoch what it has observed of records. Call this before their counter is lowered.
     */
    public void tell(int entry, Epoch epoch) {
        EntryInput input = inputs[entry - firstEntry];
        if (input != null) { // a flush entry has no input
            input.tell(epoch);
        }
    }

    /** Returns where a record of the batch came from, and its key. Any thread. */
    public RecordPlace place(Batch batch, int index) {
        return input(batch.entry()).place(batch, Math.min(index, batch.size() - 1));
    }

    /** The running node and the record's task, for messages. */
    public NodeOfTask node() {
        return scope.nodeOfTask();
    }

    /** The name of the running node as another thread sees it, perhaps late. Any thread. */
    @Nullable
    public String nodeSeen() {
        return scope.nodeSeen();
    }

    /** Where the record that is being processed came from, for messages. */
    public String describeRecord() {
        return scope.describe();
    }

    /** The scope of the lane's work. */
    public RecordScope scope() {
        return scope;
    }

    /** Hands over the part-filled batches of all hops. */
    public void handOver() {
        for (HopChainNode hop : hops) {
            hop.handOver();
        }
    }

    /** Makes the savepoint with which the lane rolls records back. */
    public Savepoint savepoint(LaneState state, LaneOutput output) {
        return new Savepoint(state, output, hops, processors, scope.epochMemory());
    }

    /**
     * Prepares each processor after the processors upstream of it. A processor may write to its stores meanwhile,
     * though no record is being processed. Where one of them fails, none is closed, as in Kafka Streams.
     *
     * @param mayBegin is asked before the processor of this name is prepared
     * @return false if it was not allowed for a processor, so that not all are prepared
     */
    public boolean init(Predicate<String> mayBegin) {
        scope.beginWork();
        processors.forEach(processor -> processor.context().initializing(true));
        for (int next = 0; next < processors.size(); next++) {
            ProcessorChainNode processor = processors.get(next);
            if (!mayBegin.test(processor.name())) {
                prepared = next;
                return false;
            }
            scope.enterInit(processor.name());
            processor.init();
        }
        prepared = processors.size();
        scope.endWork();
        scope.leaveInit();
        processors.forEach(processor -> processor.context().initializing(false));
        return true;
    }

    /**
     * Closes every processor that is prepared, even if one of them fails; throws the first failure at the end. Records
     * that processors forward meanwhile are not processed, and rows that they write are not committed.
     */
    public void close() {
        scope.beginWork();
        processors.forEach(processor -> processor.context().closing());
        FirstFailure failures = new FirstFailure();
        for (ProcessorChainNode processor : processors.subList(0, prepared)) {
            scope.enterClose(processor.name());
            failures.close(processor::close);
        }
        scope.endWork();
        failures.rethrow();
    }

    /** The target entries of the hops that are reachable from the given nodes. */
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
