package org.stoatflow.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.kstream.internals.WindowedStreamPartitioner;
import org.junit.jupiter.api.Test;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.TimeWindowedSerializer;
import org.stoatflow.streams.kstream.Windowed;
import org.stoatflow.streams.kstream.WindowedSerdes;
import org.stoatflow.streams.kstream.internals.TimeWindow;
import org.stoatflow.streams.processor.StreamPartitioner;

class WindowedPartitionerTest {
    private static final int PARTITIONS = 7;

    private static Object partitionerOf(Produced<?, ?> produced) {
        return new ProducedInternals<>(produced)
                .sink("sink", List.of("parent"), "topic", null)
                .partitioner();
    }

    @Test
    void shouldChooseByKeyAloneAsKafkaStreamsDoes() {
        WindowedPartitioner<String, String> ours =
                new WindowedPartitioner<>(new TimeWindowedSerializer<>(new StringSerializer()));
        WindowedStreamPartitioner<String, String> theirs = new WindowedStreamPartitioner<>(
                new org.apache.kafka.streams.kstream.TimeWindowedSerializer<>(new StringSerializer()));
        Random random = new Random(1);
        for (int round = 0; round < 1_000; round++) {
            String key = Integer.toString(random.nextInt());
            long start = random.nextInt(1_000);
            assertEquals(
                    theirs.partitions(
                            "topic",
                            new org.apache.kafka.streams.kstream.Windowed<>(
                                    key, new org.apache.kafka.streams.kstream.internals.TimeWindow(start, start + 5)),
                            null,
                            new RecordHeaders(),
                            PARTITIONS),
                    ours.partitions(
                            "topic",
                            new Windowed<>(key, new TimeWindow(start, start + 5)),
                            "",
                            new RecordHeaders(),
                            PARTITIONS));
        }
    }

    @Test
    void shouldServeSinksWhoseSerdeHasWindows() {
        Serde<Windowed<String>> windows = WindowedSerdes.timeWindowedSerdeFrom(String.class, 5);
        assertInstanceOf(WindowedPartitioner.class, partitionerOf(Produced.with(windows, Serdes.String())));
        assertNull(partitionerOf(Produced.with(Serdes.String(), Serdes.String())));
        StreamPartitioner<Windowed<String>, String> given = (topic, key, value, count) -> Optional.empty();
        assertSame(given, partitionerOf(Produced.with(windows, Serdes.String(), given)));
    }
}
