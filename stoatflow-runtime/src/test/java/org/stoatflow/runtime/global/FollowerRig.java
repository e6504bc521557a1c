package org.stoatflow.runtime.global;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.kernel.global.GlobalTask;
import org.stoatflow.kernel.lane.GlobalStoreHome;
import org.stoatflow.kernel.lane.TestApplication;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.restore.LogRange;
import org.stoatflow.runtime.testkit.OwnStore;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.state.StateEngine;
import org.stoatflow.state.engine.StateEngines;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.processor.StateRestoreListener;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.topology.GlobalStore;

/** A follower of topic {@code world} on a clock that stands still. The state outlasts it. */
final class FollowerRig implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(1);

    private final List<GlobalStore> stores;
    private final StateEngine state;
    private final StateEngine guarded;
    private final List<String> heard = new ArrayList<>();
    private final Map<TopicPartition, LogRange> topics = new HashMap<>();
    private @Nullable RuntimeException refusal;
    private MockConsumer<byte[], byte[]> consumer;
    private GlobalTask task;
    private GlobalFollower follower;
    private long nowNs;
    private int writesLeft = Integer.MAX_VALUE;

    /** Follows for a global table. */
    FollowerRig() {
        this(stores());
    }

    private FollowerRig(List<GlobalStore> stores) {
        this.stores = stores;
        state = StateEngines.inMemory(GlobalTask.descriptions(stores));
        guarded = guarded();
    }

    /** Follows for a processor, which keeps each record and then hands it on. */
    static FollowerRig keeping(Consumer<Record<String, String>> then) {
        return keeping(then, () -> {});
    }

    /** Follows for a processor, which keeps each record, and whose close does this. */
    static FollowerRig closing(Runnable close) {
        return keeping(record -> {}, close);
    }

    private static FollowerRig keeping(Consumer<Record<String, String>> then, Runnable close) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                Stores.timestampedKeyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("table"), Serdes.String(), Serdes.String()),
                "world",
                Consumed.with(Serdes.String(), Serdes.String()),
                () -> new ContextualProcessor<String, String, Void, Void>() {
                    @Override
                    public void process(Record<String, String> record) {
                        TimestampedKeyValueStore<String, String> table =
                                context().getStateStore("table");
                        table.put(record.key(), ValueAndTimestamp.make(record.value(), record.timestamp()));
                        then.accept(record);
                    }

                    @Override
                    public void close() {
                        close.run();
                    }
                });
        return new FollowerRig(TopologyAccess.logical(builder.build()).globalStores());
    }

    /**
     * Follows for a processor with a store that is wholly the user's.
     *
     * @param opened is given the store
     * @param folder the parent of the store's folder
     */
    static FollowerRig keepingInOwn(List<OwnStore> opened, Path folder, Consumer<Record<String, String>> then) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addGlobalStore(
                new OwnStore.Builder(opened),
                "world",
                Consumed.with(Serdes.String(), Serdes.String()),
                () -> new ContextualProcessor<String, String, Void, Void>() {
                    @Override
                    public void process(Record<String, String> record) {
                        then.accept(record);
                    }
                });
        FollowerRig rig =
                new FollowerRig(TopologyAccess.logical(builder.build()).globalStores());
        GlobalStoreHome.open(GlobalTask.descriptions(rig.stores), new TestApplication(), rig.state, folder);
        return rig;
    }

    private static List<GlobalStore> stores() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.globalTable(
                "world",
                Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("table")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.String()));
        return TopologyAccess.logical(builder.build()).globalStores();
    }

    /** Refuses writes once there were as many as a test allows. */
    private StateEngine guarded() {
        return (StateEngine) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {StateEngine.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("apply") && writesLeft-- <= 0) {
                        throw new IllegalStateException("crashed");
                    }
                    try {
                        return method.invoke(state, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    void failAfterWrites(int writes) {
        writesLeft = writes;
    }

    /** Gives the topic a partition with these offsets, for what begins from now on. */
    void topic(String topic, int partition, long begin, long end) {
        topics.put(new TopicPartition(topic, partition), new LogRange(begin, end));
    }

    /** Begins to follow with the state as it is. */
    GlobalFollower begin() {
        consumer = new Refusing();
        List<PartitionInfo> partitions = new ArrayList<>();
        topics.forEach((partition, range) -> {
            partitions.add(new PartitionInfo(
                    partition.topic(), partition.partition(), Node.noNode(), new Node[0], new Node[0]));
            consumer.updateBeginningOffsets(Map.of(partition, range.begin()));
            consumer.updateEndOffsets(Map.of(partition, range.end()));
        });
        consumer.updatePartitions("world", partitions);
        task = new GlobalTask(
                stores, new TestApplication(), guarded, clock(), new GlobalTask.Rules(ErrorHandling.FAILING, false));
        follower = new GlobalFollower(
                new GlobalFollower.Work(stores, task, guarded),
                consumer,
                new GlobalSettings(Duration.ofMillis(1), Duration.ofMillis(1), PATIENCE),
                new Listener(),
                clock());
        return follower;
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public long nanos() {
                return nowNs;
            }

            @Override
            public long millis() {
                return nowNs / 1_000_000;
            }
        };
    }

    void pass(Duration time) {
        nowNs += time.toNanos();
    }

    /** Prepares, begins with the one partition, and loads what arrives. */
    void load(Consumer<GlobalFollower> arrivals) {
        follower.step();
        follower.step();
        if (!follower.isLoaded()) {
            arrivals.accept(follower);
            follower.step();
        }
    }

    /** Offset n of the one partition has the value n; offsets before the consumer's are left out. */
    void arriveFrom(long offset, String... keys) {
        long at = consumer.position(new TopicPartition("world", 0));
        for (int i = 0; i < keys.length; i++) {
            if (offset + i >= at) {
                arrive("world", 0, offset + i, keys[i], Long.toString(offset + i));
            }
        }
    }

    void arrive(String topic, int partition, long offset, String key, String value) {
        consumer.addRecord(new ConsumerRecord<>(
                topic,
                partition,
                offset,
                5,
                TimestampType.CREATE_TIME,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                bytes(key),
                bytes(value),
                new RecordHeaders(),
                Optional.empty()));
    }

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Makes the next poll say that the log has lost the offsets. */
    void refuseOffsets() {
        consumer.setPollException(new OffsetOutOfRangeException(Map.of(new TopicPartition("world", 0), 1L)));
    }

    void closeState() {
        state.close();
    }

    GlobalFollower follower() {
        return follower;
    }

    MockConsumer<byte[], byte[]> consumer() {
        return consumer;
    }

    List<String> heard() {
        return heard;
    }

    String row(String key) {
        ValueAndTimestamp<String> row = table().get(key);
        return row == null ? null : row.value();
    }

    Map<String, String> rows() {
        Map<String, String> rows = new TreeMap<>();
        try (KeyValueIterator<String, ValueAndTimestamp<String>> all = table().all()) {
            while (all.hasNext()) {
                KeyValue<String, ValueAndTimestamp<String>> row = all.next();
                rows.put(row.key, row.value.value());
            }
        }
        return rows;
    }

    @SuppressWarnings("unchecked") // as the topology has it
    private ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> table() {
        return (ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>>)
                task.shared().open("table");
    }

    @Override
    public void close() {
        if (follower != null) {
            follower.close();
        }
        state.close();
    }

    private final class Listener implements StateRestoreListener {
        @Override
        public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
            heard.add("start " + partition + " of " + store + " " + from + " to " + to);
        }

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long end, long restored) {
            heard.add("batch " + partition + " of " + store + " " + end + ", " + restored);
        }

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long restored) {
            heard.add("end " + partition + " of " + store + " " + restored);
        }
    }

    /** The consumer refuses to say which partitions a topic has. */
    void refusePartitions(RuntimeException why) {
        refusal = why;
    }

    private final class Refusing extends MockConsumer<byte[], byte[]> {
        Refusing() {
            super("none");
        }

        @Override
        public synchronized List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
            if (refusal != null) {
                throw refusal;
            }
            return super.partitionsFor(topic, timeout);
        }
    }
}
