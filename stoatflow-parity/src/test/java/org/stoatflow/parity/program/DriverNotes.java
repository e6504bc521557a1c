package org.stoatflow.parity.program;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.TestOutputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ReadOnlyKeyValueStore;
import org.stoatflow.streams.test.TestRecord;

/** What a program that drives a topology has seen, as text that is compared between the libraries. */
final class DriverNotes {
    private final List<String> lines = new ArrayList<>();

    /** A call that may throw. */
    interface Call {
        Object run();
    }

    List<String> lines() {
        return lines;
    }

    void say(String line) {
        lines.add(line);
    }

    /** Notes what a call gives, or the classes of what it throws. */
    void ask(String what, Call call) {
        try {
            lines.add(what + ": " + call.run());
        } catch (RuntimeException failure) {
            lines.add(what + " throws " + chain(failure));
        }
    }

    private static String chain(Throwable failure) {
        StringBuilder chain = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            chain.append(chain.isEmpty() ? "" : " of ").append(each.getClass().getSimpleName());
        }
        return chain.toString();
    }

    /** Reads all that is left of a topic, key and value as text. */
    void read(TopologyTestDriver driver, String topic) {
        read(driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer()), topic);
    }

    <K, V> void read(TestOutputTopic<K, V> output, String topic) {
        for (TestRecord<K, V> record : output.readRecordsToList()) {
            lines.add(topic + " " + record);
        }
    }

    /** Notes the last record of each key of a topic, such as a changelog's. */
    void readLast(TopologyTestDriver driver, String topic) {
        Map<String, String> last = new TreeMap<>();
        driver.createOutputTopic(topic, new StringDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .forEach(record -> last.put(
                        String.valueOf(record.key()),
                        java.util.Arrays.toString(record.value()) + "@" + record.timestamp()));
        lines.add(topic + " " + last);
    }

    /** Reads all that is left of a topic, key and value as text, with headers. */
    void readWithHeaders(TopologyTestDriver driver, String topic) {
        driver.createOutputTopic(topic, new StringDeserializer(), new StringDeserializer())
                .readRecordsToList()
                .forEach(record -> lines.add(topic + " " + record.key() + "=" + record.value() + "@"
                        + record.timestamp() + MarkedText.text(record.headers())));
    }

    /** Notes the last record of each key of a changelog, with its headers. */
    void readLastWithHeaders(TopologyTestDriver driver, String topic) {
        Map<String, String> last = new TreeMap<>();
        driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readRecordsToList()
                .forEach(record -> last.put(
                        java.util.Arrays.toString(record.key()),
                        (record.value() == null ? null : new String(record.value(), StandardCharsets.ISO_8859_1)) + "@"
                                + record.timestamp() + MarkedText.text(record.headers())));
        last.forEach((key, record) -> lines.add(topic + " " + key + " " + record));
    }

    void topics(TopologyTestDriver driver) {
        lines.add("produced " + new TreeSet<>(driver.producedTopicNames()));
    }

    <K, V> void rows(String what, ReadOnlyKeyValueStore<K, V> store) {
        if (store == null) {
            lines.add(what + " null");
            return;
        }
        List<String> rows = new ArrayList<>();
        try (KeyValueIterator<K, V> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<K, V> row = all.next();
                rows.add(row.key + "=" + row.value);
            }
        }
        lines.add(what + " " + rows);
    }
}
