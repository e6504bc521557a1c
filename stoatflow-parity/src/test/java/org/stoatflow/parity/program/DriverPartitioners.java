package org.stoatflow.parity.program;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.kstream.Repartitioned;
import org.stoatflow.streams.kstream.TableJoined;
import org.stoatflow.streams.processor.StreamPartitioner;
import org.stoatflow.streams.test.TestRecord;

/** Partitioners that are given headers, at all places where one may be, and one that knows no headers. */
final class DriverPartitioners {
    private DriverPartitioners() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("partitioners with headers", DriverPartitioners::withHeaders);
        programs.put("partitioners with headers of a join by a foreign key", DriverPartitioners::ofForeignKeys);
    }

    /** Says what it is asked, and chooses the first partition. */
    private record Asked<V>(DriverNotes notes, String name) implements StreamPartitioner<String, V> {
        @Deprecated
        @Override
        public Optional<Set<Integer>> partitions(String topic, String key, V value, int numPartitions) {
            throw new IllegalStateException("there are headers");
        }

        @Override
        public Optional<Set<Integer>> partitions(
                String topic, String key, V value, Headers headers, int numPartitions) {
            notes.say(name + " " + topic + " " + key + " " + value + MarkedText.text(headers) + numPartitions);
            return Optional.of(Set.of(0));
        }
    }

    private static void withHeaders(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> in = builder.stream("in");
        in.to("out", Produced.streamPartitioner(new Asked<>(notes, "sink")));
        in.to("out-2", Produced.streamPartitioner((topic, key, value, partitions) -> Optional.of(Set.of(0))));
        in.repartition(Repartitioned.<String, String>streamPartitioner(new Asked<>(notes, "repartition"))
                        .withName("again"))
                .to("out-3");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> piped = DriverSetup.input(driver, "in");
            piped.pipeInput("a", "b");
            piped.pipeInput(new TestRecord<>("c", null, new RecordHeaders().add("h", new byte[] {'1'})));
            notes.readWithHeaders(driver, "out");
            notes.readWithHeaders(driver, "out-2");
            notes.readWithHeaders(driver, "out-3");
        }
    }

    private static void ofForeignKeys(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> left = builder.table("left");
        KTable<String, String> right = builder.table("right");
        left.join(
                        right,
                        value -> value,
                        (value, row) -> value + row,
                        TableJoined.with(new Asked<Void>(notes, "primary"), new Asked<Void>(notes, "foreign")))
                .toStream()
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            RecordHeaders headers = new RecordHeaders();
            headers.add("h", new byte[] {'2'});
            DriverSetup.input(driver, "right").pipeInput(new TestRecord<>("k", "1", headers));
            DriverSetup.input(driver, "left").pipeInput(new TestRecord<>("a", "k", headers));
            DriverSetup.input(driver, "right").pipeInput("k", "2");
            notes.readWithHeaders(driver, "out");
        }
    }
}
