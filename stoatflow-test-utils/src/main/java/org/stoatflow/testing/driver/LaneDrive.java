package org.stoatflow.testing.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.stoatflow.config.StoatflowConfig;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.kernel.plan.SourceTopics;
import org.stoatflow.kernel.plan.StorePlan;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.topology.LogicalTopology;

/**
 * Drives an application as it is in production: with the stages, hops, partitions and lanes that it has there, and with
 * epochs that hold many records. Time that goes on cuts epochs, or the test does. Thread: the driver's.
 */
public final class LaneDrive implements Drive {
    private static final int MESSAGE_TOPICS_MAX = 20;

    private final LogicalTopology topology;
    private final LaneOptions options;
    private final ManualClock clock;
    private final Plan plan;
    private final ProducedRecords produced = new ProducedRecords();
    private final DriverState state;
    private final Incarnation incarnation;
    private final long commitIntervalMs;
    private final Map<TopicPartition, Long> offsets = new HashMap<>();
    private final List<ConsumerRecord<byte[], byte[]>> uncommitted = new ArrayList<>();
    private long nextCutMs;
    private @Nullable SteppedKernel kernel; // null after a failure

    LaneDrive(LogicalTopology declared, StreamsConfig config, ManualClock clock, LaneOptions options) {
        this.options = options;
        this.clock = clock;
        DriverApplication application = new DriverApplication(config, options::partitionsOf, false);
        this.topology = SourceTopics.resolve(declared, application.applicationId(), options.topics());
        PlanSettings configured = PlanSettings.of(config, application.defaultKeySerdeOrNull());
        this.plan = Planner.compile(
                topology,
                new PlanSettings(
                        configured.applicationId(),
                        options.lanes(),
                        configured.defaultKeySerde(),
                        configured.defaultExtractor(),
                        configured.cacheBytesMax(),
                        configured.choices()),
                topic -> isRead(topic) ? OptionalInt.of(options.partitionsOf(topic)) : OptionalInt.empty());
        boolean exactlyOnce =
                StreamsConfig.EXACTLY_ONCE_V2.equals(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
        this.commitIntervalMs = Objects.requireNonNullElseGet(
                        options.commitInterval(), () -> intervalOf(config, exactlyOnce))
                .toMillis();
        this.nextCutMs = clock.millis() + commitIntervalMs;
        this.state = DriverState.open(application, plan, topology.globalStores(), RocksTuning.of(config));
        Long seed = options.seed();
        this.incarnation = new Incarnation(
                config,
                application,
                state,
                clock,
                produced,
                new Incarnation.Rules(exactlyOnce, seed == null ? null : new Random(seed)));
        try {
            state.openUsersStores(plan, application, exactlyOnce);
            state.follow(topology.globalStores(), application, clock, config);
            kernel = incarnation.begin(plan);
        } catch (RuntimeException | Error failure) { // user code may throw either
            state.close();
            throw failure;
        }
    }

    /** The interval that is configured, or else the longest that production has. */
    private static Duration intervalOf(StreamsConfig config, boolean exactlyOnce) {
        if (config.originals().containsKey(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)) {
            return Duration.ofMillis(config.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG));
        }
        return exactlyOnce ? StoatflowConfig.COMMIT_MAX_EOS.of(config) : StoatflowConfig.COMMIT_MAX_ALOS.of(config);
    }

    private boolean isRead(String topic) {
        return topology.sources().stream()
                .filter(source -> !topology.isRepartition(source))
                .anyMatch(source -> source.topics().contains(topic));
    }

    @Override
    public void pipe(String topic, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        pipe(topic, partitionOf(topic, key), timestamp, key, value, headers);
    }

    /** Kafka's default for records with a key. Records without one take turns. */
    private int partitionOf(String topic, byte @Nullable [] key) {
        int count = options.partitionsOf(topic);
        if (key != null) {
            return Utils.toPositive(Utils.murmur2(key)) % count;
        }
        long piped = 0;
        for (int partition = 0; partition < count; partition++) {
            piped += offsets.getOrDefault(new TopicPartition(topic, partition), 0L);
        }
        return (int) (piped % count);
    }

    /**
     * Gives the application a record of a partition.
     *
     * @throws IllegalArgumentException if no source reads the topic, or the topic has no such partition
     */
    public void pipe(
            String topic,
            int partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            Headers headers) {
        if (state.globals().reads(topic)) {
            state.globals().pipe(topic, timestamp, key, value, headers);
            return;
        }
        if (!isRead(topic)) {
            throw new IllegalArgumentException("Unknown topic: " + topic + "; the sources read "
                    + topology.sources().stream()
                            .flatMap(source -> source.topics().stream())
                            .limit(MESSAGE_TOPICS_MAX)
                            .toList());
        }
        if (partition < 0 || partition >= options.partitionsOf(topic)) {
            throw new IllegalArgumentException(
                    "Topic " + topic + " has " + options.partitionsOf(topic) + " partitions, and no " + partition);
        }
        long offset = offsets.merge(new TopicPartition(topic, partition), 1L, Long::sum) - 1;
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(
                topic,
                partition,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                key == null ? ConsumerRecord.NULL_SIZE : key.length,
                value == null ? ConsumerRecord.NULL_SIZE : value.length,
                key,
                value,
                headers,
                Optional.empty());
        uncommitted.add(record);
        attempt(now -> process(now, record));
        readBack();
    }

    private void process(SteppedKernel now, ConsumerRecord<byte[], byte[]> record) {
        now.offer(record);
        now.run();
        time(now);
        if (now.isCommitRequested()) {
            commit(now);
        }
    }

    /** Does what time has made due, and nothing that this makes due in turn: that is for the next look. */
    private static void time(SteppedKernel now) {
        if (now.offerTime()) {
            now.run();
        }
    }

    private void commit(SteppedKernel now) {
        now.commit();
        uncommitted.clear();
        nextCutMs = clock.millis() + commitIntervalMs;
        time(now);
    }

    /** Commits what was piped so far, as if the interval were over. */
    public void commit() {
        attempt(this::commit);
        readBack();
    }

    /**
     * Ends processing as a crash does, and begins again with new processors from what is committed. What was piped and
     * is not committed is processed once more.
     */
    public void restart() {
        kernel = incarnation.begin(plan);
        for (ConsumerRecord<byte[], byte[]> record : List.copyOf(uncommitted)) {
            attempt(now -> process(now, record));
        }
        readBack();
    }

    @Override
    public void advance(Duration by) {
        long end = clock.millis() + by.toMillis();
        while (nextCutMs <= end) {
            clock.to(Math.max(clock.millis(), nextCutMs));
            attempt(now -> {
                time(now);
                commit(now);
            });
            readBack();
        }
        clock.to(end);
        attempt(LaneDrive::time);
        readBack();
    }

    private interface Attempt {
        void with(SteppedKernel now);
    }

    private void attempt(Attempt what) {
        SteppedKernel now = running();
        kernel = null;
        Incarnation.called(() -> {
            what.with(now);
            return now;
        });
        kernel = now;
    }

    private SteppedKernel running() {
        SteppedKernel now = kernel;
        if (now == null) {
            throw new IllegalStateException("Processing has failed. Restart the driver, which processes once more what"
                    + " is not committed, or close it");
        }
        return now;
    }

    /** Reads what was written to topics that the application reads. */
    private void readBack() {
        for (ProducerRecord<byte[], byte[]> record : produced.takeFresh()) {
            if (isRead(record.topic()) || state.globals().reads(record.topic())) {
                long timestamp = record.timestamp() == null ? clock.millis() : record.timestamp();
                int partition =
                        record.partition() == null ? partitionOf(record.topic(), record.key()) : record.partition();
                pipe(record.topic(), partition, timestamp, record.key(), record.value(), record.headers());
            }
        }
    }

    @Override
    public long nowMs() {
        return clock.millis();
    }

    @Override
    public ProducedRecords produced() {
        return produced;
    }

    @Override
    public boolean writes(String topic) {
        return plan.sinkTopics().contains(topic);
    }

    @Override
    public Collection<String> storeNames() {
        return Stream.concat(plan.stores().stream().map(StorePlan::name), state.globals().storeNames().stream())
                .toList();
    }

    @Override
    public boolean logsAtOnce(String store) {
        return false; // what a test has of a store is to be read only
    }

    /** The number of partitions of a store. */
    public int partitionsOfStore(String name) {
        return planOf(name)
                .orElseThrow(
                        () -> new IllegalArgumentException("There is no store " + name + ", but only " + storeNames()))
                .partitions();
    }

    private Optional<StorePlan> planOf(String name) {
        return plan.stores().stream().filter(store -> store.name().equals(name)).findFirst();
    }

    @Override
    public @Nullable StateStore store(String name) {
        if (planOf(name).isEmpty()) {
            return state.globals().store(name);
        }
        if (partitionsOfStore(name) != 1) {
            throw new IllegalStateException("Store " + name + " has " + partitionsOfStore(name)
                    + " partitions: ask for one of them, with committedStore");
        }
        return committed(name, 0);
    }

    /** A store partition as it is committed, to be read only. */
    public StateStore committed(String name, int partition) {
        return running().kernel().committed(name, partition);
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return incarnation.metrics();
    }

    @Override
    public void close() {
        try {
            incarnation.close();
        } finally {
            state.close();
        }
    }
}
