package org.stoatflow.bench.restore;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.TopicFill;
import org.stoatflow.localkafka.LocalKafka;

/**
 * The tables that are restored, whose changelogs are filled once, in the format of both libraries: key, value, and the
 * row's time as the record's. Keys come in no order; the last third of the records
 * replaces rows.
 *
 * @param stores how many tables
 * @param partitions of each
 * @param records in all changelogs together
 * @param bytes of key and value
 */
record Tables(int stores, int partitions, int records, int bytes) {
    static final String APPLICATION = "restore";
    static final String INPUT = "restore-input";

    /** The broker must not compact what the next round reads. */
    private static final Map<String, String> CHANGELOG =
            Map.of("cleanup.policy", "compact", "min.compaction.lag.ms", Long.toString(Long.MAX_VALUE));

    private static final int KEY_BYTES = 14;

    List<String> names() {
        return IntStream.range(0, stores).mapToObj(store -> "table-" + store).toList();
    }

    List<String> changelogs() {
        return names().stream()
                .map(name -> APPLICATION + "-" + name + "-changelog")
                .toList();
    }

    long allRecords() {
        return (long) recordsOfStore() * stores;
    }

    int recordsOfStore() {
        return records / stores;
    }

    int keysOfStore() {
        return Math.max(1, (int) (recordsOfStore() * 2L / 3));
    }

    /** The key of a row. */
    String key(int row) {
        return String.format("row-%010d", row);
    }

    /** The value of a row once all is restored. */
    String lastValue(int row) {
        int again = row + keysOfStore();
        return value(again < recordsOfStore() ? again : row);
    }

    private String value(int record) {
        return RowText.of(record, bytes - KEY_BYTES);
    }

    void fill(LocalKafka kafka) throws BenchFailure {
        kafka.createTopic(INPUT, partitions);
        List<String> changelogs = changelogs();
        for (String changelog : changelogs) {
            kafka.createTopic(changelog, partitions, CHANGELOG);
        }
        try (TopicFill fill = new TopicFill(kafka.bootstrapServers())) {
            long step = step();
            for (int record = 0; record < recordsOfStore(); record++) {
                boolean isFirst = record < keysOfStore();
                int row = isFirst ? (int) (record * step % keysOfStore()) : record - keysOfStore();
                String value = value(isFirst ? row : record);
                String key = key(row);
                for (String changelog : changelogs) {
                    fill.send(new ProducerRecord<>(changelog, key, value));
                }
            }
        }
    }

    /** The multiples of this, taken by the number of keys, are all rows in another order. */
    private long step() {
        long step = 2_654_435_761L % keysOfStore();
        while (gcd(step, keysOfStore()) != 1) {
            step++;
        }
        return step;
    }

    private static long gcd(long one, long other) {
        return other == 0 ? one : gcd(other, one % other);
    }
}
