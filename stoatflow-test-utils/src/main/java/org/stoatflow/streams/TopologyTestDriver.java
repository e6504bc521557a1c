package org.stoatflow.streams;

import java.io.Closeable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.stoatflow.streams.processor.StateStore;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.state.ReadOnlySessionStore;
import org.stoatflow.streams.state.ReadOnlyWindowStore;
import org.stoatflow.streams.state.SessionStore;
import org.stoatflow.streams.state.SessionStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.stoatflow.streams.state.TimestampedWindowStore;
import org.stoatflow.streams.state.TimestampedWindowStoreWithHeaders;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.state.ValueTimestampHeaders;
import org.stoatflow.streams.state.VersionedKeyValueStore;
import org.stoatflow.streams.state.WindowStore;
import org.stoatflow.streams.test.TestRecord;
import org.stoatflow.testing.driver.Drive;

/**
 * Runs a topology in a unit test: without a broker, without threads, and with a wall clock that stands still until the
 * test advances it. One task has all nodes, and each topic one partition, so that what a test sees does not depend on
 * partitions.
 *
 * <p>{@link TestInputTopic} pipes records. Each is processed to its end and committed before the call returns: record
 * caches are flushed, and what was written to topics that the application reads, repartition topics included, is
 * processed too. {@link TestOutputTopic} reads what was written, to repartition and changelog topics as well.
 *
 * <p>What the application throws is thrown to the test, as {@link org.stoatflow.streams.errors.StreamsException} with
 * the user's exception as its cause, once the handlers have let it fail. The next record then finds new processors and
 * the state that was committed before. A store that the test has keeps showing the state of the present.
 *
 * <p>Stores begin empty, in memory or on disk as the topology says, and are deleted by {@link #close()}. All calls are
 * made by one thread, which also runs the processors.
 */
public class TopologyTestDriver implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyTestDriver.class);

    private final Drive drive;

    /**
     * Starts a topology that needs no configuration, with the wall clock at the present time.
     *
     * @param topology the topology
     */
    public TopologyTestDriver(Topology topology) {
        this(topology, new Properties());
    }

    /**
     * Starts a topology with the wall clock at the present time.
     *
     * @param topology the topology
     * @param config the configuration; {@code application.id} and {@code bootstrap.servers} need not be in it
     */
    public TopologyTestDriver(Topology topology, Properties config) {
        this(topology, config, null);
    }

    /**
     * Starts a topology that needs no configuration.
     *
     * @param topology the topology
     * @param initialWallClockTime what the wall clock shows; null for the present time
     */
    public TopologyTestDriver(Topology topology, Instant initialWallClockTime) {
        this(topology, new Properties(), initialWallClockTime);
    }

    /**
     * Starts a topology.
     *
     * @param topology the topology
     * @param config the configuration; {@code application.id} and {@code bootstrap.servers} need not be in it
     * @param initialWallClockTime what the wall clock shows; null for the present time
     */
    public TopologyTestDriver(Topology topology, Properties config, Instant initialWallClockTime) {
        drive = Drive.open(
                topology,
                config,
                initialWallClockTime == null ? System.currentTimeMillis() : initialWallClockTime.toEpochMilli());
    }

    /**
     * Lets the wall clock go on, calls the punctuators that this has made due, and commits. A punctuator that has
     * missed several times is called once.
     *
     * @param advance by how much, to the millisecond
     */
    public void advanceWallClockTime(Duration advance) {
        if (Objects.requireNonNull(advance, "advance cannot be null").isNegative()) {
            throw new IllegalArgumentException("advance=" + advance + " is negative, and the clock does not go back");
        }
        drive.advance(advance);
    }

    /**
     * The topics to which the application has written, those of changelogs and repartitions included.
     *
     * @return the names, which grow while the application writes
     */
    public final Set<String> producedTopicNames() {
        return drive.produced().names();
    }

    /**
     * Makes a topic to pipe records into, whose time begins at the present wall-clock time and stands still.
     *
     * @param topicName the topic
     * @param keySerializer writes keys
     * @param valueSerializer writes values
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the topic
     */
    public final <K, V> TestInputTopic<K, V> createInputTopic(
            String topicName, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
        return createInputTopic(
                topicName, keySerializer, valueSerializer, Instant.ofEpochMilli(drive.nowMs()), Duration.ZERO);
    }

    /**
     * Makes a topic to pipe records into.
     *
     * @param topicName the topic
     * @param keySerializer writes keys
     * @param valueSerializer writes values
     * @param startTimestamp the time of the first record that has none of its own
     * @param autoAdvance by how much the next of these records is later
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the topic
     */
    public final <K, V> TestInputTopic<K, V> createInputTopic(
            String topicName,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            Instant startTimestamp,
            Duration autoAdvance) {
        return new TestInputTopic<>(this, topicName, keySerializer, valueSerializer, startTimestamp, autoAdvance);
    }

    /**
     * Makes a topic to read from.
     *
     * @param topicName the topic: one of a sink, of a repartition or of a changelog
     * @param keyDeserializer reads keys
     * @param valueDeserializer reads values
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the topic
     */
    public final <K, V> TestOutputTopic<K, V> createOutputTopic(
            String topicName, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer) {
        return new TestOutputTopic<>(this, topicName, keyDeserializer, valueDeserializer);
    }

    /**
     * Pipes a record.
     *
     * @param topic the topic
     * @param record the record
     * @param keySerializer writes its key
     * @param valueSerializer writes its value
     * @param time the record's time; null for the time that the record has
     * @param <K> type of the key
     * @param <V> type of the value
     * @throws IllegalStateException if neither gives a time
     * @throws IllegalArgumentException if no source reads the topic
     */
    <K, V> void pipeRecord(
            String topic,
            TestRecord<K, V> record,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            Instant time) {
        byte[] key = keySerializer.serialize(topic, record.headers(), record.key());
        byte[] value = valueSerializer.serialize(topic, record.headers(), record.value());
        Long timestamp = time == null ? record.timestamp() : Long.valueOf(time.toEpochMilli());
        if (timestamp == null) {
            throw new IllegalStateException("The record for topic " + topic + " has no time, and none was given");
        }
        drive.pipe(topic, timestamp, key, value, record.headers());
    }

    /**
     * Reads the next record of a topic.
     *
     * @param topic the topic
     * @param keyDeserializer reads its key
     * @param valueDeserializer reads its value
     * @param <K> type of the key
     * @param <V> type of the value
     * @return the record
     * @throws NoSuchElementException if there is none
     */
    <K, V> TestRecord<K, V> readRecord(
            String topic, Deserializer<K> keyDeserializer, Deserializer<V> valueDeserializer) {
        Queue<ProducerRecord<byte[], byte[]>> records = recordsOf(topic);
        if (records == null) {
            throw new NoSuchElementException("Nothing was ever written to topic " + topic);
        }
        ProducerRecord<byte[], byte[]> record = records.poll();
        if (record == null) {
            throw new NoSuchElementException("No record of topic " + topic + " is left");
        }
        K key = keyDeserializer.deserialize(record.topic(), record.headers(), record.key());
        V value = valueDeserializer.deserialize(record.topic(), record.headers(), record.value());
        return new TestRecord<>(key, value, record.headers(), record.timestamp());
    }

    private Queue<ProducerRecord<byte[], byte[]>> recordsOf(String topic) {
        Queue<ProducerRecord<byte[], byte[]>> records = drive.produced().of(topic);
        if (records == null && !drive.writes(topic)) {
            LOG.warn("No sink has topic {}, and nothing was written to it. Is its name right?", topic);
        }
        return records;
    }

    /**
     * How many records of a topic are left to be read.
     *
     * @param topic the topic
     * @return the number
     */
    final long getQueueSize(String topic) {
        Queue<ProducerRecord<byte[], byte[]>> records = recordsOf(topic);
        return records == null ? 0 : records.size();
    }

    /**
     * Whether no record of a topic is left to be read.
     *
     * @param topic the topic
     * @return whether there is none
     */
    final boolean isEmpty(String topic) {
        return getQueueSize(topic) == 0;
    }

    /**
     * The metrics of the application: the sensors that processors have added, and the dropped records of its tasks.
     * Those of clients, threads and stores, which Kafka Streams' driver has too, are not there.
     *
     * @return the metrics by name, which cannot be changed; their values go on
     */
    public Map<MetricName, ? extends Metric> metrics() {
        return drive.metrics();
    }

    /**
     * All stores of the topology.
     *
     * @return store by name; they may be read and written. Null for a store that nothing uses
     */
    public Map<String, StateStore> getAllStateStores() {
        Map<String, StateStore> all = new HashMap<>();
        drive.storeNames().forEach(name -> all.put(name, store(name)));
        return all;
    }

    /**
     * A store of the user's own kind.
     *
     * @param name the store's name
     * @return the store, or null if there is none of that name
     * @throws IllegalArgumentException if it is a built-in store, which another method gives with its type
     */
    public StateStore getStateStore(String name) throws IllegalArgumentException {
        StateStore store = store(name);
        if (store instanceof TimestampedKeyValueStore) {
            throw notHere(name, "timestamped key-value store", "getTimestampedKeyValueStore");
        }
        if (store instanceof ReadOnlyKeyValueStore) {
            throw notHere(name, "key-value store", "getKeyValueStore");
        }
        if (store instanceof VersionedKeyValueStore) {
            throw notHere(name, "versioned key-value store", "getVersionedKeyValueStore");
        }
        if (store instanceof TimestampedWindowStore) {
            throw notHere(name, "timestamped window store", "getTimestampedWindowStore");
        }
        if (store instanceof ReadOnlyWindowStore) {
            throw notHere(name, "window store", "getWindowStore");
        }
        if (store instanceof ReadOnlySessionStore) {
            throw notHere(name, "session store", "getSessionStore");
        }
        return store;
    }

    private static IllegalArgumentException notHere(String name, String kind, String method) {
        return new IllegalArgumentException("Store " + name + " is a " + kind + ": ask for it with " + method + "()");
    }

    /**
     * A key-value store. What is put is committed with the next record or time, and forwarded where a cache would.
     *
     * @param name the store's name
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the store, or null if there is no key-value store of that name; a store with timestamps or headers is
     *     seen without them
     */
    @SuppressWarnings("unchecked") // the caller names the types
    public <K, V> KeyValueStore<K, V> getKeyValueStore(String name) {
        StateStore store = store(name);
        if (store instanceof TimestampedKeyValueStoreWithHeaders) {
            LOG.info("Store {} has headers, which getTimestampedKeyValueStoreWithHeaders() would show", name);
            return new PlainValues<>(
                    (TimestampedKeyValueStoreWithHeaders<K, V>) store,
                    ShownValues.withoutTimestampsAndHeaders(drive.logsAtOnce(name)));
        }
        if (store instanceof TimestampedKeyValueStore) {
            LOG.info("Store {} has timestamps, which getTimestampedKeyValueStore() would show", name);
            return new PlainValues<>(
                    (TimestampedKeyValueStore<K, V>) store, ShownValues.withoutTimestamps(drive.logsAtOnce(name)));
        }
        return store instanceof KeyValueStore ? (KeyValueStore<K, V>) store : null;
    }

    /**
     * A key-value store of values with timestamps. What is put is committed with the next record
     * or time, and forwarded where a cache would.
     *
     * @param name the store's name
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the store, or null if there is none of that name and kind; a store with headers is seen without them
     */
    @SuppressWarnings("unchecked") // the caller names the types
    public <K, V> KeyValueStore<K, ValueAndTimestamp<V>> getTimestampedKeyValueStore(String name) {
        StateStore store = store(name);
        if (store instanceof TimestampedKeyValueStoreWithHeaders) {
            return new PlainValues<>((TimestampedKeyValueStoreWithHeaders<K, V>) store, ShownValues.withoutHeaders());
        }
        return store instanceof TimestampedKeyValueStore ? (TimestampedKeyValueStore<K, V>) store : null;
    }

    /**
     * A key-value store of values with timestamps and headers. What is put is committed with the next
     * record or time, and forwarded where a cache would.
     *
     * @param name the store's name
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the store, or null if there is none of that name and kind
     */
    @SuppressWarnings("unchecked") // the caller names the types
    public <K, V> KeyValueStore<K, ValueTimestampHeaders<V>> getTimestampedKeyValueStoreWithHeaders(String name) {
        StateStore store = store(name);
        return store instanceof TimestampedKeyValueStoreWithHeaders
                ? (TimestampedKeyValueStoreWithHeaders<K, V>) store
                : null;
    }

    /**
     * A versioned store. What is put is committed with the next record or time, and forwarded where a cache would.
     *
     * @param name the store's name
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the store, or null if there is none of that name and kind
     */
    @SuppressWarnings("unchecked") // the caller names the types
    public <K, V> VersionedKeyValueStore<K, V> getVersionedKeyValueStore(String name) {
        StateStore store = store(name);
        return store instanceof VersionedKeyValueStore ? (VersionedKeyValueStore<K, V>) store : null;
    }

    /**
     * A window store. What is put is committed with the next record or time, and forwarded where a cache would.
     *
     * @param name the store's name
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the store, or null if there is no window store of that name; a store with timestamps or headers is seen
     *     without them
     */
    @SuppressWarnings("unchecked") // the caller names the types
    public <K, V> WindowStore<K, V> getWindowStore(String name) {
        StateStore store = store(name);
        if (store instanceof TimestampedWindowStoreWithHeaders) {
            LOG.info("Store {} has headers, which getTimestampedWindowStoreWithHeaders() would show", name);
            return new PlainWindows<>(
                    (TimestampedWindowStoreWithHeaders<K, V>) store,
                    ShownValues.withoutTimestampsAndHeaders(drive.logsAtOnce(name)));
        }
        if (store instanceof TimestampedWindowStore) {
            LOG.info("Store {} has timestamps, which getTimestampedWindowStore() would show", name);
            return new PlainWindows<>(
                    (TimestampedWindowStore<K, V>) store, ShownValues.withoutTimestamps(drive.logsAtOnce(name)));
        }
        return store instanceof WindowStore ? (WindowStore<K, V>) store : null;
    }

    /**
     * A window store of values with timestamps. What is put is committed with the next record or
     * time, and forwarded where a cache would.
     *
     * @param name the store's name
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the store, or null if there is none of that name and kind; a store with headers is seen without them
     */
    @SuppressWarnings("unchecked") // the caller names the types
    public <K, V> WindowStore<K, ValueAndTimestamp<V>> getTimestampedWindowStore(String name) {
        StateStore store = store(name);
        if (store instanceof TimestampedWindowStoreWithHeaders) {
            return new PlainWindows<>((TimestampedWindowStoreWithHeaders<K, V>) store, ShownValues.withoutHeaders());
        }
        return store instanceof TimestampedWindowStore ? (TimestampedWindowStore<K, V>) store : null;
    }

    /**
     * A window store of values with timestamps and headers. What is put is committed with the next record or
     * time, and forwarded where a cache would.
     *
     * @param name the store's name
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the store, or null if there is none of that name and kind
     */
    @SuppressWarnings("unchecked") // the caller names the types
    public <K, V> WindowStore<K, ValueTimestampHeaders<V>> getTimestampedWindowStoreWithHeaders(String name) {
        StateStore store = store(name);
        return store instanceof TimestampedWindowStoreWithHeaders
                ? (TimestampedWindowStoreWithHeaders<K, V>) store
                : null;
    }

    /**
     * A session store. What is put is committed with the next record or time, and forwarded where a cache would.
     *
     * @param name the store's name
     * @param <K> type of the keys
     * @param <V> type of the aggregates
     * @return the store, or null if there is no session store of that name; a store with headers is seen without them
     */
    @SuppressWarnings("unchecked") // the caller names the types
    public <K, V> SessionStore<K, V> getSessionStore(String name) {
        StateStore store = store(name);
        if (store instanceof SessionStoreWithHeaders) {
            return new PlainSessions<>((SessionStoreWithHeaders<K, V>) store);
        }
        return store instanceof SessionStore ? (SessionStore<K, V>) store : null;
    }

    /**
     * A session store of values with headers. What is put is committed with the next record or
     * time, and forwarded where a cache would.
     *
     * @param name the store's name
     * @param <K> type of the keys
     * @param <V> type of the aggregates
     * @return the store, or null if there is none of that name and kind
     */
    @SuppressWarnings("unchecked") // the caller names the types
    public <K, V> SessionStoreWithHeaders<K, V> getSessionStoreWithHeaders(String name) {
        StateStore store = store(name);
        return store instanceof SessionStoreWithHeaders ? (SessionStoreWithHeaders<K, V>) store : null;
    }

    /**
     * Closes the processors, then the stores, and deletes what is on disk. What was written can still be read.
     *
     * @throws IllegalStateException if it is closed already
     */
    @Override
    public void close() {
        drive.close();
    }

    private StateStore store(String name) {
        return name == null ? null : drive.store(name);
    }
}
