package org.stoatflow.runtime.it;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.stoatflow.runtime.testkit.Feed;

/**
 * Input with records that cannot be read, processed or serialized, and the serdes and the processor that fail on them.
 */
final class BadRecords {
    static final int RECORDS = 120;
    private static final long TIME_MS = 1_700_000_000_000L;

    private BadRecords() {}

    static void feed(String topic, int partitions) {
        try (Feed feed = new Feed()) {
            for (int number = 0; number < RECORDS; number++) {
                String kind = number % 10 == 3
                        ? "unreadable"
                        : number % 10 == 5 ? "failing" : number % 10 == 7 ? "unwritable" : "good";
                ProducerRecord<String, String> record = new ProducerRecord<>(
                        topic, number % partitions, TIME_MS + number, "key-" + number % 6, kind + "-" + number);
                if (number % 4 == 1) {
                    record.headers().add("h", Integer.toString(number).getBytes(StandardCharsets.UTF_8));
                }
                feed.send(record);
            }
        }
    }

    /** A serde of strings that cannot read some of them. */
    static Serde<String> in() {
        Deserializer<String> strings = Serdes.String().deserializer();
        return Serdes.serdeFrom(Serdes.String().serializer(), (topic, bytes) -> {
            String read = strings.deserialize(topic, bytes);
            if (read != null && read.startsWith("unreadable")) {
                throw new IllegalArgumentException("cannot read " + read);
            }
            return read;
        });
    }

    /** A serde of strings that cannot write some of them. */
    static Serde<String> out() {
        Serializer<String> strings = Serdes.String().serializer();
        return Serdes.serdeFrom(
                (topic, text) -> {
                    if (text != null && text.startsWith("unwritable")) {
                        throw new IllegalArgumentException("cannot write " + text);
                    }
                    return strings.serialize(topic, text);
                },
                Serdes.String().deserializer());
    }

    /** The application's result for a value. */
    static String processed(String value) {
        if (value.startsWith("failing")) {
            throw new IllegalStateException("cannot process " + value);
        }
        return value;
    }
}
