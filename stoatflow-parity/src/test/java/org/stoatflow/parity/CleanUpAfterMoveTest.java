package org.stoatflow.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.Consumed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.streams.KafkaStreams;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.LockException;

/** After a move from Kafka Streams, {@code cleanUp()} deletes what Kafka Streams' own does. */
class CleanUpAfterMoveTest {
    @TempDir
    Path stateDir;

    @Test
    void shouldDeleteTheFoldersOfTasksOnceKafkaStreamsIsClosed() throws IOException {
        Properties config = new Properties();
        config.put("application.id", "moved");
        config.put("bootstrap.servers", "localhost:1"); // nobody is asked before a start
        config.put("state.dir", stateDir.toString());
        Path task = Files.createDirectories(stateDir.resolve("moved").resolve("0_0"));
        Files.writeString(task.resolve(".checkpoint"), "0");
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").to("out");
        try (KafkaStreams ours = new KafkaStreams(builder.build(), config)) {
            try (org.apache.kafka.streams.KafkaStreams theirs = reference(config)) {
                assertEquals("CREATED", theirs.state().name());
                assertThrows(LockException.class, ours::cleanUp);
                assertEquals("0", Files.readString(task.resolve(".checkpoint")));
            }
            ours.cleanUp();
            assertFalse(Files.exists(task));
        }
    }

    /** It has a table, for whose store it takes the folder. */
    private static org.apache.kafka.streams.KafkaStreams reference(Properties config) {
        org.apache.kafka.streams.StreamsBuilder builder = new org.apache.kafka.streams.StreamsBuilder();
        builder.table(
                "in",
                Consumed.with(Serdes.String(), Serdes.String()),
                org.apache.kafka.streams.kstream.Materialized.as("rows"));
        return new org.apache.kafka.streams.KafkaStreams(builder.build(), config);
    }
}
