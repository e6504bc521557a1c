package org.stoatflow.races;

import java.util.List;

/** A fault in the order of two steps: lines of the engine's source that are replaced, and the proof that must fail. */
enum Mutant {
    /**
     * An entry becomes complete by its state alone, though its counter may have been raised since it was read as zero.
     */
    COMPLETE_BY_STATE_ALONE(
            "kernel.epoch.Epoch",
            "kernel.epoch.EpochCompletionProof",
            new Change(
                    "return states.get(entry) == CLOSED && outstanding.get(entry) == 0;",
                    "return states.get(entry) == CLOSED;"),
            new Change(
                    "            completeIfDone(entry);\n        }\n    }",
                    "            if (outstanding.get(entry) == 0) {\n                completeIfDone(entry);\n        "
                            + "    }\n        }\n    }")),
    /** A thread reads first that the counter is zero, and then that the entry is closed. */
    COUNTER_BEFORE_CLOSED(
            "kernel.epoch.Epoch",
            "kernel.epoch.EpochCompletionProof",
            new Change(
                    "states.get(entry) == CLOSED && outstanding.get(entry) == 0",
                    "outstanding.get(entry) == 0 && states.get(entry) == CLOSED")),
    /** The last lane to leave reads the number of owing lanes before it reads whether the epoch is cut. */
    OWED_BEFORE_CUT(
            "kernel.epoch.Epoch",
            "kernel.epoch.EpochLeaveProof",
            new Change("rest == 0 && isComplete()", "rest == 0 && cut")),
    /**
     * A lane replaces a time by a later time, and does not look whether another lane has put a still later time there.
     */
    TIME_REPLACED_WITHOUT_A_LOOK(
            "kernel.epoch.Epoch",
            "kernel.epoch.EpochTimesProof",
            new Change("observed.accumulateAndGet(clock, timeMs, Math::max);", "observed.set(clock, timeMs);")),
    /** The dispatcher does not look at the budget again once it has said that it waits. */
    WAITS_WITHOUT_A_LOOK(
            "kernel.epoch.Budget",
            "kernel.epoch.BudgetProof",
            new Change(
                    "        waiting = true;\n        if (bytes() < bytesRelief) {",
                    "        if (bytes() < bytesRelief) {"),
            new Change(
                    "            waiting = false;\n            return false;\n        }\n        return true;",
                    "            return false;\n        }\n        waiting = true;\n        return true;")),
    /** The dispatcher does not look at the epoch again once it has said that the epoch is full. */
    FULL_WITHOUT_A_LOOK(
            "kernel.epoch.Budget",
            "kernel.epoch.EpochFullProof",
            new Change(
                    "        if (now.isRelieved()) {\n            full = null;\n            return false;\n        }\n",
                    "")),
    /** A lane reads whether it is touched before it reads whether its inputs are closed. */
    TOUCHED_BEFORE_CLOSED(
            "kernel.lane.IsolatedLane",
            "kernel.lane.StartProof",
            new Change(
                    "inputsClosed(before) && !before.isTouched(index())",
                    "!before.isTouched(index()) && inputsClosed(before)")),
    /** A lane is woken before the batch is in its inbox. */
    WAKE_BEFORE_ADD(
            "kernel.batch.Inbox",
            "runtime.run.InboxProof",
            new Change(
                    "        queues[index(batch.entry(), batch.epoch())].add(batch);\n        wake.run();",
                    "        wake.run();\n        queues[index(batch.entry(), batch.epoch())].add(batch);")),
    /** A lane is touched after a batch has been raised and added. */
    TOUCHED_AFTER_ADDED(
            "kernel.batch.Inboxes",
            "kernel.lane.DeliveryProof",
            new Change("        epoch.touch(lane);\n", ""),
            new Change(
                    "        byLane[lane].add(batch);\n",
                    "        byLane[lane].add(batch);\n        epoch.touch(lane);\n")),
    /** The committer tells lanes that rows are applied before the state shows the rows. */
    APPLIED_BEFORE_VISIBLE(
            "kernel.outbox.EpochWrites",
            "runtime.sink.OverlayProof",
            new Change(
                    "            state.apply(batch);\n",
                    "            contributions.forEach(LaneContribution::markApplied);\n"
                            + "            state.apply(batch);\n")),
    /** The committer says up to where records are in the state before the state shows what they have written. */
    POSITION_BEFORE_VISIBLE(
            "kernel.outbox.EpochWrites",
            "kernel.QueryPositionProof",
            new Change(
                    "        if (changesState) {\n            positions",
                    "        epochs.forEach(epoch -> clocks.applied().reached(epoch.positions()));\n"
                            + "        if (changesState) {\n            positions")),
    /** A query reads rows before it reads how far the store has come. */
    ROWS_BEFORE_POSITION(
            "kernel.StoreReader",
            "kernel.QueryPositionProof",
            new Change(
                    "        Position position = position(store, partition); // first",
                    "        QueryResult<R> early = answered(rows, store, partition, query, config);\n"
                            + "        Position position = position(store, partition); // first"),
            new Change("? answered(rows, store, partition, query, config)", "? early")),
    /** Each read of a query sees the rows as they are then, where several of them make one answer. */
    READS_OF_SEVERAL_MOMENTS(
            "state.overlay.CommittedRows",
            "state.QueryMomentProof",
            new Change("return new CommittedSnapshot(name, values, committed.snapshot(storeId));", "return this;")),
    /** An iterator of a store in memory gives a reader the values that keys have when it comes to them. */
    VALUES_OF_LATER_MOMENTS(
            "state.keyvalue.KeyValueRows", "state.QueryMomentProof", new Change(" && rows.isWritable();", ";")),
    /** A snapshot of the state in memory has the rows as they are when it is read. */
    SNAPSHOT_OF_THE_LATEST(
            "state.memory.MemoryStateEngine",
            "state.QueryMomentProof",
            new Change(
                    "return new MemorySnapshot(gate, version().rows(), storeId);",
                    "return new org.stoatflow.state.StateSnapshot() {\n"
                            + "            public byte[] get(int partition, byte[] key) {\n"
                            + "                return MemoryStateEngine.this.get(storeId, partition, key);\n"
                            + "            }\n"
                            + "            public CommittedScan scan(int partition, byte[] from, byte[] to, boolean up) {\n"
                            + "                return MemoryStateEngine.this.scan(storeId, partition, from, to, up);\n"
                            + "            }\n"
                            + "            public void close() {}\n"
                            + "        };")),
    /** Global stores are said to be loaded when their load begins. */
    LOADED_BEFORE_WRITTEN(
            "runtime.global.GlobalFollower",
            "runtime.global.GlobalLoadProof",
            new Change("        loaded = true;\n", ""),
            new Change("        load = new GlobalLoad(", "        loaded = true;\n        load = new GlobalLoad(")),
    /** The committer looks for failed sends before it looks whether all answers are back. */
    REFUSED_BEFORE_ALL_BACK(
            "runtime.sink.EpochCommit",
            "runtime.sink.SendFailureProof",
            new Change(
                    "        if (!sending.isAllBack()) {\n            progress.awaits(sending);",
                    "        boolean refused = sending.isRefused();\n"
                            + "        if (!sending.isAllBack()) {\n            progress.awaits(sending);"),
            new Change(
                    "} else if (sending.isRefused()) {\n            endAttempt",
                    "} else if (refused) {\n            endAttempt")),
    /** The committer does not say that it waits for the group. */
    AWAITS_GROUP_UNSAID(
            "runtime.sink.EpochCommit",
            "runtime.sink.CommitterWakeProof",
            new Change("        progress.go(CommitterState.AWAITING_GROUP);\n", "")),
    /** The committer takes the offered contributions before it reads which epochs are complete. */
    OFFERED_BEFORE_COMPLETE(
            "runtime.sink.FlowCommitter",
            "runtime.sink.FlowProof",
            new Change("List<Epoch> complete = going == null ? completeEpochs() : List.of();", ""),
            new Change(
                    "        boolean worked = intake.sendOffered();\n",
                    "        boolean worked = intake.sendOffered();\n"
                            + "        List<Epoch> complete = going == null ? completeEpochs() : List.of();\n")),
    /** The dispatcher is told that the consumer is woken before the consumer is woken. */
    WOKEN_BEFORE_WAKEUP(
            "runtime.source.SourceConsumer",
            "runtime.source.ConsumerWakeProof",
            new Change(
                    "                    consumer.wakeup();\n                } finally {\n                   "
                            + " state.set(State.WOKEN);",
                    "                    state.set(State.WOKEN);\n                } finally {\n                   "
                            + " consumer.wakeup();")),
    /** A lane that lowers an entry asks whether a lane waits for relief before it lowers. */
    ASKED_BEFORE_LOWERED(
            "kernel.epoch.EntryLoad",
            "kernel.epoch.LoadReliefProof",
            new Change(
                    "        int rest = batches.decrementAndGet(entry);\n",
                    "        boolean asked = relief.get(entry) != 0;\n"
                            + "        int rest = batches.decrementAndGet(entry);\n"),
            new Change("&& relief.get(entry) != 0\n", "&& asked\n")),
    /** A writer asks whether the lease is ended before it counts itself in. */
    ENDED_BEFORE_COUNTED(
            "state.WriteLease",
            "state.WriteLeaseProof",
            new Change("writes.updateAndGet(now -> now < 0 ? now : now + 1)", "writes.get()"),
            new Change(
                    "this one is over\");\n        }\n",
                    "this one is over\");\n        }\n        writes.getAndIncrement();\n")),
    /**
     * The dispatcher says at what time it was the owner, and asks only afterwards whether it has lost the partitions.
     */
    OWNER_BEFORE_LOST(
            "runtime.sink.OwnerTime",
            "runtime.sink.OwnerTimeProof",
            new Change(
                    "        if (!lost.getAsBoolean()) {",
                    "        long before = atMs;\n        atMs = timeMs;\n        if (lost.getAsBoolean()) {"),
            new Change("            atMs = timeMs;\n", "            atMs = before;\n"));

    private static final String OURS = "org.stoatflow.";

    private final String className;
    private final String proof;
    private final List<Change> changes;

    /** A piece of source text that occurs once, and its replacement. */
    record Change(String before, String after) {}

    Mutant(String className, String proof, Change... changes) {
        this.className = OURS + className;
        this.proof = OURS + proof;
        this.changes = List.of(changes);
    }

    String className() {
        return className;
    }

    /** The module that contains the class. */
    String module() {
        return "stoatflow-" + className.substring(OURS.length(), className.indexOf('.', OURS.length()));
    }

    String proof() {
        return proof;
    }

    /**
     * The source with the fault. Throws if the source no longer contains a piece to replace, since such a mutant proves
     * nothing.
     */
    String of(String source) {
        String mutated = source;
        for (Change change : changes) {
            int at = mutated.indexOf(change.before());
            if (at < 0 || mutated.indexOf(change.before(), at + 1) >= 0) {
                throw new IllegalStateException(this + ": not there, or more than once: " + change.before());
            }
            mutated = mutated.replace(change.before(), change.after());
        }
        return mutated;
    }
}
