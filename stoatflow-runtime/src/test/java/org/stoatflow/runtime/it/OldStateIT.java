package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.state.KeyValueStore;

/** State that is deleted since it is old comes back from its changelogs, and counts go on. */
class OldStateIT {
    private static final int PARTITIONS = 3;
    private static final int RECORDS = 300;
    private static final String REMOVED = "org.stoatflow.state.rocks.RemovedStores";
    private static final String OLD = "org.stoatflow.runtime.engine.OldState";
    private static final String RESTORATION = "org.stoatflow.runtime.restoring.Restoration";

    @TempDir
    Path folder;

    private String application;
    private String lines;
    private String counts;
    private String copies;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("old-state");
        lines = Topic.create("lines", PARTITIONS);
        counts = Topic.create("counts", PARTITIONS);
        copies = Topic.create("copies", PARTITIONS);
    }

    @Test
    void shouldRestoreAStoreThatWasRemovedAndPurgedAndIsBack() throws Exception {
        Properties config = OurApp.config(application, folder, "exactly_once_v2");
        config.put("stoatflow.state.removed.stores.keep.ms", 0);
        LineBatches batches = new LineBatches(lines, 7);
        try (CountsTail tail = new CountsTail(counts);
                LoggedLines removed = LoggedLines.of(REMOVED)) {
            count(config, batches, tail);
            OurApp.running(topology(false), config).close();
            assertEquals(
                    1, removed.count("Store counts in"), () -> removed.all().toString());
            OurApp.running(topology(false), config).close();
            assertEquals(
                    1,
                    removed.count("Store counts is deleted"),
                    () -> removed.all().toString());
            try (LoggedLines restored = LoggedLines.of(RESTORATION)) {
                count(config, batches, tail);
                assertEquals(
                        PARTITIONS,
                        restored.count("Rebuilding"),
                        () -> restored.all().toString());
            }
            Counts.requireExact(batches.fed(), tail.seen());
        }
    }

    @Test
    void shouldRestoreAFolderThatIsTooOldAndStayTheSameMember() throws Exception {
        Properties config = OurApp.config(application, folder, "exactly_once_v2");
        LineBatches batches = new LineBatches(lines, 8);
        try (CountsTail tail = new CountsTail(counts)) {
            count(config, batches, tail);
            Path instance = folder.resolve(application).resolve("stoatflow").resolve("instance.id");
            String id = Files.readString(instance);
            config.put("state.cleanup.dir.max.age.ms", 0L);
            try (LoggedLines old = LoggedLines.of(OLD);
                    LoggedLines restored = LoggedLines.of(RESTORATION)) {
                count(config, batches, tail);
                assertTrue(
                        old.count("Stores [counts] are restored") > 0,
                        () -> old.all().toString());
                assertEquals(
                        PARTITIONS,
                        restored.count("Rebuilding"),
                        () -> restored.all().toString());
            }
            assertEquals(id, Files.readString(instance));
            Counts.requireExact(batches.fed(), tail.seen());
        }
    }

    private void count(Properties config, LineBatches batches, CountsTail tail) throws Exception {
        try (OurApp app = OurApp.running(topology(true), config)) {
            batches.feed(RECORDS);
            tail.awaitAtLeast(Counts.occurrences(batches.fed()), () -> application + " counts");
            assertEquals(0, app.errors().size());
        }
    }

    private Topology topology(boolean counting) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> read = builder.stream(lines, Consumed.with(Serdes.String(), Serdes.String()));
        if (counting) {
            read.flatMapValues(line -> Arrays.asList(line.split(" ")))
                    .groupBy((key, word) -> word)
                    .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts"))
                    .toStream()
                    .to(counts, Produced.with(Serdes.String(), Serdes.Long()));
        } else {
            read.to(copies, Produced.with(Serdes.String(), Serdes.String()));
        }
        return builder.build();
    }
}
