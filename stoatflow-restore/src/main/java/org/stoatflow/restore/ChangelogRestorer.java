package org.stoatflow.restore;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.RowBuffers;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * Restores store partitions with one consumer, a step at a time. What was read is kept until it is worth a write, see
 * {@link RowLoader}. Each write has the position behind its rows, so a restore that is killed goes on where it was, and
 * reads one write again at most. A full rebuild first removes rows and position as one write; killed after that, it is
 * planned as a full rebuild again.
 *
 * <p>A long log is read alone until it is nearly at its end, so that its rows come together and are written in few
 * large pieces; short ones are read together. Where a log gives nothing for a while, the next one is read as well.
 *
 * <p>Thread: one at a time calls {@link #step}, {@link #settle} and {@link #close}. Time comes in as an argument; a
 * step blocks for the poll timeout at most, so that a simulation can drive it on one thread.
 *
 * <p>A position that has not reached the task's end keeps the time at which the rows below it were complete. A tail
 * that takes so long that tombstones may go meanwhile is rebuilt.
 *
 * <p>A task that follows never ends. Once a second it asks for the log's end, gives the state what it has read, and is
 * complete as of the end before. A source topic is followed as far as the application has committed, which is asked for
 * as often.
 *
 * <p>Where a transaction is open in a log, its later records wait for the outcome, also those of others that are
 * committed. The restore waits too, up to the no-progress timeout, and says so: such a transaction is of an owner that
 * has died, and the brokers end it after its {@code transaction.timeout.ms}.
 */
public final class ChangelogRestorer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChangelogRestorer.class);

    /** While the logs that are read have fewer offsets left than this, the next one is read as well. */
    private static final long TOGETHER_MAX = 20_000;

    /** How often the ends of logs that are followed are asked for. */
    private static final long LOOK_MS = 1_000;

    private final StateEngine engine;
    private final ChangelogReader reader;
    private final RestoreWatch watch;
    private final RestoreSettings settings;
    private final GuardedListener listener;
    private final RestoreProgress progress;
    private final RowBuffers buffers = new RowBuffers();
    private final Map<TopicPartition, RunningTask> running = new LinkedHashMap<>();
    private final ArrayDeque<RestoreTask> notStarted;
    private final HeldLogs held;
    private long lookedAtMs;
    private boolean tellsNoEnds; // nobody tells with records where the consumer goes on

    /**
     * Makes a restorer; the first step starts its tasks.
     *
     * @param tasks the tasks, of distinct changelog partitions that no other restorer has
     * @param engine gets rows and positions
     * @param consumer reads {@code read_committed}, or source topics as the application reads them; without a group,
     *     with {@code auto.offset.reset=none}; this closes it
     * @param settings the bounds
     * @param listener is told as Kafka Streams tells it; what it throws is logged
     * @param progress counts
     */
    public ChangelogRestorer(
            Collection<RestoreTask> tasks,
            StateEngine engine,
            Consumer<byte[], byte[]> consumer,
            RestoreSettings settings,
            StateRestoreListener listener,
            RestoreProgress progress) {
        this.notStarted = new ArrayDeque<>(tasks);
        requireDistinct(tasks);
        this.engine = engine;
        this.reader = new ChangelogReader(consumer, settings);
        this.watch = new RestoreWatch(reader, settings);
        this.settings = settings;
        this.listener = new GuardedListener(listener);
        this.progress = progress;
        this.held = new HeldLogs(reader, progress);
    }

    /**
     * Does a bounded piece of the work: starts the tasks, or polls once and writes what came.
     *
     * @param nowMs the time, in milliseconds since 1970
     * @return whether there is more to do
     * @throws StreamsException if nothing was read for the no-progress timeout, naming what is waited for
     */
    public boolean step(long nowMs) {
        watch.begin(nowMs);
        if (mayStart(nowMs)) {
            start(nowMs);
        } else if (!running.isEmpty()) {
            pollAndWrite(nowMs);
        }
        return !running.isEmpty() || !notStarted.isEmpty();
    }

    private static void requireDistinct(Collection<RestoreTask> tasks) {
        Map<TopicPartition, RestoreTask> distinct = new HashMap<>();
        for (RestoreTask task : tasks) {
            RestoreTask before = distinct.put(task.topicPartition(), task);
            if (before != null) {
                throw new IllegalArgumentException("Two tasks restore from one partition: " + before + "; " + task);
            }
        }
    }

    private boolean mayStart(long nowMs) {
        return !notStarted.isEmpty() && (offsetsLeft() < TOGETHER_MAX || watch.isSilent(nowMs));
    }

    private long offsetsLeft() {
        return running.values().stream()
                .filter(task -> !task.isHeld())
                .mapToLong(task -> Math.max(0, task.task().to() - task.read()))
                .sum();
    }

    /** Starts the next log, and those behind it that are short. */
    private void start(long nowMs) {
        if (!reader.isAssigned()) {
            reader.assign(notStarted);
            watch.progressed(nowMs);
        }
        for (long offsets = offsetsLeft(); offsets < TOGETHER_MAX && !notStarted.isEmpty(); ) {
            offsets += startNext(nowMs);
        }
        if (watch.isSilent(nowMs) && !notStarted.isEmpty()) {
            settle(nowMs);
            startNext(nowMs);
        }
        watch.progressed(nowMs);
        finishDone(nowMs);
    }

    /** Starts a log, and says how many offsets it has. */
    private long startNext(long nowMs) {
        RestoreTask task = notStarted.remove();
        RunningTask made = new RunningTask(task, engine, settings.mode(), buffers);
        running.put(task.topicPartition(), made);
        reader.begin(task.topicPartition());
        begin(made, nowMs);
        return task.to() - task.from();
    }

    private void begin(RunningTask running, long nowMs) {
        RestoreTask task = running.task();
        LOG.debug("Restoring {}", task);
        listener.started(task);
        if (task.reason() == RestoreReason.FULL_BEYOND_END) {
            AnewLogs.note(engine, task.changelog().store(), task.partition(), nowMs);
        }
        if (task.reason().isFull()) {
            engine.wipe(task.changelog().storeId(), task.partition());
            StateBatch empty = new StateBatch(nowMs);
            RestoredTimes.forget(engine, empty, task.changelog().store(), task.partition());
            if (running.isDone()) {
                running.addPosition(task.to(), empty);
            } else if (engine.loadsFiles(task.changelog().storeId())) { // rows come before their position
                empty.position(
                        task.changelog().storeId(), task.partition(), ChangelogPosition.begun(task.completeAtMs()));
            }
            engine.apply(empty);
        }
        reader.seek(task);
    }

    private void pollAndWrite(long nowMs) {
        try {
            rebuildTooOld(nowMs);
            if (readOnce(nowMs)) {
                watch.progressed(nowMs);
            } else if (watch.isSilent(nowMs)) {
                settle(nowMs);
            }
            follow(nowMs);
        } catch (TimeoutException failure) {
            LOG.debug("Restore waits for the brokers", failure);
        }
        finishDone(nowMs);
        watch.look(running.values().stream().filter(task -> !task.isFollowing()).toList(), nowMs);
    }

    /** Looks at the ends of the logs that are followed, and goes on to these where those before are reached. */
    private void follow(long nowMs) {
        if (Math.abs(nowMs - lookedAtMs) < LOOK_MS) {
            return;
        }
        List<RunningTask> following =
                running.values().stream().filter(RunningTask::isFollowing).toList();
        if (!following.isEmpty()) {
            lookedAtMs = nowMs;
            Map<TopicPartition, Long> ends = reader.endsOf(
                    following.stream().map(task -> task.task().topicPartition()).toList());
            for (RunningTask task : following) {
                long latest = ends.getOrDefault(task.task().topicPartition(), task.read());
                if (task.isHeld() && latest < task.read()) { // no poll says so, since none reads the log
                    rebuild(task.task().topicPartition(), RestoreReason.FULL_BEYOND_END, nowMs);
                } else {
                    task.follow(latest, nowMs, listener, progress);
                }
            }
            held.goOn(following);
            if (tellsNoEnds) {
                pollAlone(
                        following.stream()
                                .filter(task -> task.isBehind() && !task.isHeld())
                                .toList(),
                        nowMs);
            }
        }
    }

    /**
     * Polls once without the other logs, which may bring records in each poll: where nobody tells where the consumer
     * goes on, only a poll that brings nothing shows that it is behind a marker.
     */
    private void pollAlone(List<RunningTask> behind, long nowMs) {
        List<TopicPartition> others = new ArrayList<>(running.keySet());
        others.removeIf(held::has);
        behind.forEach(task -> others.remove(task.task().topicPartition()));
        if (behind.isEmpty() || others.isEmpty()) {
            return;
        }
        others.forEach(reader::end);
        try {
            readOnce(nowMs);
        } finally {
            others.forEach(reader::begin);
        }
    }

    /** Rebuilds tails that take so long that tombstones ahead may be gone, before more of them is written. */
    private void rebuildTooOld(long nowMs) {
        for (RunningTask tail : List.copyOf(running.values())) {
            RestoreTask task = tail.task();
            RestoreReason now =
                    RestorePlanner.reasonOfAge(task.changelog().keptWhileReadMs(), task.completeAtMs(), nowMs);
            if (tail.isFollowing() && now == RestoreReason.FULL_CLOCK_AHEAD) {
                continue; // the clock was put back since this follower was complete, and it will soon be again
            }
            if (task.reason() == RestoreReason.TAIL && now.isFull()) {
                rebuild(task.topicPartition(), now, nowMs);
            }
        }
    }

    private boolean readOnce(long nowMs) {
        try {
            return write(reader.poll(), nowMs);
        } catch (InvalidOffsetException failure) {
            for (TopicPartition partition : failure.partitions()) {
                rebuild(partition, RestoreReason.FULL_OFFSET_GONE, nowMs);
            }
            return true;
        }
    }

    /**
     * Takes polled records with the positions behind them, and writes what has to be written. Whether any position
     * moved. What the consumer throws where it is asked for a position, the next poll throws: here it would leave
     * out records that were handed out.
     */
    private boolean write(PolledRecords polled, long nowMs) {
        boolean moved = false;
        tellsNoEnds |= !polled.isEmpty() && !polled.isTold();
        for (Map.Entry<TopicPartition, RunningTask> entry : running.entrySet()) {
            RunningTask task = entry.getValue();
            long end = polled.end(entry.getKey()).map(OffsetAndMetadata::offset).orElse(task.read());
            moved |= task.add(polled.of(entry.getKey()), end, nowMs);
            if (task.isDue()) {
                flush(task, nowMs);
            }
            held.holdIfBehindAll(task);
        }
        boundMemory(nowMs);
        return moved;
    }

    private void boundMemory(long nowMs) {
        long bytes =
                running.values().stream().mapToLong(RunningTask::pendingBytes).sum();
        while (bytes > settings.bufferBytes()) {
            RunningTask largest =
                    Collections.max(running.values(), Comparator.comparingLong(RunningTask::pendingBytes));
            bytes -= largest.pendingBytes();
            flush(largest, nowMs);
        }
    }

    /** Writes what was read and is kept, so that a restore that is stopped in order reads nothing again. */
    public void settle(long nowMs) {
        running.values().forEach(task -> flush(task, nowMs));
    }

    private void flush(RunningTask task, long nowMs) {
        if (task.read() > task.position()) {
            task.flush(nowMs, listener, progress);
        }
    }

    private void finishDone(long nowMs) {
        for (RunningTask task : List.copyOf(running.values())) {
            if (task.isDone()) {
                TopicPartition partition = task.task().topicPartition();
                running.remove(partition);
                reader.end(partition);
                if (task.records() > 0) {
                    warnIfTooOld(task.task(), nowMs);
                }
                progress.finished(task.task());
                listener.ended(task.task(), task.records());
            }
        }
    }

    /** A rebuild that takes that long cannot be helped by another one. */
    private static void warnIfTooOld(RestoreTask task, long nowMs) {
        boolean isTooOld = RestorePlanner.reasonOfAge(task.changelog().keptWhileReadMs(), task.completeAtMs(), nowMs)
                == RestoreReason.FULL_TOO_OLD;
        if (isTooOld && task.reason().isFull()) {
            LOG.warn(
                    "Restore of {} took longer than the topic's delete.retention.ms of {} ms: rows that were deleted"
                            + " meanwhile may be there again. Raise the topic's delete.retention.ms above the time that"
                            + " a restore takes",
                    task,
                    task.changelog().keptWhileReadMs());
        }
    }

    private void rebuild(TopicPartition partition, RestoreReason gone, long nowMs) {
        RunningTask task = running.get(partition);
        if (task == null) {
            return;
        }
        long begin = reader.beginOf(partition);
        RestoreReason reason = reason(task, begin, gone);
        RestoreGoal anew = goal(task.task(), begin);
        LOG.warn(
                "Restore of {} starts again, from offset {}, at offset {}: it {}",
                task.task(),
                begin,
                task.position(),
                reason);
        listener.suspended(task.task(), task.records());
        task.rebuild(task.task().rebuilt(begin, anew, reason, nowMs), progress);
        begin(task, nowMs);
    }

    /** A follower that was at the end finds what it goes on at gone where the log was made anew. */
    private static RestoreReason reason(RunningTask task, long begin, RestoreReason why) {
        return task.isFollowing() && why == RestoreReason.FULL_OFFSET_GONE && task.read() >= begin
                ? RestoreReason.FULL_BEYOND_END
                : why;
    }

    private RestoreGoal goal(RestoreTask task, long begin) {
        return switch (task.goal()) {
            case RestoreGoal.UpTo upTo -> new RestoreGoal.UpTo(Math.max(begin, upTo.end()));
            case RestoreGoal.Follow follow -> {
                TopicPartition log = task.topicPartition(); // which may be another one, and end earlier
                long end = Math.max(begin, reader.endsOf(List.of(log)).getOrDefault(log, begin));
                yield follow.anew(begin, end);
            }
        };
    }

    /** Stops, telling the listener of tasks that were started and not ended, and closes the consumer. */
    @Override
    public void close() {
        running.values().forEach(task -> listener.suspended(task.task(), task.records()));
        running.clear();
        notStarted.clear();
        reader.close();
    }
}
