package org.stoatflow.tools.reset;

import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.stoatflow.streams.CloseOptions;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.TimeWindows;

/** The program of the tests on StoatFlow: a count, and a windowed count behind a repartition. */
final class OurProgram implements AutoCloseable {
    private final KafkaStreams streams;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

    OurProgram(String input, String counts, String windows, Properties settings) {
        streams = new KafkaStreams(topology(input, counts, windows), settings);
        streams.setUncaughtExceptionHandler(thrown -> {
            failure.complete(thrown);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.start();
    }

    Throwable awaitFailure() throws Exception {
        return failure.get(2, TimeUnit.MINUTES);
    }

    /** For {@code --topology}: its stores, whatever the topics are. */
    static Topology topology() {
        return topology("in", "counts", "windows");
    }

    static Topology topology(String input, String counts, String windows) {
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
