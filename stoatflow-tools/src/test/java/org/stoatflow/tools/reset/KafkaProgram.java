package org.stoatflow.tools.reset;

import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.TimeWindows;

/** The same program on Kafka Streams, whose local state is deleted first. */
final class KafkaProgram implements AutoCloseable {
    private final KafkaStreams streams;

    KafkaProgram(String input, String counts, String windows, Properties settings) {
        streams = new KafkaStreams(topology(input, counts, windows), settings);
        streams.cleanUp();
        streams.start();
    }

    private static Topology topology(String input, String counts, String windows) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> lines = builder.stream(input);
        lines.groupByKey()
                .count(Materialized.as("counts"))
                .toStream()
                .mapValues(String::valueOf)
                .to(counts);
        lines.groupBy((key, word) -> word)
                .windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofHours(1)))
                .count(Materialized.as("windows"))
                .toStream()
                .map((word, count) ->
                        KeyValue.pair(word.key() + "@" + word.window().start(), String.valueOf(count)))
                .to(windows);
        return builder.build();
    }

    @Override
    public void close() {
        streams.close(CloseOptions.timeout(Duration.ofMinutes(1))
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
}
