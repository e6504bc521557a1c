package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.state.KeyValueStore;

/**
 * A store that has all rows is not restored again, however long the application was stopped. The changelog's {@code
 * delete.retention.ms} is a millisecond, so that each stop is a long one.
 */
class TimeOffIT {
    private static final int PARTITIONS = 3;
    private static final int RECORDS = 300;
    private static final String RESTORATION = "org.stoatflow.runtime.restoring.Restoration";

    @TempDir
    Path folder;

    private String application;
    private String lines;
    private String counts;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("time-off");
        lines = Topic.create("lines", PARTITIONS);
        counts = Topic.create("counts", PARTITIONS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exactly_once_v2", "at_least_once"})
    void shouldNotRebuildWhatIsComplete(String guarantee) throws Exception {
        Properties config = OurApp.config(application, folder, guarantee);
        config.put("stoatflow.commit.interval.max.ms", 20); // several transactions
        LineBatches batches = new LineBatches(lines, 7);
        try (CountsTail tail = new CountsTail(counts)) {
            for (int start = 0; start < 3; start++) {
                try (LoggedLines log = LoggedLines.of(RESTORATION);
                        OurApp app = OurApp.running(topology(), config)) {
                    assertEquals(0, log.count("Rebuilding"), "rebuilds at start " + start);
                    assertEquals(1, log.count("The state is up to date"), "nothing to do at start " + start);
                    batches.feed(RECORDS);
                    tail.awaitAtLeast(Counts.occurrences(batches.fed()), () -> application + " counts");
                    assertEquals(0, app.errors().size());
                }
            }
            Counts.requireExact(batches.fed(), tail.seen());
        }
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(lines, Consumed.with(Serdes.String(), Serdes.String()))
                .flatMapValues(line -> java.util.Arrays.asList(line.split(" ")))
                .groupBy((key, word) -> word)
                .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts")
                        .withLoggingEnabled(Map.of("delete.retention.ms", "1")))
                .toStream()
                .to(counts, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }
}
