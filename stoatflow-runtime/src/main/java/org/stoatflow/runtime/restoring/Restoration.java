package org.stoatflow.runtime.restoring;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.restore.LogRange;
import org.stoatflow.restore.RestorePlanner;
import org.stoatflow.restore.RestoreProgress;
import org.stoatflow.restore.RestoreReason;
import org.stoatflow.restore.RestoreTask;
import org.stoatflow.restore.StoreChangelog;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.cluster.KafkaClients;
import org.stoatflow.state.ChangelogPosition;
import org.stoatflow.state.StateBatch;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.kind.StoreFormats;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.processor.StateRestoreListener;

/**
 * Brings the state up to the end of its changelogs before an application runs: finds out what the state lacks, and has
 * it restored. It begins only after the transactional ids are initialised and the committed offsets are read. So
 * everything that was committed with these offsets is below the ends that it reads. Where another transactional id's
 * open transaction holds records back, the restore waits for its end. Owner: the dispatcher's thread.
 */
public final class Restoration {
    private static final Logger LOG = LoggerFactory.getLogger(Restoration.class);

    private final List<RestoreTask> tasks;
    private final List<RestoreTask> complete; // nothing is read for these
    private final RestoreProgress progress;
    private final long listedAtMs;
    private final RestoreEnvironment environment;
    private final Set<String> fromSources; // stores without a changelog
    private final Deque<Supplier<RestoreDriver>> next = new ArrayDeque<>();
    private @Nullable RestoreDriver driver;

    /** The consumers that a restore reads with, the listener that it tells, and its progress. */
    public record Reading(
            Supplier<Consumer<byte[], byte[]>> consumers, StateRestoreListener listener, RestoreProgress progress) {}

    private Restoration(Plan plan, List<RestoreTask> all, long listedAtMs, RestoreEnvironment environment) {
        Set<String> mayHoldRows = names(plan, store -> mayHoldRows(store.description()));
        this.fromSources = names(plan, store -> store.sourceTopic() != null);
        this.listedAtMs = listedAtMs;
        this.tasks = all.stream().filter(task -> isMissing(task, mayHoldRows)).toList();
        this.complete =
                all.stream().filter(task -> !isMissing(task, mayHoldRows)).toList();
        this.environment = environment;
        this.progress = new RestoreProgress(tasks);
    }

    /**
     * What the state is compared with.
     *
     * @param requestTimeout bound of each request to the brokers
     * @param committed the committed offsets of the source partitions that have one
     */
    public record Asking(KafkaClients clients, Duration requestTimeout, Map<TopicPartition, Long> committed) {}

    /** Finds out what the state lacks, and changes nothing. */
    public static Restoration plan(
            Plan plan, StateEngine state, ClusterTopics topics, Asking asking, RestoreEnvironment environment) {
        long nowMs = environment.clock().millis(); // the time before the ends are asked for, not the time of the answer
        return new Restoration(plan, tasks(plan, state, topics, asking, nowMs, store -> true), nowMs, environment);
    }

    private static Set<String> names(Plan plan, Predicate<StorePlan> which) {
        return plan.stores().stream().filter(which).map(StorePlan::name).collect(Collectors.toSet());
    }

    /** Whether a store has no position when the process starts, and may have rows all the same. */
    static boolean mayHoldRows(StoreDescription store) {
        return store.customSupplier() != null && store.persistent() && !store.isWrittenAtOnce();
    }

    /**
     * Whether anything has to be done for a store partition. Without a position and with an empty log that is to empty
     * it, if it may hold rows.
     */
    static boolean isMissing(RestoreTask task, Set<String> mayHoldRows) {
        boolean empty = task.reason() == RestoreReason.FULL_POSITION_MISSING
                && task.from() == task.to()
                && !mayHoldRows.contains(task.changelog().store());
        return task.reason() != RestoreReason.UP_TO_DATE && !empty;
    }

    /**
     * Whether the restore drops the rows of a store partition for good, since the changelog was deleted and created
     * anew.
     */
    public boolean isMadeAnew(String store, int partition) {
        return tasks.stream()
                .anyMatch(task -> task.reason() == RestoreReason.FULL_BEYOND_END
                        && task.changelog().store().equals(store)
                        && task.partition() == partition);
    }

    /** Tells the listener of the partitions for which nothing is to be read. Called before the restore begins. */
    public void tellOfComplete(StateRestoreListener listener) {
        complete.forEach(task -> tellOfNothing(task, listener));
    }

    /** Begins to restore what the state lacks. */
    public void begin(StateEngine state, KafkaClients clients, StateRestoreListener listener) {
        tasks.stream().filter(task -> task.reason().isFull()).forEach(Restoration::tellOfRebuild);
        List<RestoreTask> committed = tasks;
        if (clients.areSourcesReadUncommitted()) {
            committed = tasks.stream().filter(task -> !isFromSource(task)).toList();
            List<RestoreTask> uncommitted =
                    tasks.stream().filter(this::isFromSource).toList();
            add(uncommitted, state, new Reading(clients::newSourceRestoreConsumer, listener, progress));
        }
        add(committed, state, new Reading(clients::newRestoreConsumer, listener, progress));
        driver = beginNext();
    }

    private boolean isFromSource(RestoreTask task) {
        return fromSources.contains(task.changelog().store());
    }

    private void add(List<RestoreTask> some, StateEngine state, Reading reading) {
        if (!some.isEmpty()) {
            next.add(() -> environment.restore(some, state, reading));
        }
    }

    /** One after the other: if one fails, none that would go on is left. */
    private @Nullable RestoreDriver beginNext() {
        Supplier<RestoreDriver> begin = next.poll();
        return begin == null ? null : begin.get();
    }

    static void tellOfRebuild(RestoreTask task) {
        if (task.from() == task.to()) {
            LOG.info("Emptying {}", task); // it may be new
        } else {
            boolean isNew = task.reason() == RestoreReason.FULL_POSITION_MISSING; // or its rows are in memory
            LOG.atLevel(isNew ? Level.INFO : Level.WARN).log("Rebuilding {}", task);
        }
    }

    /** Whether the state is complete. The caller asks again until it is. */
    public boolean isDone() {
        if (driver != null && driver.isDone()) {
            driver = beginNext();
        }
        return driver == null;
    }

    /** The time at which the changelogs had the ends that the state is restored to. Of use once the restore is done. */
    public long listedAtMs() {
        return listedAtMs;
    }

    public RestoreProgress progress() {
        return progress;
    }

    public void stop() {
        next.clear();
        if (driver != null) {
            driver.stop();
        }
    }

    /**
     * Adds the positions of the partitions that nothing was read for, where the state has no position, or another one
     * than the end of the log. So the records that are written from now on follow on a known end. Called once the
     * restore is done.
     */
    public void addPositions(StateEngine state, StateBatch batch) {
        for (RestoreTask task : complete) {
            int store = task.changelog().storeId();
            ChangelogPosition stored = state.changelogPosition(store, task.partition());
            if (stored == null || stored.nextOffset() != task.to()) {
                batch.position(store, task.partition(), task.to());
            }
        }
    }

    /** Logs what was restored. Called once the restore is done. */
    public void tell() {
        if (tasks.isEmpty()) {
            LOG.info("The state is up to date");
        }
        progress.snapshot()
                .forEach(store -> LOG.info(
                        "Restored store {}: {} records of {} offsets in {} partitions",
                        store.store(),
                        store.records(),
                        store.offsets(),
                        store.partitions()));
    }

    /** Compares the stores with the topics that they are restored from. */
    static List<RestoreTask> tasks(
            Plan plan, StateEngine state, ClusterTopics topics, Asking asking, long nowMs, Predicate<StorePlan> which) {
        List<StoreChangelog> changelogs = changelogs(plan, state, topics, which);
        if (changelogs.isEmpty()) {
            return List.of();
        }
        List<TopicPartition> partitions = new ArrayList<>();
        for (StoreChangelog changelog : changelogs) {
            changelog
                    .partitions()
                    .forEach(partition -> partitions.add(new TopicPartition(changelog.topic(), partition)));
        }
        Map<TopicPartition, LogRange> ranges =
                AskedRanges.of(topics, asking.clients(), asking.requestTimeout(), partitions);
        SourceRanges.bound(plan, state, asking.committed(), ranges);
        return RestorePlanner.plan(changelogs, RestorePlanner.positionsIn(state), ranges, nowMs);
    }

    /**
     * Tells the listener of an empty restore, as Kafka Streams does: so a listener that waits for the end of each
     * restore need not know which partitions have anything to restore.
     */
    private static void tellOfNothing(RestoreTask task, StateRestoreListener listener) {
        String store = task.changelog().store();
        TopicPartition partition = task.topicPartition();
        listener.onRestoreStart(partition, store, task.from(), task.to());
        listener.onRestoreEnd(partition, store, 0);
    }

    private static List<StoreChangelog> changelogs(
            Plan plan, StateEngine state, ClusterTopics topics, Predicate<StorePlan> which) {
        List<StoreChangelog> changelogs = new ArrayList<>();
        Set<String> unknown = new TreeSet<>();
        for (StorePlan store : plan.stores()) {
            String topic = store.restoredFrom();
            if (topic != null && which.test(store)) {
                changelogs.add(new StoreChangelog(
                        store.name(),
                        state.storeId(store.name()),
                        topic,
                        plan.ownedOf(store).stream().boxed().toList(),
                        deleteRetentionMs(topics, topic, unknown),
                        StoreFormats.of(store.description())));
            }
        }
        if (!unknown.isEmpty()) {
            LOG.warn(
                    "How long topics {} keep tombstones may not be read. So what is not up to date is rebuilt from"
                            + " them, since reading on could leave deleted rows; grant DESCRIBE_CONFIGS on them",
                    unknown);
        }
        return changelogs;
    }

    /**
     * How long a topic keeps tombstones. One that is not compacted loses them only together with all that is older. No
     * default is taken where that may not be read, nor what the store asks for: the topic may be older than that, or
     * have been altered.
     *
     * @param unknown takes the topic, if nobody says
     */
    static long deleteRetentionMs(ClusterTopics topics, String topic, Set<String> unknown) {
        if (!topics.config(topic, "cleanup.policy").orElse("compact").contains("compact")) {
            return Long.MAX_VALUE;
        }
        Optional<String> kept = topics.config(topic, "delete.retention.ms");
        if (kept.isEmpty()) {
            unknown.add(topic);
        }
        return kept.map(Long::parseLong).orElse(0L);
    }
}
