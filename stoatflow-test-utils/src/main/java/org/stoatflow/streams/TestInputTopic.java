package org.stoatflow.streams;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.streams.test.TestRecord;

/**
 * A topic into which a test pipes records. {@link TopologyTestDriver#createInputTopic} makes it. It keeps a time of its
 * own for records that have none: it begins at a start time and goes on by a fixed step with each of these records.
 * That time is not the driver's wall clock. Used by the driver's thread.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public class TestInputTopic<K, V> {
    private final TopologyTestDriver driver;
    private final String topic;
    private final Serializer<K> keySerializer;
    private final Serializer<V> valueSerializer;
    private Instant nextTime;
    private final Duration step;

    TestInputTopic(
            TopologyTestDriver driver,
            String topic,
            Serializer<K> keySerializer,
            Serializer<V> valueSerializer,
            Instant start,
            Duration step) {
        this.driver = Objects.requireNonNull(driver, "the driver is null");
        this.topic = Objects.requireNonNull(topic, "topicName cannot be null");
        this.keySerializer = Objects.requireNonNull(keySerializer, "keySerializer cannot be null");
        this.valueSerializer = Objects.requireNonNull(valueSerializer, "valueSerializer cannot be null");
        this.nextTime = Objects.requireNonNull(start, "startTimestamp cannot be null");
        this.step = Objects.requireNonNull(step, "autoAdvance cannot be null");
        if (step.isNegative()) {
            throw new IllegalArgumentException("The step of time is negative: " + step);
        }
    }

    /**
     * Lets the topic's time go on.
     *
     * @param advance by how much
     * @throws IllegalArgumentException if it is negative
     */
    public void advanceTime(Duration advance) {
        if (advance.isNegative()) {
            throw new IllegalArgumentException("Time cannot go back: " + advance);
        }
        nextTime = nextTime.plus(advance);
    }

    private Instant takeTime() {
        Instant taken = nextTime;
        nextTime = nextTime.plus(step);
        return taken;
    }

    /**
     * Pipes a record. When this returns, it is processed to its end.
     *
     * @param record the record; where it has no time, the topic's time is its time
     */
    public void pipeInput(TestRecord<K, V> record) {
        Instant time = record.getRecordTime() == null ? takeTime() : record.getRecordTime();
        driver.pipeRecord(topic, record, keySerializer, valueSerializer, time);
    }

    /**
     * Pipes a value without a key, at the topic's time.
     *
     * @param value the value
     */
    public void pipeInput(V value) {
        pipeInput(new TestRecord<>(value));
    }

    /**
     * Pipes a record at the topic's time.
     *
     * @param key the key
     * @param value the value
     */
    public void pipeInput(K key, V value) {
        pipeInput(new TestRecord<>(key, value));
    }

    /**
     * Pipes a value without a key.
     *
     * @param value the value
     * @param timestamp the record's time
     */
    public void pipeInput(V value, Instant timestamp) {
        pipeInput(new TestRecord<>(null, value, timestamp));
    }

    /**
     * Pipes a record.
     *
     * @param key the key
     * @param value the value
     * @param timestampMs the record's time, in milliseconds since 1970
     */
    public void pipeInput(K key, V value, long timestampMs) {
        pipeInput(new TestRecord<>(key, value, null, timestampMs));
    }

    /**
     * Pipes a record.
     *
     * @param key the key
     * @param value the value
     * @param timestamp the record's time
     */
    public void pipeInput(K key, V value, Instant timestamp) {
        pipeInput(new TestRecord<>(key, value, timestamp));
    }

    /**
     * Pipes records one after the other.
     *
     * @param records the records; where one has no time, the topic's time is its time
     */
    public void pipeRecordList(List<? extends TestRecord<K, V>> records) {
        for (TestRecord<K, V> record : records) {
            pipeInput(record);
        }
    }

    /**
     * Pipes keys and values one after the other, at the topic's time.
     *
     * @param keyValues the keys and values
     */
    public void pipeKeyValueList(List<KeyValue<K, V>> keyValues) {
        for (KeyValue<K, V> each : keyValues) {
            pipeInput(each.key, each.value);
        }
    }

    /**
     * Pipes values without keys one after the other, at the topic's time.
     *
     * @param values the values
     */
    public void pipeValueList(List<V> values) {
        for (V value : values) {
            pipeInput(value);
        }
    }

    /**
     * Pipes keys and values one after the other. The topic's time stays as it is.
     *
     * @param keyValues the keys and values
     * @param startTimestamp the time of the first
     * @param advance by how much each is later than the one before
     */
    public void pipeKeyValueList(List<KeyValue<K, V>> keyValues, Instant startTimestamp, Duration advance) {
        Instant time = startTimestamp;
        for (KeyValue<K, V> each : keyValues) {
            pipeInput(each.key, each.value, time);
            time = time.plus(advance);
        }
    }

    /**
     * Pipes values without keys one after the other. The topic's time stays as it is.
     *
     * @param values the values
     * @param startTimestamp the time of the first
     * @param advance by how much each is later than the one before
     */
    public void pipeValueList(List<V> values, Instant startTimestamp, Duration advance) {
        Instant time = startTimestamp;
        for (V value : values) {
            pipeInput(value, time);
            time = time.plus(advance);
        }
    }

    @Override
    public String toString() {
        return "TestInputTopic[topic='" + topic + "', keySerializer="
                + keySerializer.getClass().getSimpleName() + ", valueSerializer="
                + valueSerializer.getClass().getSimpleName() + "]";
    }
}
