package org.stoatflow.runtime.global;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.global.GlobalTask;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.LogPoll;
import org.stoatflow.restore.PolledRecords;
import org.stoatflow.runtime.cluster.Closing;
import org.stoatflow.runtime.cluster.ConsumerClose;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.UserHold;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.topology.GlobalStore;

/**
 * Keeps the global stores of an application current: loads them, and follows their topics from then on. Each poll's
 * records are one write of the stores, together with the offsets behind them, so it goes on after any end where the
 * rows are.
 *
 * <p>Owner: one thread, which steps and closes it; {@link #isLoaded} and {@link #wake} are for any thread.
 */
public final class GlobalFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GlobalFollower.class);
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(5);

    private final Work work;
    private final Consumer<byte[], byte[]> consumer;
    private final LogPoll log;
    private final GlobalSettings settings;
    private final StateRestoreListener listener;
    private final Clock clock;
    private final Map<TopicPartition, LoadTask> partitions = new LinkedHashMap<>();
    private @Nullable GlobalLoad load; // until all is loaded
    private long progressNs;
    private boolean prepared;

    /**
     * Shared. Written by: the thread of the global stores, after the last write of the load. Read by: the dispatcher's
     * thread, which begins a run afterwards; queries. Safe: volatile, one way. Proof: GlobalLoadProof.
     */
    private volatile boolean loaded;

    /**
     * The stores and where they are.
     *
     * @param task writes the stores
     * @param state has their rows
     */
    public record Work(List<GlobalStore> stores, GlobalTask task, StateEngine state) {}

    /** @param consumer has no group, and no reset of offsets; this closes it */
    public GlobalFollower(
            Work work,
            Consumer<byte[], byte[]> consumer,
            GlobalSettings settings,
            StateRestoreListener listener,
            Clock clock) {
        this.work = work;
        this.consumer = consumer;
        this.log = new LogPoll(consumer);
        this.settings = settings;
        this.listener = listener;
        this.clock = clock;
        this.progressNs = clock.nanos();
    }

    /** Whether the stores have come to the ends that their topics had at the start. Any thread. */
    public boolean isLoaded() {
        return loaded;
    }

    /** Keeps users' stores open, from before the first step to behind the close. The thread that steps. */
    UserHold enterUsers() {
        return work.task().enterUsers();
    }

    /** The topics of the stores. Any thread. */
    Set<String> topics() {
        return work.task().topics();
    }

    /** Ends a poll that waits, by an exception. Any thread. */
    public void wake() {
        consumer.wakeup();
    }

    /**
     * Does the next thing: prepares, loads, or polls once.
     *
     * @throws StreamsException if the stores cannot be followed any more
     * @throws RuntimeException what a processor has thrown; its record is read again by whoever follows next
     */
    public void step() {
        try {
            GlobalLoad loading = load;
            if (loaded) {
                follow();
            } else if (loading == null) {
                begin();
            } else if (!loading.step(clock.millis(), clock.nanos())) {
                goOnBehindLoad();
            }
            progressNs = clock.nanos();
        } catch (ThrownByProcessor ofUser) {
            throw ofUser.thrown();
        } catch (InvalidOffsetException gone) {
            markLost(gone.partitions());
            throw new StreamsException(
                    "The topics of global stores do not have the offsets any more that are to be read: "
                            + gone.getMessage()
                            + ". Start the application again to load the stores anew",
                    gone);
        } catch (TimeoutException late) {
            requirePatience(late);
        }
    }

    private void begin() {
        if (!prepared) {
            prepared = true;
            work.task().open();
        }
        GlobalTopics topics = new GlobalTopics(consumer, work.state(), settings.requestTimeout());
        List<LoadTask> tasks = new ArrayList<>();
        for (GlobalStore store : work.stores()) {
            List<LoadTask> lacking = topics.lacking(store, clock.millis());
            lacking.forEach(task -> partitions.put(task.partition(), task));
            tasks.addAll(lacking);
        }
        load = new GlobalLoad(tasks, log, work.task(), work.state(), settings, listener);
    }

    private void goOnBehindLoad() {
        load = null;
        consumer.assign(partitions.keySet());
        partitions.forEach((partition, task) -> {
            ChangelogPosition kept = work.state()
                    .changelogPosition(work.state().storeId(task.store().name()), partition.partition());
            consumer.seek(partition, kept == null ? task.from() : kept.nextOffset());
        });
        loaded = true;
    }

    private void follow() {
        PolledRecords polled = log.poll(settings.pollTimeout());
        for (TopicPartition partition : polled.partitions()) {
            for (ConsumerRecord<byte[], byte[]> record : polled.of(partition)) {
                ThrownByProcessor.process(work.task(), record);
            }
            polled.end(partition).ifPresent(end -> work.task().reached(partition, end.offset()));
        }
        work.task().commit();
    }

    private void requirePatience(TimeoutException late) {
        Duration silent = Duration.ofNanos(clock.nanos() - progressNs);
        if (silent.compareTo(settings.noProgressTimeout()) > 0) {
            throw new StreamsException(
                    "The brokers have not told for " + silent.toMillis() + " ms which offsets the topics "
                            + work.task().topics() + " of global stores have. Look whether they can be reached",
                    late);
        }
        LOG.warn("Waiting for the offsets of the topics of global stores: {}", late.getMessage());
    }

    private void markLost(Collection<TopicPartition> gone) {
        Set<GlobalStore> stores = new HashSet<>();
        gone.forEach(partition -> {
            LoadTask task = partitions.get(partition);
            if (task != null) {
                stores.add(task.store());
            }
        });
        GlobalTopics topics = new GlobalTopics(consumer, work.state(), settings.requestTimeout());
        for (GlobalStore store : stores) {
            topics.markLost(
                    store,
                    partitions.values().stream()
                            .filter(task -> task.store().equals(store))
                            .map(LoadTask::partition)
                            .toList(),
                    clock.millis());
        }
    }

    /** Closes the processors and the consumer. */
    @Override
    public void close() {
        Closing.quietly("processors of global stores", work.task()::close);
        Closing.quietly("consumer of global stores", () -> ConsumerClose.close(consumer, CLOSE_WAIT));
    }
}
