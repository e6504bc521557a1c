package org.stoatflow.runtime.it;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Records as text that shows bytes, timestamp and headers, so that a difference can be read. */
final class Rendered {
    private Rendered() {}

    /** All of a record but its offset. */
    static String record(ConsumerRecord<byte[], byte[]> record) {
        String headers = Stream.of(record.headers().toArray())
                .map(header -> header.key() + "=" + bytes(header.value()))
                .collect(Collectors.joining(","));
        return "p" + record.partition() + " " + record.timestampType() + " " + record.timestamp() + " "
                + bytes(record.key()) + " -> " + bytes(record.value()) + (headers.isEmpty() ? "" : " " + headers);
    }

    /** Each key's records, in order. */
    static Map<String, List<String>> byKey(List<ConsumerRecord<byte[], byte[]>> records) {
        return by(records, record -> bytes(record.key()));
    }

    /** The records from each source partition in each partition, in order; for values that say where they are from. */
    static Map<String, List<String>> byOrigin(List<ConsumerRecord<byte[], byte[]>> records) {
        return by(records, record -> bytes(record.value()).split(":")[0] + " in " + record.partition());
    }

    /** Each key's records from each source partition, in order; for values that say where they are from. */
    static Map<String, List<String>> byKeyAndOrigin(List<ConsumerRecord<byte[], byte[]>> records) {
        return by(
                records,
                record -> bytes(record.key()) + " from " + bytes(record.value()).split(":")[0]);
    }

    /** The last record of each partition and key. */
    static Map<String, String> last(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, String> last = new TreeMap<>();
        records.forEach(record -> last.put(record.partition() + " " + bytes(record.key()), record(record)));
        return last;
    }

    private static Map<String, List<String>> by(
            List<ConsumerRecord<byte[], byte[]>> records, Function<ConsumerRecord<byte[], byte[]>, String> group) {
        return records.stream()
                .collect(Collectors.groupingBy(
                        group, TreeMap::new, Collectors.mapping(Rendered::record, Collectors.toList())));
    }

    private static String bytes(byte[] bytes) {
        if (bytes == null) {
            return "null";
        }
        boolean readable = bytes.length > 0;
        for (byte b : bytes) {
            readable &= b >= ' ' && b < 127;
        }
        return readable
                ? new String(bytes, java.nio.charset.StandardCharsets.US_ASCII)
                : "0x" + HexFormat.of().formatHex(bytes);
    }

    /** The first difference of two maps, as text; empty where there is none. */
    static String difference(Map<String, ?> expected, Map<String, ?> actual) {
        TreeMap<String, Object> keys = new TreeMap<>(expected);
        keys.putAll(actual);
        return keys.keySet().stream()
                .filter(key -> !java.util.Objects.equals(expected.get(key), actual.get(key)))
                .limit(3)
                .map(key -> key + "\n  Kafka Streams: " + expected.get(key) + "\n  StoatFlow:     " + actual.get(key))
                .collect(Collectors.joining("\n"));
    }
}
