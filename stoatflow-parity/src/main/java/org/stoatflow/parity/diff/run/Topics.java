package org.stoatflow.parity.diff.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.test.TestRecord;

/** What stands in the topics after a program has run. */
final class Topics {
    private static final HexFormat HEX = HexFormat.of();

    private Topics() {}

    /** All records of topics for others, and the last for each key of changelogs. */
    static void read(TopologyTestDriver driver, List<String> lines) {
        for (String topic : new TreeSet<>(driver.producedTopicNames())) {
            List<TestRecord<byte[], byte[]>> records = driver.createOutputTopic(
                            topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readRecordsToList();
            if (topic.endsWith("-changelog")) {
                List<String> rows = last(records);
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

    private static List<String> all(List<TestRecord<byte[], byte[]>> records) {
        List<String> lines = new ArrayList<>();
        for (TestRecord<byte[], byte[]> record : records) {
            StringBuilder headers = new StringBuilder();
            record.headers()
                    .forEach(header ->
                            headers.append(' ').append(header.key()).append('=').append(text(header.value())));
            lines.add("  " + text(record.key()) + " = " + text(record.value()) + " at " + record.timestamp() + headers);
        }
        return lines;
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<String> last(List<TestRecord<byte[], byte[]>> records) {
        Map<String, String> last = new TreeMap<>();
        for (TestRecord<byte[], byte[]> record : records) {
            String key = HEX.formatHex(record.key());
            if (record.value() == null) {
                // No row at all says the same: a cache leaves out the delete of a key that was never there.
                last.remove(key);
            } else {
                last.put(key, HEX.formatHex(record.value()) + " at " + record.timestamp());
            }
        }
        return last.entrySet().stream()
                .map(row -> "  " + row.getKey() + " = " + row.getValue())
                .toList();
    }
}
