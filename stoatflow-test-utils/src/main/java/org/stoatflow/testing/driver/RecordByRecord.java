package org.stoatflow.testing.driver;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.kernel.plan.Affinity;
import org.stoatflow.kernel.plan.Plan;
import org.stoatflow.kernel.plan.PlanChoices;
import org.stoatflow.kernel.plan.PlanSettings;
import org.stoatflow.kernel.plan.Planner;
import org.stoatflow.state.rocks.RocksTuning;
import org.stoatflow.stores.StoreDescription;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.topology.LogicalTopology;

/**
 * Drives an application as Kafka Streams' test driver does: one task has all nodes, on one lane, and each record is an
 * epoch. What is written to a topic that the application reads, repartition topics included, is read next. Thread: the
 * driver's.
 */
final class RecordByRecord implements Drive {
    private static final Logger LOG = LoggerFactory.getLogger(RecordByRecord.class);

    /** How often in a row time may make something due before the next record. */
    private static final int TIME_ROUNDS_MAX = 10_000;

    private final OneTask task;
    private final PlanSettings settings;
    private final ManualClock clock;
    private final ProducedRecords produced = new ProducedRecords();
    private final TopicQueues queues;
    private final DriverState state;
    private final Incarnation incarnation;
    private final LiveKernel kernel;
    private final Map<String, Long> offsets = new HashMap<>();
    private final Set<String> matched = new LinkedHashSet<>(); // topics that only patterns name
    private Plan plan;
    private boolean closed;

    RecordByRecord(LogicalTopology topology, StreamsConfig config, ManualClock clock) {
        this.clock = clock;
        DriverApplication application = new DriverApplication(config, topic -> 1, true);
        this.task = new OneTask(topology, application.applicationId());
        this.settings = new PlanSettings(
                application.applicationId(),
                1,
                application.defaultKeySerdeOrNull(),
                config.getClass(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG),
                config.getLong(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG),
                new PlanChoices(Affinity.PARTITION, Collections.emptySortedMap(), Collections.emptySortedMap()));
        this.queues = new TopicQueues(config.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG));
        this.plan = planned();
        this.state = DriverState.open(application, plan, topology.globalStores(), RocksTuning.of(config));
        boolean exactlyOnce =
                StreamsConfig.EXACTLY_ONCE_V2.equals(config.getString(StreamsConfig.PROCESSING_GUARANTEE_CONFIG));
        this.incarnation =
                new Incarnation(config, application, state, clock, produced, new Incarnation.Rules(true, null));
        try {
            state.openUsersStores(plan, application, true);
            state.follow(topology.globalStores(), application, clock, config);
            kernel = new LiveKernel(incarnation, this::isCached, !exactlyOnce, plan);
        } catch (RuntimeException | Error failure) { // user code may throw either
            state.close();
            throw failure;
        }
    }

    private Plan planned() {
        LogicalTopology whole = task.with(matched);
        Plan made = Planner.compile(
                whole,
                settings,
                topic -> whole.sources().stream()
                                .anyMatch(source -> source.topics().contains(topic))
                        ? OptionalInt.of(1)
                        : OptionalInt.empty());
        whole.sources().stream()
                .filter(source -> source.pattern() == null)
                .map(source -> source.topics())
                .forEach(topics ->
                        queues.read(topics.stream().filter(task::reads).toList()));
        return made;
    }

    @Override
    public void pipe(String topic, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        requireOpen();
        task.requireNoPatternAsName(topic);
        state.globals().commit();
        if (state.globals().reads(topic)) {
            state.globals().pipe(topic, timestamp, key, value, headers);
            return;
        }
        if (!isRead(topic)) {
            throw new IllegalArgumentException("Unknown topic: " + topic);
        }
        produced.takeHeld();
        enqueue(topic, timestamp, key, value, headers);
        work();
    }

    private boolean isRead(String topic) {
        return task.reads(topic) || task.readsByPattern(topic);
    }

    private void enqueue(
            String topic, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        long offset = offsets.merge(topic, 1L, Long::sum) - 1;
        queues.add(new ConsumerRecord<>(
                topic,
                0,
                offset,
                timestamp,
                TimestampType.CREATE_TIME,
                key == null ? ConsumerRecord.NULL_SIZE : key.length,
                value == null ? ConsumerRecord.NULL_SIZE : value.length,
                key,
                value,
                headers,
                Optional.empty()));
    }

    @Override
    public void advance(Duration by) {
        requireOpen();
        clock.advance(by);
        produced.takeHeld();
        kernel.attemptAfterWrites(this::settle);
        work();
    }

    /** Processes all records that need not wait, and those that they cause. */
    private void work() {
        readBack();
        ConsumerRecord<byte[], byte[]> next = queues.next(clock.millis());
        while (next != null) {
            process(next);
            readBack();
            next = queues.next(clock.millis());
        }
        if (!queues.isEmpty()) {
            LOG.info(
                    "Records wait for topics that are empty, as {} says: advance the wall clock, or pipe into these",
                    StreamsConfig.MAX_TASK_IDLE_MS_CONFIG);
        }
    }

    private void process(ConsumerRecord<byte[], byte[]> record) {
        if (!task.reads(record.topic()) && matched.add(record.topic())) {
            plan = planned();
            kernel.begin(plan);
        }
        kernel.attemptAfterWrites(now -> {
            now.offer(record);
            now.run();
            settle(now);
        });
    }

    /** Commits, with all that time has made due; then, epoch by epoch, what the commit has made due. */
    private void settle(SteppedKernel now) {
        if (now.offerTime()) {
            now.run();
        }
        now.commit();
        for (int round = 0; now.offerTime(); round++) {
            if (round == TIME_ROUNDS_MAX) {
                throw new IllegalStateException("time has made something due " + round + " times in a row, at "
                        + clock.millis() + " ms of the wall clock");
            }
            now.run();
            now.commit();
        }
    }

    /** Reads what was written to topics that the application reads. */
    private void readBack() {
        for (ProducerRecord<byte[], byte[]> record : produced.takeFresh()) {
            long timestamp = record.timestamp() == null ? clock.millis() : record.timestamp();
            if (isRead(record.topic())) {
                enqueue(record.topic(), timestamp, record.key(), record.value(), record.headers());
            }
            if (state.globals().reads(record.topic())) {
                state.globals().pipe(record.topic(), timestamp, record.key(), record.value(), record.headers());
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
        return task.writes(topic);
    }

    @Override
    public Collection<String> storeNames() {
        return Stream.concat(task.stores().stream(), state.globals().storeNames().stream())
                .toList();
    }

    @Override
    public @Nullable StateStore store(String name) {
        if (closed) {
            return null;
        }
        StateStore store = kernel.store(name);
        return store == null ? state.globals().store(name) : store;
    }

    @Override
    public boolean logsAtOnce(String store) {
        return task.description(store)
                .map(kind -> kind.logging() && !isCached(store))
                .orElse(false);
    }

    /** Whether a cache is declared, which the plan leaves out where nothing is forwarded. */
    private boolean isCached(String store) {
        return settings.cacheBytesMax() > 0
                && task.description(store).map(StoreDescription::caching).orElse(false);
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return incarnation.metrics();
    }

    @Override
    public void close() {
        if (closed && !plan.stages().isEmpty()) {
            throw new IllegalStateException("The driver is closed already");
        }
        closed = true;
        produced.takeHeld();
        try {
            incarnation.close();
        } finally {
            state.close();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("The driver is closed: no record or time can be given to it any more");
        }
    }
}
