package org.stoatflow.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.stoatflow.streams.KeyValue;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Joined;
import org.stoatflow.streams.kstream.KTable;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.state.Stores;

/** A join with a grace period finds the versions of its table, also where the table is far ahead when a record goes. */
class WaitingJoinLanesTest {
    private static final Duration KEPT = Duration.ofSeconds(10);

    @ParameterizedTest
    @CsvSource({"at_least_once,false", "at_least_once,true", "exactly_once_v2,false", "exactly_once_v2,true"})
    void shouldFindTheVersionOfTheRecordsTime(String guarantee, boolean commitsOften) {
        Properties config = new Properties();
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        try (LaneTestDriver driver = LaneTestDriver.of(topology())
                .config(config)
                .commitInterval(Duration.ofSeconds(5))
                .wallClock(Instant.EPOCH)
                .build()) {
            TestInputTopic<String, String> table =
                    driver.createInputTopic("table", new StringSerializer(), new StringSerializer());
            TestInputTopic<String, String> stream =
                    driver.createInputTopic("stream", new StringSerializer(), new StringSerializer());
            Runnable commit = () -> {
                if (commitsOften) {
                    driver.commit();
                    driver.commit(); // what an epoch has made due goes with the next
                }
            };
            table.pipeInput("k", "v1", 95_000);
            stream.pipeInput("k", "A", 100_000);
            commit.run();
            stream.pipeInput("x", "B", 111_000);
            commit.run();
            table.pipeInput("k", "v2", 125_000);
            commit.run();
            stream.pipeInput("x", "C", 140_000);
            driver.commit();
            driver.commit();
            assertEquals(
                    List.of(KeyValue.pair("k", "A+v1"), KeyValue.pair("x", "B+null")),
                    driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                            .readKeyValuesToList());
        }
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        KTable<String, String> table = builder.table(
                "table",
                Consumed.with(Serdes.String(), Serdes.String()),
                Materialized.as(Stores.persistentVersionedKeyValueStore("versions", KEPT)));
        builder.stream("stream", Consumed.with(Serdes.String(), Serdes.String()))
                .leftJoin(
                        table,
                        (value, row) -> value + "+" + row,
                        Joined.with(Serdes.String(), Serdes.String(), Serdes.String(), "join", KEPT))
                .to("out", Produced.with(Serdes.String(), Serdes.String()));
        return builder.build();
    }
}
