package org.stoatflow.streams;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.apache.kafka.common.serialization.Deserializer;
import org.stoatflow.streams.test.TestRecord;

/**
 * A topic from which a test reads what the application has written. {@link TopologyTestDriver#createOutputTopic} makes
 * it. Each record is read once, in the order in which it was written; two of these for one topic share its records.
 * Used by the driver's thread.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public class TestOutputTopic<K, V> {
    private final TopologyTestDriver driver;
    private final String topic;
    private final Deserializer<K> keyDeserializer;
    private final Deserializer<V> valueDeserializer;

    TestOutputTopic(
            TopologyTestDriver driver,
            String topic,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer) {
        this.driver = Objects.requireNonNull(driver, "the driver is null");
        this.topic = Objects.requireNonNull(topic, "topicName cannot be null");
        this.keyDeserializer = Objects.requireNonNull(keyDeserializer, "keyDeserializer cannot be null");
        this.valueDeserializer = Objects.requireNonNull(valueDeserializer, "valueDeserializer cannot be null");
    }

    /**
     * Reads the next record's value.
     *
     * @return the value
     * @throws NoSuchElementException if there is no record
     */
    public V readValue() {
        return readRecord().value();
    }

    /**
     * Reads the next record's key and value.
     *
     * @return key and value
     * @throws NoSuchElementException if there is no record
     */
    public KeyValue<K, V> readKeyValue() {
        TestRecord<K, V> record = readRecord();
        return new KeyValue<>(record.key(), record.value());
    }

    /**
     * Reads the next record.
     *
     * @return the record
     * @throws NoSuchElementException if there is none
     */
    public TestRecord<K, V> readRecord() {
        return driver.readRecord(topic, keyDeserializer, valueDeserializer);
    }

    /**
     * Reads all records that are left.
     *
     * @return the records
     */
    public List<TestRecord<K, V>> readRecordsToList() {
        List<TestRecord<K, V>> records = new ArrayList<>();
        while (!isEmpty()) {
            records.add(readRecord());
        }
        return records;
    }

    /**
     * Reads all records that are left, as a table: the last value of each key.
     *
     * @return value by key
     * @throws IllegalStateException if a record has no key
     */
    public Map<K, V> readKeyValuesToMap() {
        Map<K, V> table = new HashMap<>();
        while (!isEmpty()) {
            TestRecord<K, V> record = readRecord();
            if (record.key() == null) {
                throw new IllegalStateException(
                        "A record of topic " + topic + " has no key, so that it cannot go into a map");
            }
            table.put(record.key(), record.value());
        }
        return table;
    }

    /**
     * Reads keys and values of all records that are left.
     *
     * @return keys and values
     */
    public List<KeyValue<K, V>> readKeyValuesToList() {
        List<KeyValue<K, V>> all = new ArrayList<>();
        while (!isEmpty()) {
            all.add(readKeyValue());
        }
        return all;
    }

    /**
     * Reads the values of all records that are left.
     *
     * @return the values
     */
    public List<V> readValuesToList() {
        List<V> values = new ArrayList<>();
        while (!isEmpty()) {
            values.add(readValue());
        }
        return values;
    }

    /**
     * How many records are left.
     *
     * @return the number
     */
    public final long getQueueSize() {
        return driver.getQueueSize(topic);
    }

    /**
     * Whether no record is left.
     *
     * @return whether there is none to read
     */
    public final boolean isEmpty() {
        return driver.isEmpty(topic);
    }

    @Override
    public String toString() {
        return "TestOutputTopic[topic='" + topic + "', keyDeserializer="
                + keyDeserializer.getClass().getSimpleName() + ", valueDeserializer="
                + valueDeserializer.getClass().getSimpleName() + ", size=" + getQueueSize() + "]";
    }
}
