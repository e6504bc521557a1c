package org.stoatflow.runtime.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.stoatflow.localkafka.TestCluster;
import org.stoatflow.runtime.restoring.Restoration;
import org.stoatflow.runtime.testkit.Feed;
import org.stoatflow.runtime.testkit.Group;
import org.stoatflow.runtime.testkit.LoggedLines;
import org.stoatflow.runtime.testkit.OurApp;
import org.stoatflow.runtime.testkit.Topic;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.stoatflow.streams.kstream.KStream;
import org.stoatflow.streams.kstream.Materialized;
import org.stoatflow.streams.kstream.Produced;

/**
 * A block of a file with rows of one of two stores is damaged. The application meets it at a record, restores that
 * store and keeps the other one, and each word is counted once. The processing handler would have dropped the record.
 */
class DamagedStateIT {
    private static final int WORDS = 4_000;
    private static final List<String> STORES = List.of("first", "second");

    @TempDir
    Path folder;

    private String application;
    private String words;
    private Map<String, String> counts;

    @BeforeEach
    void createTopics() {
        application = TestCluster.shared().uniqueName("damaged");
        words = Topic.create("words", 1);
        counts = new HashMap<>();
        STORES.forEach(store -> counts.put(store, Topic.create(store, 1)));
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> read = builder.stream(words);
        for (String store : STORES) {
            read.groupByKey()
                    .count(Materialized.as(store))
                    .toStream()
                    .to(counts.get(store), Produced.with(Serdes.String(), Serdes.Long()));
        }
        return builder.build();
    }

    private Properties config() {
        Properties config = OurApp.config(application, folder, "exactly_once_v2");
        config.put(
                StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
                LogAndContinueProcessingExceptionHandler.class);
        config.put("stoatflow.retry.max.attempts", 3);
        return config;
    }

    private void feed() {
        try (Feed feed = new Feed()) {
            for (int word = 0; word < WORDS; word++) {
                feed.send(words, "word-" + word, "");
            }
        }
    }

    private void run(boolean feeds) {
        try (OurApp app = OurApp.running(topology(), config())) {
            if (feeds) {
                feed();
            }
            Group.awaitAllCommitted(application, List.of(words));
            assertEquals(List.of(), app.errors());
        }
    }

    @Test
    void shouldRestoreOnlyTheStoreWhoseFileIsDamagedAndCountExactly() throws IOException {
        run(true);
        run(false); // opening the state writes files of what was in the log
        damage();
        try (LoggedLines log = LoggedLines.of(Restoration.class.getName())) {
            run(true);
            List<String> rebuilt = STORES.stream()
                    .filter(store -> log.count("Rebuilding store " + store + ",") > 0)
                    .toList();
            assertEquals(1, rebuilt.size(), () -> String.join("\n", log.all()));
            assertEquals(1, log.count("since a file of the state was damaged"), () -> String.join("\n", log.all()));
        }
        assertEquals(1, files("", "rocksdb.damaged-").size());
        assertTrue(files("", "rocksdb.damage").stream().noneMatch(file -> file.endsWith("rocksdb.damage")));
        Map<String, Long> fed = new HashMap<>();
        for (int word = 0; word < WORDS; word++) {
            fed.put("word-" + word, 2L);
        }
        for (String store : STORES) {
            Counts.requireExact(fed, Counts.read(counts.get(store)));
        }
    }

    /** Flips a byte of the first block of rows. */
    private void damage() throws IOException {
        List<Path> large = files("rocksdb", "").stream()
                .filter(file ->
                        file.toString().endsWith(".sst") && file.toFile().length() > 20_000)
                .toList();
        assertFalse(large.isEmpty(), "no file has rows");
        for (Path file : large) {
            byte[] bytes = Files.readAllBytes(file);
            bytes[1_000] ^= 0x55;
            Files.write(file, bytes);
        }
    }

    private List<Path> files(String below, String prefix) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .filter(file -> below.isEmpty()
                            ? file.getParent().resolve("lock").toFile().exists()
                            : file.getParent().endsWith(below))
                    .toList();
        }
    }
}
