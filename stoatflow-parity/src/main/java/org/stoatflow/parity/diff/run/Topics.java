package org.stoatflow.parity.diff.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.parity.diff.program.Operator;
import org.stoatflow.parity.diff.program.Program;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.state.KeyValueIterator;
import org.stoatflow.streams.state.ValueAndTimestamp;
import org.stoatflow.streams.test.TestRecord;

/** What stands in the topics after a program has run. */
final class Topics {
    private static final HexFormat HEX = HexFormat.of();

    private Topics() {}

    /** All records of topics for others, and the last for each key of changelogs. */
    static void read(TopologyTestDriver driver, Program program, List<String> lines) {
        Set<String> versioned = versioned(program);
        for (String topic : new TreeSet<>(driver.producedTopicNames())) {
            List<TestRecord<byte[], byte[]>> records = driver.createOutputTopic(
                            topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList();
            if (topic.endsWith("-changelog")) {
                List<String> rows = versioned.contains(topic) ? versions(records) : last(records, timed(topic));
                if (!rows.isEmpty()) {
                    lines.add("topic " + topic);
                    lines.addAll(rows);
                }
            } else if (topic.startsWith("out-")) {
                lines.add("topic " + topic);
                lines.addAll(all(records));
            }
        }
    }

    /** What global tables hold, as far as their stores have names. */
    static void globals(TopologyTestDriver driver, Program program, List<String> lines) {
        program.steps().forEach((number, step) -> {
            if (step.operator() == Operator.GLOBAL_TABLE && TableStores.how(step) != 0) {
                String name = TableStores.name(number);
                lines.add("global " + name);
                try (KeyValueIterator<String, ValueAndTimestamp<Tally>> rows =
                        driver.<String, Tally>getTimestampedKeyValueStore(name).all()) {
                    rows.forEachRemaining(row -> lines.add("  " + row.key + " = " + row.value));
                }
            }
        });
    }

    /** The changelogs of versioned stores: each version is a row. */
    private static Set<String> versioned(Program program) {
        Set<String> topics = new TreeSet<>();
        program.steps().forEach((number, step) -> {
            if (step.keepsVersions()) {
                topics.add("app-" + TableStores.name(number) + "-changelog");
            }
        });
        return topics;
    }

    /**
     * Whether the timestamps of records are those of rows: a buffer's are the producer's clock, and its headers say
     * what its values were before.
     */
    private static boolean timed(String topic) {
        return !topic.contains("SUPPRESS") && !topic.contains("held-");
    }

    private static List<String> versions(List<TestRecord<byte[], byte[]>> records) {
        Map<String, String> last = new TreeMap<>();
        for (TestRecord<byte[], byte[]> record : records) {
            last.put(HEX.formatHex(record.key()) + " at " + record.timestamp(), text(record.value()));
        }
        return last.entrySet().stream()
                .map(row -> "  " + row.getKey() + " = " + row.getValue())
                .toList();
    }

    private static List<String> all(List<TestRecord<byte[], byte[]>> records) {
        List<String> lines = new ArrayList<>();
        for (TestRecord<byte[], byte[]> record : records) {
            lines.add("  " + text(record.key()) + " = " + text(record.value()) + " at " + record.timestamp()
                    + headers(record));
        }
        return lines;
    }

    private static String headers(TestRecord<byte[], byte[]> record) {
        StringBuilder headers = new StringBuilder();
        record.headers()
                .forEach(header ->
                        headers.append(' ').append(header.key()).append('=').append(text(header.value())));
        return headers.toString();
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<String> last(List<TestRecord<byte[], byte[]>> records, boolean timed) {
        Map<String, String> last = new TreeMap<>();
        for (TestRecord<byte[], byte[]> record : records) {
            String key = HEX.formatHex(record.key());
            if (record.value() == null) {
                // No row at all says the same: a cache leaves out the delete of a key that was never there.
                last.remove(key);
            } else {
                last.put(key, HEX.formatHex(record.value()) + (timed ? " at " + record.timestamp() : headers(record)));
            }
        }
        return last.entrySet().stream()
                .map(row -> "  " + row.getKey() + " = " + row.getValue())
                .toList();
    }
}
