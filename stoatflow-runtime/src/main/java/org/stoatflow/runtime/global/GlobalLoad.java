package org.stoatflow.runtime.global;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.global.GlobalTask;
import org.stoatflow.restore.LogPoll;
import org.stoatflow.restore.PolledRecords;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * Loads global stores up to the ends that their topics had when it began, one topic partition after another, as Kafka
 * Streams does. What each poll brings is one write, together with the offset behind it. Owner: the thread of the {@link
 * GlobalFollower}.
 */
final class GlobalLoad {
    private final LogPoll log;
    private final GlobalTask task;
    private final StateEngine state;
    private final GlobalSettings settings;
    private final StateRestoreListener listener;
    private final Deque<LoadTask> waiting;
    private @Nullable LoadTask current;
    private @Nullable RawRows rows; // of the current task; null where its processor is given the records
    private long position;
    private long records;
    private long progressNs;

    GlobalLoad(
            List<LoadTask> tasks,
            LogPoll log,
            GlobalTask task,
            StateEngine state,
            GlobalSettings settings,
            StateRestoreListener listener) {
        this.waiting = new ArrayDeque<>(tasks);
        this.log = log;
        this.task = task;
        this.state = state;
        this.settings = settings;
        this.listener = listener;
    }

    /**
     * Begins with a topic partition, or polls once.
     *
     * @return whether there is more to do
     * @throws StreamsException if nothing was read for too long
     */
    boolean step(long nowMs, long nowNs) {
        LoadTask loading = current;
        if (loading != null) {
            poll(loading, nowMs, nowNs);
        } else if (!waiting.isEmpty()) {
            begin(waiting.removeFirst(), nowNs);
        }
        return current != null || !waiting.isEmpty();
    }

    private void begin(LoadTask next, long nowNs) {
        current = next;
        position = next.from();
        records = 0;
        progressNs = nowNs;
        rows = next.store().reprocessed() ? null : new RawRows(next, state);
        log.consumer().assign(Set.of(next.partition()));
        log.consumer().seek(next.partition(), position);
        listener.onRestoreStart(next.partition(), next.store().name(), next.from(), next.end());
        endIfDone(next);
    }

    private void poll(LoadTask loading, long nowMs, long nowNs) {
        PolledRecords all = log.poll(settings.pollTimeout());
        List<ConsumerRecord<byte[], byte[]>> polled = all.of(loading.partition());
        long reached =
                all.end(loading.partition()).map(OffsetAndMetadata::offset).orElse(position);
        if (reached == position) {
            requireProgress(loading, nowNs);
            return;
        }
        long loaded;
        if (rows == null) {
            loaded = process(polled);
            task.reached(loading.partition(), reached);
            task.commit();
        } else {
            loaded = rows.write(polled, reached, nowMs);
        }
        position = reached;
        records += loaded;
        progressNs = nowNs;
        listener.onBatchRestored(loading.partition(), loading.store().name(), reached, loaded);
        endIfDone(loading);
    }

    private long process(List<ConsumerRecord<byte[], byte[]>> polled) {
        long processed = 0;
        long droppedBefore = task.dropped();
        for (ConsumerRecord<byte[], byte[]> record : polled) {
            if (record.key() != null) {
                ThrownByProcessor.process(task, record);
                processed++;
            }
        }
        return processed - (task.dropped() - droppedBefore);
    }

    private void endIfDone(LoadTask loading) {
        if (position >= loading.end()) {
            current = null;
            listener.onRestoreEnd(loading.partition(), loading.store().name(), records);
        }
    }

    private void requireProgress(LoadTask loading, long nowNs) {
        Duration silent = Duration.ofNanos(nowNs - progressNs);
        if (silent.compareTo(settings.noProgressTimeout()) > 0) {
            throw new StreamsException("Loading " + loading + " read nothing for " + silent.toMillis()
                    + " ms and stopped at offset " + position
                    + ". Look whether the broker that leads the partition can be reached; task.timeout.ms says how long"
                    + " to wait");
        }
    }
}
