package org.stoatflow.runtime.it;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.testkit.Feed;

/**
 * Input of the comparisons: values are {@code <topic><partition>:<number>}, keys belong to one partition, timestamps go
 * back and forth, and some records have headers.
 */
final class Input {
    private static final int KEYS = 60;
    /** A time that is the same for all comparisons of a JVM. It is even, and not older than the retention of topics. */
    private static final long TIME_MS = System.currentTimeMillis() / 2 * 2 - 3_600_000;

    private static final int DISORDER_MS = 2_500;

    private Input() {}

    /** Feeds records; with gaps, some keys and values are null. */
    static void feed(String topic, String mark, int partitions, int records, boolean gaps) {
        Random random = new Random(42);
        try (Feed feed = new Feed()) {
            for (int number = 0; number < records; number++) {
                String key = gaps && number % 31 == 0 ? null : "key-" + random.nextInt(KEYS);
                int partition = partitionOf(key, partitions);
                String value = gaps && number % 13 == 0 ? null : mark + partition + ":" + number;
                long time = TIME_MS + 2 * (number * 50L + random.nextInt(DISORDER_MS)) + mark.length() % 2; // no ties
                ProducerRecord<String, String> record = new ProducerRecord<>(topic, partition, time, key, value);
                if (number % 3 == 0) {
                    record.headers().add("h", Integer.toString(number).getBytes(StandardCharsets.UTF_8));
                }
                feed.send(record);
            }
        }
    }

    private static int partitionOf(@Nullable String key, int partitions) {
        return key == null ? 0 : Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }
}
