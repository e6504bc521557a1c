package org.stoatflow.testing.driver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.Kernel;
import org.stoatflow.kernel.batch.SourceBatch;
import org.stoatflow.kernel.epoch.BrokenEpochException;
import org.stoatflow.kernel.epoch.Epoch;
import org.stoatflow.kernel.epoch.SourcePosition;
import org.stoatflow.kernel.lane.Lane;
import org.stoatflow.kernel.outbox.EpochWrites;
import org.stoatflow.kernel.outbox.LaneContribution;
import org.stoatflow.kernel.plan.Entry;
import org.stoatflow.streams.processor.StateStore;

/** A kernel whose lanes are stepped on the caller's thread, until nothing is left to do. */
final class SteppedKernel {
    private final Kernel kernel;
    private final ManualClock clock;
    private final ProducedRecords produced;
    private final @Nullable Random order;
    private final Map<TopicPartition, SourcePosition> positions = new HashMap<>();
    private final Map<TopicPartition, Long> partitionTimes;
    private final List<LaneContribution> offered = new ArrayList<>();
    private long outputBytes;
    private boolean hasWork;
    private boolean commitRequested;

    /**
     * Makes the kernel and opens its lanes.
     *
     * @param order in which lanes are stepped; null for the order of their numbers
     */
    SteppedKernel(
            Kernel.Parts parts,
            Kernel.Settings settings,
            ManualClock clock,
            ProducedRecords produced,
            @Nullable Random order) {
        this.clock = clock;
        this.produced = produced;
        this.order = order;
        this.partitionTimes = new HashMap<>(parts.before().partitionTimes());
        this.kernel = new Kernel(parts, settings, new Signals());
        open();
    }

    private void open() {
        List<Lane> opened = new ArrayList<>();
        try {
            for (Lane lane : kernel.lanes()) {
                lane.open();
                opened.add(lane);
            }
        } catch (RuntimeException | Error failure) { // user code may throw either
            close(opened, failure);
            throw failure;
        }
    }

    Kernel kernel() {
        return kernel;
    }

    /** The partition times behind all that is committed. */
    Map<TopicPartition, Long> partitionTimes() {
        return Map.copyOf(partitionTimes);
    }

    /** Whether a processor has asked for a commit since the last one. */
    boolean isCommitRequested() {
        return commitRequested;
    }

    void offer(ConsumerRecord<byte[], byte[]> record) {
        Entry.Source entry = sourceOf(record.topic());
        SourceBatch batch = new SourceBatch(kernel.open(), entry.id());
        batch.add(record);
        positions.put(
                new TopicPartition(record.topic(), record.partition()),
                SourcePosition.at(record.offset() + 1, Optional.empty()));
        hasWork = true;
        kernel.offer(batch, kernel.laneOf(entry, record.key(), record.partition()));
    }

    /**
     * Brings what the test has written to stores into the open epoch.
     *
     * @param atOnce whether it is committed by itself, so that what comes next does not drop it if that fails
     */
    void takeWrites(boolean atOnce) {
        if (kernel.lanes().stream().noneMatch(lane -> lane.outside().hasWrites())) {
            return;
        }
        for (Entry.Source source : kernel.plan().sourceEntries()) { // a cache is flushed for work of what feeds it
            kernel.offer(new SourceBatch(kernel.open(), source.id()), kernel.laneOf(source, null, 0));
        }
        hasWork = true;
        run();
        if (atOnce) {
            commit();
        }
    }

    /**
     * A store of the first partition, for the test.
     *
     * @param timestamp the time of what the test writes, where rows have none
     */
    StateStore store(String name, long timestamp) {
        return kernel.laneOfStore(name, 0).outside().store(name, 0, timestamp);
    }

    /** A store of the first partition, for a function of the test that a lane calls. */
    StateStore storeInStep(String name) {
        return kernel.laneOfStore(name, 0).outside().storeInStep(name);
    }

    /** The time of the record, punctuation or look at a store that was last; -1 before the first. */
    long lastMs() {
        return kernel.lanes().stream()
                .mapToLong(lane -> lane.outside().lastMs())
                .max()
                .orElse(-1);
    }

    /** Keeps what was sent before a failure, until the driver goes on. */
    void holdUnsent() {
        kernel.lanes().forEach(lane -> produced.hold(lane.outside().unsent()));
    }

    private Entry.Source sourceOf(String topic) {
        return kernel.plan().sourceEntries().stream()
                .filter(source -> source.node().topics().contains(topic))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no source reads topic=" + topic));
    }

    /** Hands time to lanes in which it has made something due. Returns whether there are any. */
    boolean offerTime() {
        boolean handed = kernel.offerTime(clock.millis()) > 0;
        hasWork |= handed;
        return handed;
    }

    /** Steps the lanes until none has anything to do. The back-offs of records that are run again pass at once. */
    void run() {
        while (true) {
            stepAll();
            long waitNs = kernel.lanes().stream().mapToLong(Lane::waitNs).min().orElse(Long.MAX_VALUE);
            if (waitNs == Long.MAX_VALUE) {
                return;
            }
            clock.skip(Math.max(1, waitNs));
        }
    }

    private void stepAll() {
        List<Lane> lanes = new ArrayList<>(kernel.lanes());
        boolean worked = true;
        while (worked) {
            worked = false;
            if (order != null) {
                Collections.shuffle(lanes, order);
            }
            for (Lane lane : lanes) {
                worked |= lane.step();
            }
        }
    }

    /** Cuts the epoch, has its lanes leave it, and makes its output and its writes visible. */
    void commit() {
        commitRequested = false;
        if (!hasWork) {
            return;
        }
        hasWork = false;
        Epoch epoch = kernel.cut(Map.copyOf(positions));
        positions.clear();
        run();
        if (!epoch.isComplete()) {
            throw new IllegalStateException("epoch=" + epoch.number() + " is not complete, and no lane has work");
        }
        kernel.followComplete(complete -> {});
        apply(epoch);
    }

    private void apply(Epoch epoch) {
        EpochWrites writes = kernel.writes(clock.millis()).add(epoch);
        LaneContribution.of(epoch).forEach(contribution -> produced.take(contribution.outbox()));
        for (LaneContribution contribution : offered) {
            produced.take(contribution.outbox());
            writes.add(contribution);
        }
        offered.clear();
        writes.addBytes(outputBytes);
        outputBytes = 0;
        kernel.clocks()
                .sources()
                .positions(epoch)
                .forEach((partition, position) -> partitionTimes.put(partition, position.partitionTime()));
        writes.apply(batch -> {}); // no changelog is ever read, so nothing has a position in one
        writes.end();
    }

    /** Closes the processors, and drops what is not committed. Throws the first failure at the end. */
    void close() {
        Throwable failure = close(kernel.lanes(), null);
        if (failure instanceof RuntimeException known) {
            throw known;
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }

    private static @Nullable Throwable close(List<Lane> lanes, @Nullable Throwable before) {
        Throwable first = before;
        for (Lane lane : lanes) {
            try {
                lane.close();
            } catch (RuntimeException | Error failure) { // user code may throw either
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        return first;
    }

    /** No thread is woken, since all lanes are stepped. */
    private final class Signals implements Kernel.Signals {
        @Override
        public void wakeLane(int lane) {}

        @Override
        public void onComplete(Epoch epoch) {}

        @Override
        public void onContribution(LaneContribution contribution) {
            if (contribution.changesState()) {
                offered.add(contribution);
            } else {
                produced.take(contribution.outbox());
                outputBytes += contribution.bytes();
            }
        }

        @Override
        public void onCommitRequest() {
            commitRequested = true;
        }

        @Override
        public void onBroken(BrokenEpochException why) {
            throw why;
        }
    }
}
